import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, type Header as TarHeader } from 'tar-stream';
import { HEADER_NAME, MANIFEST_NAME, newHeader } from '../../../src/features/backups/archive.ts';
import { receiveBackup } from '../../../src/features/backups/index.ts';
import { DirectoryTarget } from '../../../src/features/backups/targets/directory.ts';
import { ArchiveWriter } from '../../../src/features/backups/write-archive.ts';
import { sha256 } from '../../../src/platform/security/crypto.ts';

let dir: string;
let count = 0;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'galley-archive-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const newPath = () => join(dir, `file-${++count}`);
const DATABASE = Buffer.from('a database, or what the reader of archives takes for one'.repeat(500));
const hashOf = (bytes: Uint8Array) => Buffer.from(sha256(bytes)).toString('hex');

type Entry = [header: Partial<TarHeader> & { name: string }, content?: string | Buffer];

const header = (changes: object = {}): Entry => [
  { name: HEADER_NAME },
  JSON.stringify({ ...newHeader('1.2.3', '2026-11-22T00:00:00Z', 1_000_000), ...changes }),
];
const manifest = (
  parts: object[] = [{ name: 'galley.db', bytes: DATABASE.length, sha256: hashOf(DATABASE) }],
): Entry => [{ name: MANIFEST_NAME }, JSON.stringify({ parts, rows: { teams: 1 } })];
const database: Entry = [{ name: 'galley.db' }, DATABASE];

async function writeTar(entries: readonly Entry[]): Promise<string> {
  const tar = pack();
  for (const [facts, content = ''] of entries) tar.entry(facts, content);
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  const file = newPath();
  writeFileSync(file, Bun.zstdCompressSync(Buffer.concat(chunks)));
  return file;
}

/** Receives into a new folder. Returns the outcome and what the folder has then. */
async function receive(file: string, passphrase = '') {
  const folder = newPath();
  mkdirSync(folder);
  const outcome = await receiveBackup({ file, target: new DirectoryTarget(dir), passphrase }, folder).catch(
    (error) => error,
  );
  return { outcome, names: readdirSync(folder, { recursive: true }).map(String).sort(), folder };
}

test('a whole archive is received', async () => {
  const { outcome, names, folder } = await receive(await writeTar([header(), database, manifest()]));
  expect(outcome).toMatchObject({ bytes: DATABASE.length, header: { program_version: '1.2.3' } });
  expect(names).toEqual(['galley.db']);
  expect(readFileSync(join(folder, 'galley.db'))).toEqual(DATABASE);
});

const HASH = 'ab'.repeat(32);
const picture = `media/files/t1/ab/${HASH}`;
const AT = `galley.media/${'0'.repeat(16)}/ab/${HASH}`;
const beside = (parts: object[]): Entry => [
  { name: MANIFEST_NAME },
  JSON.stringify({ ...JSON.parse(String(manifest()[1])), media: { identity: '', parts } }),
];

const WRONG: [what: string, entries: Entry[], message: RegExp][] = [
  ['nothing in it', [], /not a backup/],
  ['files of another program', [[{ name: 'readme.txt' }, 'hello']], /not a backup/],
  ['another product', [header({ product: 'other' }), database, manifest()], /not a backup/],
  [
    'a newer format',
    [header({ format: 3, program_version: '9.0.0' }), database, manifest()],
    /written by Galley 9\.0\.0/,
  ],
  ['no manifest', [header(), database], /its end is missing/],
  ['a part after the manifest', [header(), database, manifest(), [{ name: picture }, 'x']], /after the end/],
  [
    'a manifest that is no JSON',
    [header(), database, [{ name: MANIFEST_NAME }, '{']],
    /manifest cannot be read/,
  ],
  [
    'a manifest of another shape',
    [header(), database, [{ name: MANIFEST_NAME }, '{"parts":3}']],
    /manifest cannot/,
  ],
  [
    'a part of which the manifest says nothing',
    [header(), database, [{ name: picture }, 'x'], manifest()],
    /does not name/,
  ],
  ['no database', [header(), manifest([])], /database is missing/],
  ['a missing part', [header(), manifest()], /galley\.db is missing/],
  [
    'other contents than the manifest says',
    [header(), [{ name: 'galley.db' }, Buffer.from(DATABASE).fill(1, 5, 6)], manifest()],
    /galley\.db has other contents/,
  ],
  ['a part twice', [header(), database, database, manifest()], /in it twice/],
  ['a path that leads out', [header(), [{ name: '../evil' }, 'x'], database, manifest()], /does not belong/],
  [
    'a path that leads out of the media',
    [header(), [{ name: 'media/files/../../evil' }, 'x']],
    /does not belong/,
  ],
  ['an absolute path', [header(), [{ name: '/tmp/evil' }, 'x']], /does not belong/],
  ['a name with a backslash', [header(), [{ name: 'media\\evil' }, 'x']], /does not belong/],
  ['a name of 10 KB', [header(), [{ name: 'x'.repeat(10_000) }, 'x']], /does not belong/],
  ['a link', [header(), [{ name: 'galley.db', type: 'symlink', linkname: '/etc/passwd' }]], /not a file/],
  ['a folder', [header(), [{ name: 'media', type: 'directory' }]], /not a file/],
  ...[
    ['a media file that leads out', '../evil', AT],
    ['a media file under the name of the database', 'galley.db', AT],
    ['a media file from elsewhere', picture, '../../etc/passwd'],
    ['a media file from beside its folder', picture, AT.replace('/ab/', '/../')],
  ].map(([what = '', name, at]): [string, Entry[], RegExp] => [
    what,
    [header(), database, beside([{ name, at, bytes: 1, sha256: HASH }])],
    /does not belong/,
  ]),
  [
    'a media file twice',
    [header(), database, beside([1, 2].map(() => ({ name: picture, at: AT, bytes: 1, sha256: HASH })))],
    /in it twice/,
  ],
  [
    'a format of a newer Galley',
    [header({ format: 2 })],
    /Galley 1\.2\.3, in a format that this build does not know/,
  ],
  ['more than it says', [header({ bytes: 10 }), database, manifest()], /more than it says/],
  ['more than any disk has', [header({ bytes: 2 ** 52 }), database, manifest()], /needs .* free/],
];

describe('an archive is refused that has', () => {
  test.each(WRONG)('%s', async (_what, entries, message) => {
    const { outcome, names } = await receive(await writeTar(entries));
    expect(outcome.message).toMatch(message);
    expect(['validation_failed', 'storage_full']).toContain(outcome.code);
    expect(names.filter((name) => name.includes('evil'))).toEqual([]);
    expect(readdirSync(dir).includes('evil')).toBe(false);
  });
});

test.each([
  ['an empty file', ''],
  ['a text', 'hello'.repeat(100)],
  ['a zip file', 'PK\u0003\u0004'],
  ['noise that begins like zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3, 4])],
  ['the beginning of age', 'age-encryption.org/v1\n-> scrypt x'],
])('%s is refused', async (_what, bytes) => {
  const file = newPath();
  writeFileSync(file, bytes);
  const { outcome } = await receive(file, String(bytes).startsWith('age') ? 'x' : '');
  expect(outcome).toMatchObject({ code: 'validation_failed' });
  expect(outcome.message).not.toContain('undefined');
});

describe('an archive that was written whole and then changed', () => {
  const source = () => {
    const file = newPath();
    const noise = new Uint8Array(60_000).map((_, index) => (index * index * 31) >> 3);
    writeFileSync(file, noise);
    return file;
  };
  const write = async (passphrase: string) => {
    const file = newPath();
    const archive = new ArchiveWriter(file, passphrase);
    archive.addText(HEADER_NAME, JSON.stringify(newHeader('1.0.0', '2026-11-22T00:00:00Z', 60_000)));
    const part = await archive.addFile('galley.db', source(), 60_000);
    archive.addText(MANIFEST_NAME, JSON.stringify({ parts: [part], rows: {} }));
    await archive.finish();
    return file;
  };

  test.each([
    ['plain', ''],
    ['encrypted', 'a passphrase'],
  ])('is refused wherever it was cut or changed: %s', async (_what, passphrase) => {
    const file = await write(passphrase);
    expect((await receive(file, passphrase)).outcome).toMatchObject({ bytes: 60_000 });
    const whole = readFileSync(file);
    const { length } = whole;
    // Each passphrase takes a second to derive its key.
    const places =
      passphrase === '' ? [1, 21, 30, 200, 1_000, length >> 1, length - 20, length - 1] : [200, length >> 1];
    for (const at of places) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ 4;
      for (const bytes of [whole.subarray(0, at), changed]) {
        const file = newPath();
        writeFileSync(file, bytes);
        const { outcome } = await receive(file, passphrase);
        // Padding and times at the end of the tar file may differ: every part was compared with its hash.
        if (at > length - 30 && outcome.bytes === 60_000) continue;
        expect({ at, code: outcome.code }).toEqual({ at, code: 'validation_failed' });
      }
    }
  });

  test('needs the right passphrase, and none where there is none', async () => {
    const secret = await write('right');
    expect((await receive(secret, 'wrong')).outcome.message).toMatch(/not that of this backup/);
    expect((await receive(secret)).outcome.message).toMatch(/is encrypted/);
    expect((await receive(await write(''), 'right')).outcome.message).toMatch(/is not encrypted/);
  });
});

test('a bomb of compressed zeros ends at the size that the header says', async () => {
  const bomb = await writeTar([header({ bytes: 1_000 }), [{ name: 'galley.db' }, Buffer.alloc(50_000_000)]]);
  const { outcome } = await receive(bomb);
  expect(outcome.message).toMatch(/more than it says/);
});

test('a file that is not there', async () => {
  expect((await receive(join(dir, 'none'))).outcome).toMatchObject({ code: 'not_found' });
});
