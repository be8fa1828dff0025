import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { sweepTrash } from '../../../src/features/trash/index.ts';
import { isActivity } from '../../../src/platform/events.ts';
import { perform } from '../../../src/platform/operation.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Library, openLibrary } from '../media/library.ts';
import { cloneFiles } from '../media/many-files.ts';

setDefaultTimeout(GUARD_MS);

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.app.stop());

const send = (method: string, path: string, body?: object) =>
  library.tenant.request(method, path, body === undefined ? {} : { body });
const faults = async () => (await perform(checkIntegrity, library.app.deps, adminScope, {})).faults;
const countFiles = async (folder: string) => {
  const answer = await send('GET', `/media/browse?folder_id=${folder}`);
  return answer.status === 404 ? 'no folder' : answer.body.data.length;
};
const trashed = async () => (await send('GET', '/trash')).body.data;

/** Fails the transaction in which an activity of this type is recorded for the second time. */
async function interrupt(type: string, work: () => Promise<unknown>): Promise<void> {
  let seen = 0;
  const stop = library.app.deps.events.onTransaction(async (event) => {
    if (!isActivity(event) || event.payload.type !== type) return;
    seen += 1;
    if (seen > 1) throw new Error('the server ends here');
  });
  await work();
  stop();
  expect(seen).toBe(2);
}

test('a large folder is deleted, restored and purged in steps, and each is finished after an interruption', async () => {
  const folder = await library.createFolder('Spring');
  const inner = await library.createFolder('Inner', folder);
  const { id } = await library.upload(drawPng(1), 'seed.png', { folder_id: folder });
  await cloneFiles(library.app, id, 599, (i) => ({ name: `${i}`, folderId: i % 2 === 0 ? inner : folder }));
  const remove = () => send('DELETE', `/media/folders/${folder}`, { files: 'delete' });

  await interrupt('media.deleted', async () => expect((await remove()).status).toBe(500));
  // Nothing that was not answered is left half done.
  expect(await trashed()).toEqual([]);
  expectError(await send('POST', `/trash/${folder}/restore`), 404, 'not_found');
  await sweepTrash(library.app.deps);
  expect([await countFiles(folder), await countFiles(inner), await trashed()]).toEqual([50, 50, []]);
  expect(await faults()).toEqual([]);

  expect((await remove()).status).toBe(204);
  expect(await trashed()).toMatchObject([{ id: folder, kind: 'media_folder', items: 601 }]);
  expect(await countFiles(folder)).toBe('no folder');
  expect(await faults()).toEqual([]);

  const restore = () => send('POST', `/trash/${folder}/restore`);
  await interrupt('media.restored', async () => expect((await restore()).status).toBe(500));
  // It is on its way back: neither shown in the trash, nor restored or purged a second time.
  expectError(await restore(), 404, 'not_found');
  expectError(await send('DELETE', `/trash/${folder}`), 404, 'not_found');
  await sweepTrash(library.app.deps);
  expect([await countFiles(folder), await countFiles(inner), await trashed()]).toEqual([50, 50, []]);
  expect(await faults()).toEqual([]);

  await remove();
  const purge = () => send('DELETE', `/trash/${folder}`);
  await interrupt('media.purged', async () => expect((await purge()).status).toBe(500));
  expectError(await restore(), 404, 'not_found');
  expect(await trashed()).toEqual([]);
  await sweepTrash(library.app.deps);
  expect((await send('GET', '/config')).body.data.storage).toMatchObject({ used_bytes: 0, trash_bytes: 0 });
  expect(await faults()).toEqual([]);
});

test('a restoration and a purge of a large folder at once: one of them happens', async () => {
  const folder = await library.createFolder('Autumn');
  const { id } = await library.upload(drawPng(2), 'seed.png', { folder_id: folder });
  await cloneFiles(library.app, id, 400, (i) => ({ name: `${i}`, folderId: folder }));
  await send('DELETE', `/media/folders/${folder}`, { files: 'delete' });
  const [back, gone] = await Promise.all([
    send('POST', `/trash/${folder}/restore`),
    send('DELETE', `/trash/${folder}`),
  ]);
  expect([back.status, gone.status].filter((status) => status < 300)).toHaveLength(1);
  expect(await countFiles(folder)).toBe(back.status === 200 ? 50 : 'no folder');
  expect(await faults()).toEqual([]);
});

test('a sweep during a deletion does not undo it', async () => {
  const folder = await library.createFolder('Winter');
  const { id } = await library.upload(drawPng(3), 'seed.png', { folder_id: folder });
  await cloneFiles(library.app, id, 600, (i) => ({ name: `${i}`, folderId: folder }));
  let sweep: Promise<number> | undefined;
  const stop = library.app.deps.events.subscribe(({ type }) => {
    if (type === 'media.deleted') sweep ??= sweepTrash(library.app.deps);
  });
  expect((await send('DELETE', `/media/folders/${folder}`, { files: 'delete' })).status).toBe(204);
  stop();
  await sweep;
  expect(sweep).toBeDefined();
  expect(await countFiles(folder)).toBe('no folder');
  expect((await trashed())[0]).toMatchObject({ id: folder, items: 601 });
});
