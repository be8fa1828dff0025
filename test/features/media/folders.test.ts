import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { drawPng, GUARD_MS, type Library, openLibrary } from './library.ts';
import { listStored } from './stored.ts';

setDefaultTimeout(GUARD_MS);

let library: Library;
beforeEach(async () => {
  library = await openLibrary({ trash_days: 0 });
});
afterEach(() => library.app.stop());

const put = (id: string, body: unknown) => library.tenant.request('PUT', `/media/folders/${id}`, { body });
const remove = (id: string, body?: unknown) =>
  library.tenant.request('DELETE', `/media/folders/${id}`, { body });

interface Tree {
  name: string;
  children?: Tree[];
}
/** The tree as nested names. */
const outline = async (): Promise<unknown> => {
  const show = (folders: Tree[]): unknown =>
    folders.map(({ name, children }) => (children ? [name, show(children)] : name));
  return show((await library.tenant.request('GET', '/media/folders')).body.data);
};

async function createChain(...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push(await library.createFolder(name, ids.at(-1) ?? null));
  return ids;
}

test('a folder has exactly the fields editors read, in a tree by name', async () => {
  expect((await library.tenant.request('GET', '/media/folders')).body).toEqual({ data: [] });
  const answer = await library.post('folders', { name: '  Spring / 2027 ', parent_id: null });
  const { data } = answer.body;
  expect([answer.status, data]).toEqual([
    201,
    {
      id: expect.any(String),
      project_id: library.app.first.project_id,
      parent_id: null,
      name: 'Spring 2027',
      created_at: new Date(library.app.clock.now()).toISOString(),
    },
  ]);
  const child = (await library.post('folders', { name: 'zeta', parent_id: data.id })).body.data;
  const other = (await library.post('folders', { name: 'Alpha', parent_id: data.id })).body.data;
  const tree = (await library.tenant.request('GET', '/media/folders')).body.data;
  expect(tree).toEqual([{ ...data, children: [other, child] }]);
});

test('is renamed and moved, also at once', async () => {
  const [a, b] = (await createChain('A', 'B')) as [string, string];
  expect((await put(b, { name: 'b' })).body.data).toMatchObject({ id: b, name: 'b', parent_id: a });
  expect((await put(b, { parent_id: null })).body.data).toMatchObject({ name: 'b', parent_id: null });
  expect(await outline()).toEqual(['A', 'b']);
  expect((await put(a, { name: 'Z', parent_id: b })).body.data).toMatchObject({ name: 'Z', parent_id: b });
  expect(await outline()).toEqual([['b', ['Z']]]);
  expect((await put(a, { name: 'Z' })).status).toBe(200);
});

describe('refused, and nothing has changed', () => {
  let ids: string[];
  beforeEach(async () => {
    ids = await createChain('1', '2', '3', '4', '5');
    await library.createFolder('Straße');
  });

  const refuse = async (
    answer: Promise<{ body: { message: string } }>,
    status: number,
    code: string,
    message: RegExp,
  ) => {
    const before = await dumpDatabase(library.app);
    const got = await answer;
    expectError(got as never, status, code);
    expect(got.body.message).toMatch(message);
    expect(await dumpDatabase(library.app)).toBe(before);
  };

  test('a sixth level, by creating and by moving', async () => {
    await refuse(
      library.post('folders', { name: '6', parent_id: ids[4] }),
      422,
      'validation_failed',
      /5 levels/,
    );
    const other = await library.createFolder('other');
    const inner = await library.createFolder('inner', other);
    await refuse(put(other, { parent_id: ids[3] }), 422, 'validation_failed', /5 levels/);
    expect((await put(inner, { parent_id: ids[3] })).status).toBe(200);
  });

  test('a folder under itself or one inside it', async () => {
    for (const parent_id of ids) {
      await refuse(put(ids[0] as string, { parent_id }), 422, 'validation_failed', /itself/);
    }
  });

  test.each<[string, unknown, number, string, RegExp]>([
    ['an equal name', { name: 'STRASSE' }, 409, 'conflict', /already a folder/],
    ['no name', {}, 422, 'validation_failed', /^name/],
    ['an empty name', { name: '' }, 422, 'validation_failed', /^name/],
    ['a name of dots and slashes', { name: '../..\\' }, 422, 'validation_failed', /^name/],
    ['a name of invisible characters', { name: '\u202e\u200b\ufeff ' }, 422, 'validation_failed', /^name/],
    ['a name of 5 KB', { name: 'x'.repeat(5000) }, 422, 'validation_failed', /5000 characters/],
    ['NUL', { name: 'a\0b' }, 422, 'validation_failed', /NUL/],
    ['half an emoji', { name: '\ud83d' }, 422, 'validation_failed', /surrogate/],
    ['a parent that is not there', { name: 'x', parent_id: 'gone' }, 404, 'not_found', /^Folder not found.$/],
    ['a number as parent', { name: 'x', parent_id: 5 }, 422, 'validation_failed', /parent_id/],
  ])('%s', async (_name, body, status, code, message) => {
    await refuse(library.post('folders', body), status, code, message);
  });

  test('an equal name by renaming or moving', async () => {
    await library.createFolder('5', ids[0]);
    await refuse(put(ids[1] as string, { name: '５' }), 409, 'conflict', /already a folder/);
    await refuse(put(ids[4] as string, { parent_id: ids[0] }), 409, 'conflict', /already a folder/);
  });

  test('what is not there', async () => {
    await refuse(put('gone', { name: 'x' }), 404, 'not_found', /^Folder not found.$/);
    await refuse(remove('gone'), 404, 'not_found', /^Folder not found.$/);
  });

  test('a way of treating files that does not exist', async () => {
    await refuse(remove(ids[0] as string, { files: 'burn' }), 422, 'validation_failed', /files/);
  });
});

test('simultaneous creations of one name make one folder', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => library.post('folders', { name: 'One' })),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
});

test('there are 1,000 folders at most', async () => {
  for (let i = 0; i < 1000; i += 1) await library.createFolder(`${i}`);
  const answer = await library.post('folders', { name: 'one more' });
  expectError(answer, 409, 'conflict');
  expect(answer.body.message).toContain('1000');
  expect((await library.tenant.request('GET', '/media/folders')).body.data).toHaveLength(1000);
});

describe('deleting a folder', () => {
  let outer: string;
  beforeEach(async () => {
    const [first, second] = (await createChain('Outer', 'Inner')) as [string, string];
    outer = first;
    await library.createFolder('Beside');
    await library.upload(drawPng(1), 'top.png');
    await library.upload(drawPng(2), 'outer.png', { folder_id: first });
    await library.upload(drawPng(3), 'inner.png', { folder_id: second });
  });
  const places = async () =>
    Object.fromEntries((await library.list()).map((item) => [item.filename, item.folder_id]));

  test('deletes those in it, and brings the files of all to the top', async () => {
    const used = await library.usedBytes();
    const answer = await remove(outer);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await outline()).toEqual(['Beside']);
    expect(await places()).toEqual({ 'top.png': null, 'outer.png': null, 'inner.png': null });
    expect(await library.usedBytes()).toBe(used);
  });

  test('deletes the files too if that is wished', async () => {
    await library.createTemplate(
      'Letter',
      (await library.list()).find((item) => item.filename === 'inner.png')?.url as string,
    );
    expect((await remove(outer, { files: 'delete' })).status).toBe(204);
    const [top] = await library.list();
    expect(await places()).toEqual({ 'top.png': null });
    expect(await library.usedBytes()).toBe(top?.size as number);
    expect(await listStored(library.app)).toHaveLength(await countRows(library.app, 'media_objects'));
  });
});

test('what happens to the files may be said in the address too, for clients that send no body with a DELETE', async () => {
  const folder = await library.createFolder('F');
  await library.upload(drawPng(1), 'a.png', { folder_id: folder });
  const { status } = await library.tenant.request('DELETE', `/media/folders/${folder}?files=delete`);
  expect([status, await library.list()]).toEqual([204, []]);
});

describe('files', () => {
  test('are moved into a folder and to the top; ids of nothing are passed over', async () => {
    const folder = await library.createFolder('F');
    const [a, b] = [await library.upload(drawPng(1), 'a.png'), await library.upload(drawPng(2), 'b.png')];
    library.app.clock.advance(1000);
    const moved = await library.post('move', { ids: [a.id, b.id, 'gone'], folder_id: folder });
    expect(moved.status).toBe(200);
    const updated_at = new Date(library.app.clock.now()).toISOString();
    expect(moved.body.data).toEqual([b, a].map((item) => ({ ...item, folder_id: folder, updated_at })));
    expect(await library.list({ folder_id: folder })).toEqual(moved.body.data);
    expect((await library.post('move', { ids: [a.id], folder_id: null })).body.data[0].folder_id).toBeNull();
    expectError(await library.post('move', { ids: [a.id], folder_id: 'gone' }), 404, 'not_found');
    expectError(await library.post('move', { ids: [a.id] }), 422, 'validation_failed');
  });
});
