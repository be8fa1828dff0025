import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { expectError } from '../../support/expect-error.ts';
import { runs } from '../../support/property-runs.ts';
import type { Answer } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Item, type Library, libraryOf, openLibrary, writePdf } from './library.ts';
import { cloneFiles } from './many-files.ts';

setDefaultTimeout(GUARD_MS);

const SORTS = ['newest', 'oldest', 'name_asc', 'name_desc', 'size_asc', 'size_desc'];

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.app.stop());

describe('a library of a few files', () => {
  const items: Item[] = [];
  let folder: string;
  beforeAll(async () => {
    folder = await library.createFolder('Campaign');
    items.push(await library.upload(drawPng(1), 'Straße.png'));
    items.push(await library.upload(drawPng(2, 300, 300), '100%_off.png', { folder_id: folder }));
    items.push(await library.upload(writePdf('terms'), 'äpfel.pdf'));
    items.push(await library.upload(drawPng(4, 90, 90), 'Zebra.png', { folder_id: folder }));
    const body = { filename: 'Zebra.png', alt_text: 'Ein gestreiftes Pferd' };
    await library.tenant.request('PUT', `/media/${items[3]?.id}`, { body });
  });

  const names = async (query: Record<string, string>) =>
    (await library.list(query)).map((item) => item.filename);

  test.each<[string, Record<string, string>, string[]]>([
    ['all files of all folders, newest first', {}, ['Zebra.png', 'äpfel.pdf', '100%_off.png', 'Straße.png']],
    ['oldest first', { sort: 'oldest' }, ['Straße.png', '100%_off.png', 'äpfel.pdf', 'Zebra.png']],
    ['by name', { sort: 'name_asc' }, ['100%_off.png', 'Straße.png', 'Zebra.png', 'äpfel.pdf']],
    ['by name, backward', { sort: 'name_desc' }, ['äpfel.pdf', 'Zebra.png', 'Straße.png', '100%_off.png']],
    ['images', { category: 'images', sort: 'oldest' }, ['Straße.png', '100%_off.png', 'Zebra.png']],
    ['documents', { category: 'documents' }, ['äpfel.pdf']],
    ['videos', { category: 'videos' }, []],
    ['an empty cursor and search', { cursor: '', search: '', category: 'documents' }, ['äpfel.pdf']],
    ['search in the name, folded', { search: 'STRASSE' }, ['Straße.png']],
    ['search in the alternative text', { search: 'gestreift' }, ['Zebra.png']],
    ['search is text, not a pattern', { search: '%_' }, ['100%_off.png']],
    ['a pattern finds nothing', { search: 'Z%a' }, []],
    ['search and category', { search: 'p', category: 'documents' }, ['äpfel.pdf']],
    ['pictures without alternative text', { missing_alt: 'true' }, ['100%_off.png', 'Straße.png']],
    ['the same by name', { missing_alt: 'true', sort: 'name_desc' }, ['Straße.png', '100%_off.png']],
    ['the same in a search', { missing_alt: 'true', search: '.png' }, ['100%_off.png', 'Straße.png']],
    ['documents without alternative text', { missing_alt: 'true', category: 'documents' }, []],
    ['search and sort', { search: '.PNG', sort: 'name_desc' }, ['Zebra.png', 'Straße.png', '100%_off.png']],
  ])('%s', async (_name, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('of a folder; with a search the folder is left out', async () => {
    expect(await names({ folder_id: folder })).toEqual(['Zebra.png', '100%_off.png']);
    expect(await names({ folder_id: folder, sort: 'name_asc' })).toEqual(['100%_off.png', 'Zebra.png']);
    expect(await names({ folder_id: folder, category: 'documents' })).toEqual([]);
    expect(await names({ folder_id: folder, search: 'äpfel' })).toEqual(['äpfel.pdf']);
    expect(await names({ folder_id: '' })).toHaveLength(4);
    expectError(await library.browse({ folder_id: 'gone' }), 404, 'not_found');
  });

  test('by size', async () => {
    const sizes = (await library.list({ sort: 'size_asc' })).map((item) => item.size);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    const reverse = (await library.list({ sort: 'size_desc' })).map((item) => item.size);
    expect(reverse).toEqual(sizes.toReversed());
  });

  test('the envelope is the one editors read', async () => {
    const { body } = await library.browse();
    expect(body).toEqual({
      data: expect.any(Array),
      meta: {
        path: `${library.tenant.base}/media/browse`,
        per_page: 50,
        next_cursor: null,
        prev_cursor: null,
      },
    });
  });

  test.each<[Record<string, string>, string]>([
    [{ sort: 'NEWEST' }, 'sort'],
    [{ sort: 'id; DROP TABLE media_files' }, 'sort'],
    [{ category: 'fonts' }, 'category'],
    [{ search: 'x'.repeat(256) }, 'search'],
    [{ cursor: 'forged' }, 'cursor'],
  ])('refused: %p', async (query, field) => {
    const answer = await library.browse(query);
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});

describe('a library of many files', () => {
  const COUNT = 333;
  let many: ReturnType<typeof libraryOf>;
  let folder: string;
  beforeAll(async () => {
    const tenant = await library.app.openTenant('many');
    many = libraryOf(tenant);
    folder = await many.createFolder('Half');
    const { id } = await many.upload(drawPng(1), 'seed.png');
    // Names and sizes repeat, so that ids have to decide.
    await cloneFiles(library.app, id, COUNT - 1, (i) => ({
      folderId: i % 2 === 0 ? folder : null,
      name: `File ${i % 7}`,
      size: i % 5,
      category: i % 3 === 0 ? 'documents' : 'images',
    }));
  });

  interface Page {
    ids: string[];
    next: string | null;
    prev: string | null;
  }
  const read = async (query: Record<string, string>, cursor: string | null): Promise<Page> => {
    const { body } = await many.browse({ ...query, ...(cursor !== null && { cursor }) });
    const ids = body.data.map((item: Item) => item.id);
    return { ids, next: body.meta.next_cursor, prev: body.meta.prev_cursor };
  };

  test('pages forward and backward give the same sequence, whatever is asked for', async () => {
    const query = fc.record(
      {
        sort: fc.constantFrom(...SORTS),
        folder_id: fc.constantFrom('', 'HALF'),
        category: fc.constantFrom('images', 'documents'),
        search: fc.constantFrom('file', 'FILE 3', 'nothing'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (wishes) => {
        const asked = { ...wishes, ...(wishes.folder_id === 'HALF' && { folder_id: folder }) };
        const pages: Page[] = [];
        let cursor: string | null = null;
        do {
          pages.push(await read(asked, cursor));
          cursor = pages.at(-1)?.next ?? null;
        } while (cursor !== null);
        const forward = pages.flatMap((page) => page.ids);
        expect(new Set(forward).size).toBe(forward.length);
        expect(pages[0]?.prev).toBeNull();
        const back: Page[] = [];
        for (cursor = pages.at(-1)?.prev ?? null; cursor !== null; cursor = back[0]?.prev ?? null) {
          back.unshift(await read(asked, cursor));
        }
        expect(back.map((page) => page.ids)).toEqual(pages.slice(0, -1).map((page) => page.ids));
        // And forward again from there.
        if (back[0] !== undefined) expect((await read(asked, back[0].next)).ids).toEqual(pages[1]?.ids ?? []);
      }),
      { numRuns: runs(40) },
    );
    const all = await Promise.all(SORTS.map((sort) => many.list({ sort })));
    for (const page of all) expect(page).toHaveLength(50);
  });

  test('a cursor is good for its own list only', async () => {
    const { next } = await read({ sort: 'name_asc' }, null);
    const cursor = next as string;
    for (const query of [{}, { sort: 'name_desc' }, { sort: 'name_asc', category: 'images' }]) {
      expectError(await many.browse({ ...query, cursor }), 422, 'validation_failed');
    }
    const folded = { sort: 'name_asc', folder_id: folder };
    expectError(await many.browse({ ...folded, cursor }), 422, 'validation_failed');
    expectError(await library.browse({ sort: 'name_asc', cursor }), 422, 'validation_failed');
  });

  test('a page whose files have all been deleted still leads back', async () => {
    const tenant = await library.app.openTenant('deleting');
    const own = libraryOf(tenant);
    const { id } = await own.upload(drawPng(1), 'seed.png');
    await cloneFiles(library.app, id, 50, (i) => ({ name: `${i}` }));
    const first = (await own.browse({ sort: 'newest' })).body;
    await own.post('delete', { ids: [id] });
    const empty = (await own.browse({ cursor: first.meta.next_cursor })).body;
    expect([empty.data, empty.meta.next_cursor]).toEqual([[], null]);
    const back = (await own.browse({ cursor: empty.meta.prev_cursor })).body;
    expect(back.data).toEqual(first.data);
    expect(back.meta.prev_cursor).toBeNull();
  });
});

test('10,000 files in one folder are browsed, moved and deleted', async () => {
  const own = libraryOf(await library.app.openTenant('huge'));
  const folder = await own.createFolder('Everything');
  const { id, size } = await own.upload(drawPng(1), 'seed.png', { folder_id: folder });
  await cloneFiles(library.app, id, 9999, (i) => ({ folderId: folder, name: `${i}` }));
  let seen = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, meta }: Answer['body'] = (await own.browse({ folder_id: folder, sort: 'name_asc', cursor }))
      .body;
    seen += data.length;
    cursor = meta.next_cursor;
  }
  expect(seen).toBe(10_000);
  const ids = (await own.list({ folder_id: folder })).map((item) => item.id);
  expect((await own.post('move', { ids, folder_id: null })).body.data).toHaveLength(50);
  const tenant = await library.app.openTenant('huge');
  const deleted = await tenant.request('DELETE', `/media/folders/${folder}`, { body: { files: 'delete' } });
  expect(deleted.status).toBe(204);
  expect(await own.list()).toHaveLength(50);
  expect((await own.browse()).body.meta.next_cursor).toBeNull();
  expect(await own.usedBytes()).toBe(size);
});
