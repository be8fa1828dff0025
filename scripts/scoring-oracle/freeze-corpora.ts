import { join } from 'node:path';
import { readCorpus } from '../../test/mail/import/corpus.ts';
import { importAll } from '../../test/mail/import/importing.ts';

/**
 * Writes the imported mails of the test corpora to test/fixtures/scoring/spam/corpora.json.
 * `bun scripts/scoring-oracle/freeze-corpora.ts`
 */

/** Subjects for the mails that have no title. */
const SUBJECTS: Record<string, string> = {
  invoice: 'Your invoice from [Product Name]',
  'password-reset': 'Reset your [Product Name] password',
  receipt: 'Your receipt from [Product Name]',
  welcome: 'Welcome to [Product Name], {{name}}!',
};

const samples = readCorpus().map(([path, input]) => {
  const { content, title } = importAll(input);
  const name = path.replace(/\.\w+$/, '');
  const kind = path.startsWith('html-postmark') ? 'transactional' : 'marketing';
  return { name, kind, subject: title ?? SUBJECTS[name.split('/')[1] as string], content };
});
const file = join(import.meta.dir, '../../test/fixtures/scoring/spam/corpora.json');
await Bun.write(file, `[\n${samples.map((sample) => JSON.stringify(sample)).join(',\n')}\n]\n`);
