import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isAvailable, mount, unmount } from '../../../scripts/test-tools.ts';
import { createBackup, openTarget, receiveBackup } from '../../../src/features/backups/index.ts';
import { sweepFiles } from '../../../src/features/media/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { createAdminScope } from '../../../src/platform/scope.ts';
import type { TestApp } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Library, openLibrary } from '../media/library.ts';

let app: TestApp;
let library: Library;
beforeAll(async () => {
  library = await openLibrary({ trash_days: 0 });
  app = library.app;
});
afterAll(() => app.stop());

test(
  'a file that is deleted while a backup is made is in it, and removed afterwards',
  async () => {
    const { deps } = app;
    const { id } = await library.upload(drawPng(1), 'one.png');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const holding = deps.services.media.removals.during(() => held);
    while (!(await deps.services.media.removals.isHeld())) await Bun.sleep(1);
    expect((await library.post('delete', { ids: [id] })).status).toBe(204);
    const files = () => Array.fromAsync(deps.files.list());
    const countPictures = async () => (await files()).filter(({ key }) => key.startsWith('t')).length;
    const before = await countPictures();
    await sweepFiles(deps);
    expect(await countPictures()).toBe(before);
    release();
    await holding;
    await sweepFiles(deps);
    expect(await countPictures()).toBeLessThan(before);
  },
  GUARD_MS,
);

test('a missing and a damaged media file are named, and everything else is in the backup', async () => {
  const { deps } = app;
  await library.upload(drawPng(7), 'missing.png');
  await library.upload(drawPng(8), 'damaged.png');
  await library.upload(drawPng(9), 'sound.png');
  const [missing, damaged] = (await Array.fromAsync(deps.files.list())).filter(({ key }) =>
    key.startsWith('t'),
  );
  await deps.files.delete(missing?.key as string);
  await Bun.write(join(deps.dataDir, 'media', 'files', damaged?.key as string), 'something else');
  const file = join(deps.dataDir, 'backup.tar.zst');
  const input = { file, passphrase: '' };
  const made = await perform(createBackup, deps, createAdminScope('command line'), input);
  expect(made.warnings).toEqual([
    expect.stringContaining(`missing in the file store and not in the backup: media/files/${missing?.key}`),
    expect.stringContaining(`damaged in the file store, and so in the backup: media/files/${damaged?.key}`),
    expect.stringContaining('same disk'),
  ]);
  const folder = join(deps.dataDir, 'received');
  mkdirSync(folder);
  const { manifest } = await receiveBackup(
    { file, target: openTarget(deps.services.backups.accessTo(deps.dataDir)), passphrase: '' },
    folder,
  );
  const names = manifest.parts.map((part) => part.name);
  expect(names).toContain(`media/files/${damaged?.key}`);
  expect(names).not.toContain(`media/files/${missing?.key}`);
});

test('a command that is interrupted ends the backup and leaves nothing', async () => {
  const { deps } = app;
  const file = join(deps.dataDir, 'interrupted.tar.zst');
  const abort = new AbortController();
  const made = perform(
    createBackup,
    deps,
    createAdminScope('command line'),
    { file, passphrase: 'x' },
    abort,
  );
  await Bun.sleep(100);
  abort.abort(new Error('interrupted'));
  await expect(made).rejects.toThrow('interrupted');
  expect(await Bun.file(file).exists()).toBe(false);
  expect(await Bun.file(`${file}.unfinished`).exists()).toBe(false);
  expect(await deps.services.media.removals.isHeld()).toBe(false);
});

test.skipIf(!isAvailable('the right to mount'))(
  'without room for a copy of the database: it is told where',
  async () => {
    const { deps } = app;
    await mkdir(deps.incomingDir, { recursive: true });
    expect(mount('size=64k', deps.incomingDir)).toBe(true);
    const input = { file: join(deps.dataDir, 'no-room.tar.zst'), passphrase: '' };
    const made = perform(createBackup, deps, createAdminScope('command line'), input);
    const failure = await made.catch((error) => error).finally(() => unmount(deps.incomingDir));
    expect(failure.code).toBe('storage_full');
    expect(failure.message).toContain(
      `no disk space left in ${deps.incomingDir}, where a backup first makes`,
    );
  },
);
