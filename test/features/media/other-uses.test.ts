import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { setBrand } from '../../../src/features/projects/index.ts';
import { shareModules } from '../../../src/features/saved-modules/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect, ERAS, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { signUser } from '../../support/signed-user.ts';
import { adminScope } from '../../support/test-app.ts';
import {
  contentShowing,
  drawPng,
  GUARD_MS,
  type Item,
  type Library,
  libraryOf,
  openLibrary,
} from './library.ts';

setDefaultTimeout(GUARD_MS);

let library: Library;
/** Of the tenant the agent works in. */
let own: Awaited<ReturnType<Library['app']['openTenant']>>;
let media: ReturnType<typeof libraryOf>;
let file: Item;
let seed = 0;
beforeAll(async () => {
  library = await openLibrary({ ...UNLIMITED_CALLS, trash_days: 0 });
  own = await library.app.openTenant();
  media = libraryOf(own);
});
afterAll(() => library.app.stop());
beforeEach(async () => {
  seed += 1;
  file = await media.upload(drawPng(seed), `picture ${seed}.png`);
});

const showNothing = (id: string) =>
  own.request('PUT', `/templates/${id}`, { body: { content: { blocks: [], settings: {} } } });
const brandWith = (brand: object | null) =>
  perform(setBrand, library.app.deps, adminScope, { project_id: library.app.first.project_id, brand });

interface UseOwner {
  kind: string;
  name: string;
  /** Uses the file there, and nowhere else. Returns the id of the place. */
  use(): Promise<string>;
  /** Undoes it. */
  leave(id: string): Promise<unknown>;
}

const places: UseOwner[] = [
  {
    kind: 'snapshot',
    name: 'Letter',
    async use() {
      const id = await media.createTemplate('Letter', file.url);
      const { body } = await own.request('POST', `/templates/${id}/snapshots`);
      await showNothing(id);
      return body.data.id;
    },
    leave: async () => {
      for (const { id } of (await own.request('GET', '/templates')).body.data) {
        await own.request('DELETE', `/templates/${id}`);
      }
    },
  },
  {
    kind: 'saved_module',
    name: 'Footer',
    async use() {
      const body = { name: 'Footer', content: contentShowing(file.url).blocks };
      return (await own.request('POST', '/saved-modules', { body })).body.data.id;
    },
    leave: (id) => own.request('DELETE', `/saved-modules/${id}`),
  },
  {
    kind: 'comment',
    name: 'Commented',
    async use() {
      const id = await media.createTemplate('Commented');
      const body = {
        body: `Take ${file.small_url ?? file.url} instead`,
        ...signUser(library.app.first.signing_key),
      };
      return (await own.request('POST', `/templates/${id}/comments`, { body })).body.data.id;
    },
    leave: async () => {
      for (const { id } of (await own.request('GET', '/templates')).body.data) {
        await own.request('DELETE', `/templates/${id}`);
      }
    },
  },
  {
    kind: 'brand',
    name: 'Brand',
    async use() {
      await brandWith({ logo_url: file.url });
      return library.app.first.project_id;
    },
    leave: () => brandWith(null),
  },
];

test.each(places)(
  'what a $kind uses is left by delete-media, with where',
  async ({ kind, name, use, leave }) => {
    const client = connect(library.app, ERAS[0]);
    const id = await use();
    const uses = [{ kind, id, name }];
    const left = await client.get('delete-media', { ids: [file.id] });
    expect(left).toEqual({ deleted: [], in_use: [{ id: file.id, use_count: 1, uses }], not_found: [] });

    const usage = (await media.post('check-usage', { ids: [file.id] })).body.data[file.id];
    expect(usage).toMatchObject({ template_count: 1, template_names: [expect.stringContaining(name)], uses });

    const refused = await media.post('delete', { ids: [file.id], force: false });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'conflict', in_use: [{ id: file.id, use_count: 1, uses }] });
    expect(refused.body.message).toContain(name);
    expect((await library.fetchMedia(file.url)).status).toBe(200);

    await leave(id);
    const gone = await client.get('delete-media', { ids: [file.id] });
    expect(gone).toEqual({ deleted: [file.id], in_use: [], not_found: [] });
  },
);

test('force deletes what is used, and a refused call deletes nothing', async () => {
  const free = await media.upload(drawPng(100 + seed), 'free.png');
  await brandWith({ logo_url: file.url });
  expect((await media.post('delete', { ids: [free.id, file.id], force: false })).status).toBe(409);
  expect((await library.fetchMedia(free.url)).status).toBe(200);
  expect((await media.post('delete', { ids: [free.id, file.id] })).status).toBe(204);
  expect((await library.fetchMedia(file.url)).status).toBe(404);
  await brandWith(null);
});

test('a folder that is deleted with its files leaves what a saved module uses', async () => {
  const folder = await media.createFolder('F');
  await media.post('move', { ids: [file.id], folder_id: folder });
  const body = { name: 'M', content: contentShowing(file.url).blocks };
  await own.request('POST', '/saved-modules', { body });
  await own.request('DELETE', `/media/folders/${folder}?files=delete&force=false`);
  expect((await media.list()).map((item) => item.id)).toContain(file.id);
});

test('a module of another tenant is a use only while it is shared: nothing else is told of it', async () => {
  const { app } = library;
  const neighbour = await app.openTenant('neighbour');
  const body = { name: 'Secret plan', content: contentShowing(file.url).blocks };
  const { id } = (await neighbour.request('POST', '/saved-modules', { body })).body.data;
  const usage = async () => (await media.post('check-usage', { ids: [file.id] })).text;
  expect(await usage()).not.toContain('Secret plan');
  const sharing = { project_id: app.first.project_id, module_ids: [id] };
  await perform(shareModules, app.deps, adminScope, { ...sharing, shared: true });
  expect(await usage()).toContain('Secret plan');
  await perform(shareModules, app.deps, adminScope, { ...sharing, shared: false });
  const deleted = await connect(app, ERAS[0]).get('delete-media', { ids: [file.id] });
  expect(deleted).toEqual({ deleted: [file.id], in_use: [], not_found: [] });
});

test('a template that shows a file is named once, whatever its history shows', async () => {
  const id = await media.createTemplate('Both', file.url);
  await own.request('POST', `/templates/${id}/snapshots`);
  const usage = (await media.post('check-usage', { ids: [file.id] })).body.data[file.id];
  expect(usage).toMatchObject({ template_count: 1, template_names: ['Both'] });
  expect(usage.uses.map((use: { kind: string }) => use.kind)).toEqual(['template', 'snapshot']);
});
