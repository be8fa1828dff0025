import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter } from 'age-encryption';
import {
  type MediaFolder,
  nameReferences,
  openMediaFolder,
} from '../../../src/features/backups/media/media-folder.ts';
import { pruneMedia } from '../../../src/features/backups/media/prune-media.ts';
import { findMediaFaults, receiveMedia } from '../../../src/features/backups/media/receive-media.ts';
import { type MediaFile, storeMedia } from '../../../src/features/backups/media/store-media.ts';
import { type BackupTarget, openTarget } from '../../../src/features/backups/targets/index.ts';
import { sha256Hex } from '../../../src/platform/security/crypto.ts';
import { startS3 } from '../../support/s3-server.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let dir: string;
let count = 0;
beforeAll(async () => {
  s3 = await startS3();
  dir = mkdtempSync(join(tmpdir(), 'galley-media-'));
});
afterAll(() => {
  s3.stop();
  rmSync(dir, { recursive: true });
});
beforeEach(() => s3.behave('well'));

const newFolder = () => mkdtempSync(join(dir, 'folder-'));
const SECRET = new Uint8Array(32).fill(7);

/** A media file of a tenant on the disk; `text` is what it should hold. */
function mediaFile(text: string, { tenant = 1, holds = text }: { tenant?: number; holds?: string } = {}) {
  const sha256 = sha256Hex(text);
  const path = join(newFolder(), sha256);
  writeFileSync(path, holds);
  const name = `media/files/t${tenant}/${sha256.slice(0, 2)}/${sha256}`;
  return { name, path, bytes: text.length, sha256 } satisfies MediaFile;
}

/** A target that nothing else uses. */
async function openBackupTarget(kind: 'directory' | 'bucket', passphrase = '') {
  count += 1;
  const address = kind === 'directory' ? newFolder() : `s3://backups/place-${count}`;
  const access = { address, settings: s3.settings, scratchDir: newFolder() };
  const target = openTarget(access);
  const folder = await openMediaFolder(SECRET, passphrase);
  return {
    ...{ target, folder, address },
    store: (archive: string, files: readonly MediaFile[], suspects: string[] = []) =>
      storeMedia({ access, folder, archive, suspects }, files),
    names: () => namesIn(target, folder),
    prune: (kept: string[], isOver: (archive: string) => boolean = () => false) =>
      pruneMedia(target, folder.path, { kept, isOver }),
  };
}

const namesIn = async (target: BackupTarget, { path }: MediaFolder) =>
  (await target.listFolder(path)).filter((name) => !name.includes('/references/')).sort();

const put = (target: BackupTarget, name: string, text: string) =>
  target.put(name, async (path) => writeFileSync(path, text));

const ARCHIVES = ['one', 'two', 'three'].map((word) => `galley-${word}.inc.tar.zst`);
const [ONE = '', TWO = '', THREE = ''] = ARCHIVES;

describe.each([
  ['directory', ''],
  ['directory', 'a few words'],
  ['bucket', ''],
  ['bucket', 'a few words'],
] as const)('media files beside backups, %s, passphrase "%s"', (kind, passphrase) => {
  test('are stored once, are read back for each archive, and are removed when none needs them', async () => {
    const { target, folder, store, names, prune } = await openBackupTarget(kind, passphrase);
    const [a, b, c] = [mediaFile('a'), mediaFile('b'), mediaFile('c'.repeat(300_000))];
    const again = mediaFile('b', { tenant: 2 });
    const first = await store(ONE, [a, b, again]);
    expect(first).toMatchObject({ addedBytes: 2, missing: [], damaged: [], onlyAtTarget: [] });
    expect(first.parts.map(({ name }) => name).sort()).toEqual([a, b, again].map(({ name }) => name).sort());
    const second = await store(TWO, [b, c]);
    expect(second.addedBytes).toBe(300_000);
    expect(await names()).toHaveLength(3);
    for (const [files, { parts }] of [
      [[a, b, again], first],
      [[b, c], second],
    ] as const) {
      const received = newFolder();
      const media = { parts, identity: folder.identity };
      await receiveMedia(target, media, received);
      for (const { name, path } of files)
        expect(readFileSync(join(received, name))).toEqual(readFileSync(path));
      expect(await findMediaFaults(target, media)).toEqual([]);
    }
    expect(await prune([ONE, TWO])).toBe(0);
    expect(await prune([TWO], (archive) => archive === ONE)).toBe(1);
    expect(await names()).toEqual(second.parts.map(({ at }) => at).sort());
    expect(await target.has(nameReferences(folder.path, ONE))).toBe(false);
  });

  test('that are missing or damaged are found, not restored, and written again', async () => {
    const { target, folder, store } = await openBackupTarget(kind, passphrase);
    const files = ['a', 'b', 'c'].map((text) => mediaFile(text));
    const { parts } = await store(ONE, files);
    const media = { parts, identity: folder.identity };
    const [missing, damaged] = parts.map(({ at }) => at) as [string, string];
    await target.remove(missing);
    await put(target, damaged, 'x');
    expect((await findMediaFaults(target, media)).sort()).toEqual([missing, damaged].sort());
    await expect(receiveMedia(target, media, newFolder())).rejects.toThrow(
      /is (missing|damaged) at .*galley\.media.*(Copy the folder galley\.media|Use another backup)/,
    );
    const received = newFolder();
    const names = parts.map(({ name }) => name);
    expect(await receiveMedia(target, media, received, { skipDamaged: true })).toEqual(
      names.slice(0, 2).sort(),
    );
    expect(names.map((name) => existsSync(join(received, name)))).toEqual([false, false, true]);
    expect((await store(TWO, files, [missing, damaged])).addedBytes).toBe(2);
    expect(await findMediaFaults(target, media)).toEqual([]);
  });
});

describe('media files that a backup stores', () => {
  test('tell nothing without the passphrase, and age reads them with the key in the manifest', async () => {
    const { folder, store, address } = await openBackupTarget('directory', 'a few words');
    const { parts } = await store(ONE, [mediaFile('a picture')]);
    const [{ at = '', sha256 = '' } = {}] = parts;
    expect(at).not.toContain(sha256);
    expect(folder.path).toBe((await openMediaFolder(SECRET, '')).path);
    expect(folder.identity).not.toBe((await openMediaFolder(SECRET, 'other words')).identity);
    const decrypter = new Decrypter();
    decrypter.addIdentity(folder.identity);
    expect(await decrypter.decrypt(readFileSync(join(address, at)), 'text')).toBe('a picture');
  });

  test('may be missing or damaged in the file store', async () => {
    const { target, store, folder } = await openBackupTarget('directory');
    const lost = mediaFile('lost');
    await store(ONE, [lost]);
    rmSync(lost.path);
    const none = mediaFile('none');
    rmSync(none.path);
    const damaged = mediaFile('whole', { holds: 'not at all' });
    const stored = await store(TWO, [lost, none, damaged]);
    expect(stored).toMatchObject({
      missing: [none.name],
      onlyAtTarget: [lost.name],
      damaged: [damaged.name],
    });
    const received = newFolder();
    await receiveMedia(target, { parts: stored.parts, identity: '' }, received);
    expect(readFileSync(join(received, lost.name), 'utf8')).toBe('lost');
    expect(readFileSync(join(received, damaged.name), 'utf8')).toBe('not at all');
    // What is there instead is referred to.
    const isOver = (archive: string) => archive === ONE;
    expect(await pruneMedia(target, folder.path, { kept: [TWO], isOver })).toBe(0);
  });

  test('go nowhere if the directory of the target is gone: a disk may not be mounted', async () => {
    const { address, store } = await openBackupTarget('directory');
    rmSync(address, { recursive: true });
    await expect(store(ONE, [mediaFile('a')])).rejects.toThrow(`There is no directory ${address}`);
  });
});

describe('pruning', () => {
  test('keeps what an archive of another server refers to, and one that arrived although it failed', async () => {
    const { target, store, names, prune } = await openBackupTarget('directory');
    await store(ONE, [mediaFile('own')]);
    await store(TWO, [mediaFile('of another')]);
    await store(THREE, [mediaFile('of a failed one')]);
    await put(target, THREE, 'the archive');
    expect(await prune([ONE], (archive) => archive === THREE)).toBe(0);
    await target.remove(THREE);
    expect(await prune([ONE], (archive) => archive !== ONE)).toBe(2);
    expect(await names()).toHaveLength(1);
  });

  test.each([
    ['missing', undefined],
    ['cut off', 'ab'],
    ['changed', `${sha256Hex('x')}\ny`],
    ['empty', ''],
  ])('removes nothing if the references of a kept archive are %s', async (_what, text) => {
    const { target, folder, store, names, prune } = await openBackupTarget('directory');
    await store(ONE, [mediaFile('needed')]);
    await store(TWO, [mediaFile('not needed')]);
    await target.remove(nameReferences(folder.path, TWO));
    if (text === undefined) await target.remove(nameReferences(folder.path, ONE));
    else await put(target, nameReferences(folder.path, ONE), text);
    await expect(prune([ONE])).rejects.toThrow(text === undefined ? 'no backup' : 'is damaged');
    expect(await names()).toHaveLength(2);
  });

  test('removes what a killed server has not finished', async () => {
    const { target, folder, store, names, prune } = await openBackupTarget('directory');
    const { parts } = await store(ONE, [mediaFile('needed')]);
    await put(target, `${parts[0]?.at}.unfinished`, 'nee');
    await put(target, `${nameReferences(folder.path, TWO)}.unfinished`, 'x');
    expect(await prune([ONE])).toBe(2);
    expect(await names()).toEqual([parts[0]?.at as string]);
  });

  test('of a bucket whose lists leave out what is there removes nothing that a kept archive needs', async () => {
    const { target, folder, store, prune } = await openBackupTarget('bucket');
    const { parts } = await store(ONE, [mediaFile('a')]);
    s3.behave('omits');
    expect(await prune([ONE], () => true)).toBe(0);
    // Files that the list leaves out are stored again.
    expect((await store(TWO, [mediaFile('a')])).addedBytes).toBe(1);
    await put(target, ONE, 'x');
    await expect(target.store(ONE, async () => undefined)).rejects.toThrow('already');
    s3.behave('well');
    expect(await findMediaFaults(target, { parts, identity: folder.identity })).toEqual([]);
  });
});

test.if(process.platform === 'linux')('a directory that the server may not write to is named', async () => {
  const target = openTarget({ address: '/sys', settings: s3.settings, scratchDir: dir });
  const said = /^The server may not write to \/sys \(E(ACCES|PERM|ROFS)\)\. Give the directory to the user/;
  await expect(target.store(ONE, async () => undefined)).rejects.toThrow(said);
  await expect(target.put('galley.media/x', async () => undefined)).rejects.toThrow(said);
});

test('a directory for media files that cannot be made is named', async () => {
  const { address, store } = await openBackupTarget('directory');
  mkdirSync(join(address, 'galley.media'));
  writeFileSync(join(address, 'galley.media', (await openMediaFolder(SECRET, '')).path.slice(13)), 'a file');
  await expect(store(ONE, [mediaFile('a')])).rejects.toThrow(/galley\.media/);
});
