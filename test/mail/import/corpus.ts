import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportInput } from '../../../src/mail/import/index.ts';

const folder = join(import.meta.dir, '../../fixtures/import');
/** Texts of the files that the MJML mails include. */
export const includes: Record<string, string> = {
  'partials/base.mjml': readFileSync(join(folder, 'mjml-colorlib/partials/base.mjml'), 'utf8'),
};

/** Real mails with their names and inputs for importContent. */
export function readCorpus(): [string, ImportInput][] {
  return ['mjml-colorlib', 'html-postmark'].flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((file) => /\.(?:mjml|html)$/.test(file))
      .sort()
      .map((file): [string, ImportInput] => {
        const body = readFileSync(join(folder, name, file), 'utf8');
        return [`${name}/${file}`, { format: file.endsWith('.mjml') ? 'mjml' : 'html', body, includes }];
      }),
  );
}
