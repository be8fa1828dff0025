import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { sha256Hex } from '../../../src/platform/security/crypto.ts';
import { readPart } from './jobs.ts';

/** Writes files into a folder, which is known once the tests run. Methods return the path. */
export class FileMaker {
  readonly #folder: () => string;

  constructor(folder: () => string) {
    this.#folder = folder;
  }

  write(name: string, content: Uint8Array | string): string {
    const path = join(this.#folder(), name);
    writeFileSync(path, content);
    return path;
  }

  async zip(name: string, parts: Record<string, string>): Promise<string> {
    const zip = new ZipFile();
    for (const [part, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), part);
    zip.end();
    const chunks = await Array.fromAsync(zip.outputStream as AsyncIterable<Uint8Array>);
    return this.write(name, Buffer.concat(chunks));
  }
}

/** An export of which the first row of a kind is changed and its other rows are left out. The sums of its parts are right. */
export async function changeRow(
  files: FileMaker,
  exported: string,
  kind: string,
  change: object,
): Promise<string> {
  const { counts, parts } = JSON.parse(await readPart(exported, 'manifest.json'));
  const names: string[] = parts.map(({ name }: { name: string }) => name);
  const texts: Record<string, string> = {};
  for (const name of names) texts[name] = await readPart(exported, name);
  const rows = `rows/${kind}.jsonl`;
  const [first = ''] = (texts[rows] ?? '').split('\n');
  texts[rows] = `${JSON.stringify({ ...JSON.parse(first), ...change })}\n`;
  const sums = Object.entries(texts).map(([name, text]) => ({
    ...{ name, bytes: Buffer.byteLength(text), sha256: sha256Hex(text) },
  }));
  const manifest = { format: 1, program_version: '1', counts, parts: sums };
  return files.zip('foreign-rows.zip', { ...texts, 'manifest.json': JSON.stringify(manifest) });
}

const FACTS = {
  product: 'galley-tenant',
  format: 1,
  program_version: '1',
  created_at: '',
  base_url: 'http://x',
  tenant: 't',
  name: null,
  plan: 'p',
  brand: null,
};
const HEADER = JSON.stringify(FACTS);
const MANIFEST = JSON.stringify({ format: 1, program_version: '1', counts: {}, parts: [] });

type WrongFile = [
  name: string,
  make: (files: FileMaker, whole: Buffer) => string | Promise<string>,
  message: RegExp,
];

/** Files that are no usable export, and the error of their import. `whole`: the bytes of a usable one. */
export const WRONG_FILES: WrongFile[] = [
  [
    'cut off',
    (files, whole) => files.write('cut.zip', whole.subarray(0, whole.length - 400)),
    /end is missing/,
  ],
  ['of another product', (files) => files.write('text.zip', 'hello'), /not an export/],
  [
    'a zip of another product',
    (files) => files.zip('foreign.zip', { 'readme.txt': 'hello' }),
    /not an export/,
  ],
  [
    'of a newer format',
    (files) =>
      files.zip('newer.zip', {
        'galley-tenant.json': JSON.stringify({ ...FACTS, format: 2, program_version: '9.9' }),
      }),
    /written by Galley 9\.9/,
  ],
  [
    'with parts that are no export’s',
    (files) => files.zip('other.zip', { 'galley-tenant.json': HEADER, 'x.txt': '' }),
    /does not belong/,
  ],
  [
    'with a path out of it',
    async (files) => {
      const path = await files.zip('dots.zip', { 'galley-tenant.json': HEADER, 'aa/evil': '' });
      return files.write(
        'dots.zip',
        Buffer.from(readFileSync(path).toString('latin1').replaceAll('aa/evil', '../evil'), 'latin1'),
      );
    },
    /relative path|invalid/,
  ],
  [
    'with a bomb',
    (files) =>
      files.zip('bomb.zip', {
        'galley-tenant.json': HEADER,
        'rows/contents.jsonl': '0'.repeat(30_000_000),
      }),
    /few bytes/,
  ],
  [
    'without its rows',
    (files) => files.zip('empty.zip', { 'galley-tenant.json': HEADER, 'manifest.json': MANIFEST }),
    /not those of its manifest/,
  ],
];
