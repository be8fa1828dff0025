import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { eq, inArray } from 'drizzle-orm';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { mediaFiles } from '../../../src/features/media/table.ts';
import { templates } from '../../../src/features/templates/table.ts';
import { sweepTrash } from '../../../src/features/trash/index.ts';
import { isActivity } from '../../../src/platform/events.ts';
import { perform } from '../../../src/platform/operation.ts';
import { PeriodicTask } from '../../../src/platform/tasks/periodic-task.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope, smallContent } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Library, openLibrary } from '../media/library.ts';
import { cloneFiles } from '../media/many-files.ts';

/** The trash when parts of its work fail, are large, or are set otherwise meanwhile. */

setDefaultTimeout(GUARD_MS);

const DAY_MS = 86_400_000;

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.app.stop());

const send = (method: string, path: string, body?: object) =>
  library.tenant.request(method, path, body === undefined ? {} : { body });
const trashed = async () => (await send('GET', '/trash')).body.data;
const storage = async () => (await send('GET', '/config')).body.data.storage;
const faults = async () => (await perform(checkIntegrity, library.app.deps, adminScope, {})).faults;

/** Fails each transaction in which an activity of this type is recorded, while `work` runs. */
async function failAt(isMeant: (type: string, subject: string) => boolean, work: () => Promise<unknown>) {
  const stop = library.app.deps.events.onTransaction(async (event) => {
    const { type, ...payload } = event.payload as { type?: string };
    if (isActivity(event) && isMeant(type ?? '', JSON.stringify(payload)))
      throw new Error('the disk is broken');
  });
  await work();
  stop();
}

test.each([
  ['emptying the trash', 7, () => send('POST', '/trash/empty')],
  ['deleting one folder', 8, async () => send('DELETE', `/trash/${(await trashed())[0].id}`)],
])('%s ends after 1,000 files of a folder, and the sweep goes on', async (name, picture, purge) => {
  const folder = await library.createFolder(name);
  const { id } = await library.upload(drawPng(picture), 'seed.png', { folder_id: folder });
  await cloneFiles(library.app, id, 1499, (i) => ({ name: `${i}`, folderId: folder }));
  await send('DELETE', `/media/folders/${folder}`, { files: 'delete' });
  expect((await purge()).status).toBeLessThan(300);
  expect(await trashed()).toEqual([]);
  const { reader } = library.app.deps.db;
  const left = await reader.$count(mediaFiles, eq(mediaFiles.deletedWith, folder));
  expect([left >= 400, left <= 500]).toEqual([true, true]);
  await sweepTrash(library.app.deps);
  expect((await storage()).trash_bytes).toBe(0);
  expect(await faults()).toEqual([]);
});

test('emptying the trash deletes what is behind an entry that fails, which a sweep tries again', async () => {
  const ids: string[] = [];
  for (const name of ['first', 'broken', 'last']) {
    const { id } = (await send('POST', '/templates', { name, content: smallContent() })).body.data;
    await send('DELETE', `/templates/${id}`);
    ids.push(id);
  }
  const broken = ids[1] as string;
  await failAt(
    (type, subject) => type === 'template.purged' && subject.includes(broken),
    async () => {
      expect((await send('POST', '/trash/empty')).status).toBe(200);
      expect(await trashed()).toEqual([]);
      const { reader } = library.app.deps.db;
      const left = await reader
        .select({ id: templates.id })
        .from(templates)
        .where(inArray(templates.id, ids));
      expect(left).toEqual([{ id: broken }]);
    },
  );
  await sweepTrash(library.app.deps);
  expect((await storage()).trash_bytes).toBe(0);
  expect(await faults()).toEqual([]);
});

test('a deletion of a folder that failed half-way is undone at once', async () => {
  const { deps } = library.app;
  const folder = await library.createFolder('Half');
  const { id } = await library.upload(drawPng(5), 'seed.png', { folder_id: folder });
  await cloneFiles(library.app, id, 599, (i) => ({ name: `${i}`, folderId: folder }));
  const swept = Promise.withResolvers<void>();
  const work = () => sweepTrash(deps).then(() => swept.resolve());
  const options = { what: 'emptying the trash', firstAfterMs: DAY_MS, intervalMs: DAY_MS, log: deps.log };
  const { sweeping } = deps.services.trash;
  deps.services.trash.sweeping = new PeriodicTask(work, options);
  let seen = 0;
  await failAt(
    (type) => type === 'media.deleted' && ++seen > 1,
    async () =>
      expectError(await send('DELETE', `/media/folders/${folder}`, { files: 'delete' }), 500, 'internal'),
  );
  await swept.promise;
  await deps.services.trash.sweeping.stop();
  deps.services.trash.sweeping = sweeping;
  expect((await send('GET', `/media/browse?folder_id=${folder}`)).body.data).toHaveLength(50);
  expect(await trashed()).toEqual([]);
});

test('without a trash, deleting a folder leaves what is in the trash of its folders restorable', async () => {
  const { trash } = library.app.deps.services;
  for (const [path, upload] of [
    ['/media/folders', (folder_id: string) => library.upload(drawPng(6), 'a.png', { folder_id })],
    [
      '/template-folders',
      async (folder_id: string) =>
        (await send('POST', '/templates', { name: 'A', content: smallContent(), folder_id })).body.data,
    ],
  ] as const) {
    const create = async (name: string, parent_id?: string) =>
      (await send('POST', path, { name, ...(parent_id && { parent_id }) })).body.data.id;
    const outer = await create('Outer');
    const inner = await create('Inner', outer);
    const deep = await create('Deep', inner);
    await upload(deep);
    const only = path === '/media/folders' ? { files: 'delete' } : { templates: 'delete' };
    expect((await send('DELETE', `${path}/${inner}`, only)).status).toBe(204);
    const { retentionMs } = trash;
    trash.retentionMs = 0;
    expect((await send('DELETE', `${path}/${outer}`, only)).status).toBe(204);
    trash.retentionMs = retentionMs;
    expect(await trashed()).toMatchObject([{ id: inner, name: 'Inner' }]);
    expect((await send('POST', `/trash/${inner}/restore`)).body.data).toMatchObject({
      changes: ['moved_to_top'],
    });
    expect((await send('DELETE', `${path}/${inner}`, only)).status).toBe(204);
    await send('POST', '/trash/empty');
    expect(await trashed()).toEqual([]);
    expect((await storage()).trash_bytes).toBe(0);
    expect(await faults()).toEqual([]);
  }
});

// The last one: its time ends the token.
test('entries that cannot be purged do not hinder those behind them, and are tried again', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 62; i += 1) {
    const { id } = (await send('POST', '/templates', { name: `${i}`, content: smallContent() })).body.data;
    await send('DELETE', `/templates/${id}`);
    library.app.clock.advance(1000);
    ids.push(id);
  }
  const broken = new Set(ids.slice(0, 60));
  library.app.clock.advance(31 * DAY_MS);
  const purge = () => sweepTrash(library.app.deps);
  await failAt(
    (type, subject) => type === 'template.purged' && [...broken].some((id) => subject.includes(id)),
    async () => {
      expect(await purge()).toBe(2);
      expect(await purge()).toBe(0);
    },
  );
  expect(await purge()).toBe(60);
  expect(await faults()).toEqual([]);
});
