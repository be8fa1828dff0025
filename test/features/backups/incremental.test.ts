import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiveBackup } from '../../../src/features/backups/index.ts';
import type { BackupTarget } from '../../../src/features/backups/targets/index.ts';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import { sha256Hex } from '../../../src/platform/security/crypto.ts';
import { adminScope } from '../../support/test-app.ts';
import { drawPng, type Library, openLibrary } from '../media/library.ts';

let library: Library;
let dir: string;
let target: BackupTarget;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'galley-incremental-'));
  mkdirSync(join(dir, 'target'));
  library = await openLibrary({ backup_target: join(dir, 'target'), backup_keep: 2, trash_days: 0 });
  target = library.app.deps.services.backups.schedule?.target as BackupTarget;
});
afterAll(async () => {
  await library.app.stop();
  rmSync(dir, { recursive: true });
});

async function backUp() {
  library.app.clock.advance(MINUTE_MS);
  const outcome = await library.app.deps.services.backups.schedule?.run(adminScope);
  if (outcome === undefined) throw new Error('there is no schedule');
  return { ...outcome, name: outcome.run.name };
}

const mediaAtTarget = async () =>
  (await target.listFolder('galley.media')).filter((name) => !name.includes('/references/')).sort();

/** Paths of the media files of the installation. */
const storedFiles = async () =>
  (await Array.fromAsync(library.app.deps.files.list(), ({ key }) => key))
    .filter((key) => key.startsWith('t'))
    .map((key) => `media/files/${key}`)
    .sort();

/** Receives a backup into a new folder. */
async function receive(name: string, skipDamagedMedia = false) {
  const folder = mkdtempSync(join(dir, 'received-'));
  const received = await target.fetch(name, (file) =>
    receiveBackup({ file, target, passphrase: '', skipDamagedMedia }, folder),
  );
  return { parts: received.manifest.media?.parts ?? [], folder, skipped: received.skipped };
}

test('backups of the schedule share media files, each is whole by itself, and what none needs is removed', async () => {
  const { id } = await library.upload(drawPng(1, 300, 300), 'first.png');
  const before = await storedFiles();
  const first = await backUp();
  expect(first.name).toEndWith('.inc.tar.zst');
  expect(first.run.state).toBe('verified');
  const stored = await mediaAtTarget();
  expect(stored).toHaveLength(before.length);
  await library.upload(drawPng(2, 300, 300), 'second.png');
  await library.post('delete', { ids: [id] });
  const second = await backUp();
  expect(await mediaAtTarget()).toEqual(expect.arrayContaining(stored));
  // The first one still has what was deleted since.
  for (const [{ name }, files] of [
    [first, before],
    [second, await storedFiles()],
  ] as const) {
    const { folder, parts } = await receive(name);
    expect(parts.map((part) => part.name).sort()).toEqual(files);
    for (const file of files)
      expect(sha256Hex(readFileSync(join(folder, file)))).toBe(file.slice(file.lastIndexOf('/') + 1));
  }
  const third = await backUp();
  expect(third.removed).toEqual([first.name]);
  expect(third.warnings.join()).not.toContain('were kept');
  expect((await mediaAtTarget()).filter((name) => stored.includes(name))).toEqual([]);
  // A backup without new files adds only its archive.
  expect(third.run.bytes).toBe((await target.list()).at(-1)?.bytes as number);
});

test('a damaged media file at the target fails the backup, and the next one writes it again', async () => {
  const [damaged] = await mediaAtTarget();
  await target.put(damaged as string, async (path) => writeFileSync(path, 'something else'));
  const name = (await target.list()).at(-1)?.name as string;
  await expect(receive(name)).rejects.toThrow('--skip-damaged-media');
  const { parts, folder, skipped } = await receive(name, true);
  const lost = parts.filter(({ at }) => at === damaged).map((part) => part.name);
  expect(skipped).toEqual(lost);
  expect(parts.map((part) => existsSync(join(folder, part.name)))).toEqual(
    parts.map((part) => !lost.includes(part.name)),
  );
  await expect(backUp()).rejects.toThrow('1 media files of the backup are missing or damaged');
  const next = await backUp();
  expect(next.run.state).toBe('verified');
  expect((await receive(next.name)).parts).toHaveLength((await mediaAtTarget()).length);
});
