import { Database } from 'bun:sqlite';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test';
import fc from 'fast-check';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { toSequences } from '../../../src/features/media/browse/queries.ts';
import { deleteTenant } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { foldName } from '../../../src/platform/text/names.ts';
import { countRows } from '../../support/database-dump.ts';
import { isPostgres } from '../../support/engine.ts';
import { executeSql } from '../../support/execute-sql.ts';
import { type Answer, adminScope } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Item, type Library, libraryOf, openLibrary } from './library.ts';
import { cloneFiles } from './many-files.ts';

setDefaultTimeout(GUARD_MS);

/** Parts of names that are special in a search syntax, in SQL, or when text is cut into characters. */
const PARTS = [
  ...[
    'photo',
    'Photo',
    'summer',
    'a',
    'ab',
    'abc',
    ' ',
    '.',
    '-',
    '_',
    '%',
    '*',
    '?',
    '^',
    ':',
    '+',
    '(',
    ')',
  ],
  ...['"', '""', "'", "';--", 'AND', ' OR ', 'NOT', 'NEAR(', 'text:', '{', '}', '\\', '\n', '\t', '[a-z]'],
  ...[
    'ß',
    'SS',
    'İ',
    'ı',
    'é',
    'e\u0301',
    '\u0301',
    'ﬁ',
    '日本語',
    'ك',
    '👩‍👩‍👧',
    '👍🏽',
    '🇩🇪',
    '\ud83d',
    '\ude00',
    '\ufffd',
    '\uffff',
  ],
];

const text = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }).map((each) => each.replaceAll('\0', '')),
);

describe('what a text must hold', () => {
  test('is of three characters each, and holds for whatever contains it', () => {
    fc.assert(
      fc.property(text, text, text, (before, search, after) => {
        const whole = before + search + after;
        // Two halves of a character that meet are another character.
        fc.pre([...whole].length === [...before, ...search, ...after].length);
        const sequences = toSequences(search);
        if ([...search].length < 3) return expect(sequences).toBeUndefined();
        const found = (sequences ?? '').split('" AND "').map((part) => part.replaceAll(/^"|"$/g, ''));
        expect(found.length).toBeLessThanOrEqual(16);
        const database = new Database(':memory:');
        try {
          const like =
            "fts5(text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')";
          database.run(`CREATE VIRTUAL TABLE t USING ${like}`);
          database.query('INSERT INTO t (rowid, text) VALUES (1, ?)').run(whole);
          const rows = database.query('SELECT rowid FROM t WHERE t MATCH ?').all(sequences ?? '');
          expect(rows).toHaveLength(1);
        } finally {
          database.close();
        }
      }),
    );
  });
});

describe('a search finds exactly what contains it', () => {
  const files = fc.sample(fc.record({ name: text, altText: text }), { numRuns: 150, seed: 7 });
  let library: Library;
  let items: Item[];
  beforeAll(async () => {
    library = await openLibrary({ trash_days: 0 });
    const { id } = await library.upload(drawPng(1), 'seed.png');
    await cloneFiles(library.app, id, files.length, (i) => ({ ...files[i], size: i % 7 }) as never);
    items = await readAll({});
  });
  afterAll(() => library.app.stop());

  async function readAll(query: Record<string, string>): Promise<Item[]> {
    const all: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, meta }: Answer['body'] = (await library.browse({ ...query, cursor })).body;
      all.push(...data);
      cursor = meta.next_cursor;
    }
    return all;
  }

  const holds = (item: Item, search: string) =>
    [item.filename, item.alt_text].some((each) => foldName(each).includes(foldName(search)));

  const part = fc
    .tuple(fc.constantFrom(...files), fc.nat(), fc.integer({ min: 1, max: 12 }))
    .map(([{ name, altText }, at, length]) => {
      const whole = [...name, ...altText];
      const start = at % Math.max(1, whole.length);
      return whole.slice(start, start + length).join('');
    });

  test('whatever is searched for, in whatever order', async () => {
    const sorts = ['newest', 'oldest', 'name_asc', 'name_desc', 'size_asc', 'size_desc'];
    const wish = fc.record({ search: fc.oneof(part, text), sort: fc.constantFrom(...sorts) });
    await fc.assert(
      fc.asyncProperty(wish, async ({ search, sort }) => {
        // An address holds well-formed text only, and an empty search is none.
        fc.pre(search.isWellFormed() && search !== '' && search.length <= 255);
        const wanted = (await readAll({ sort })).filter((item) => holds(item, search));
        expect((await readAll({ search, sort })).map((item) => item.id)).toEqual(
          wanted.map((item) => item.id),
        );
      }),
    );
    expect(items).toHaveLength(files.length + 1);
  });

  test('a long search, and one that is nowhere in one piece', async () => {
    const name = Array.from({ length: 80 }, (_, i) => String.fromCharCode(97 + (i % 26))).join('');
    const { id } = await library.upload(drawPng(1), `${name}.png`);
    expect((await library.list({ search: name })).map((item) => item.id)).toEqual([id]);
    expect(await library.list({ search: `${name}${name}` })).toEqual([]);
    // All of its sequences are there, but not in this order.
    expect(await library.list({ search: 'defabcghi' })).toEqual([]);
  });

  test('pages of a search lead forward and backward, whether few or many files have it', async () => {
    const tenant = await library.app.openTenant('paging');
    const own = libraryOf(tenant);
    const { id } = await own.upload(drawPng(1), 'seed.png');
    await cloneFiles(library.app, id, 2000, (i) => ({
      name: i % 20 === 0 ? `rare ${i % 7}` : `usual ${i % 9}`,
      size: i % 5,
    }));
    for (const search of ['rare', 'usual']) {
      for (const sort of ['newest', 'name_asc', 'size_desc']) {
        const first = (await own.browse({ search, sort })).body;
        const second = (await own.browse({ search, sort, cursor: first.meta.next_cursor })).body;
        const back = (await own.browse({ search, sort, cursor: second.meta.prev_cursor })).body;
        const ids = (page: { data: Item[] }) => page.data.map((item) => item.id);
        expect(new Set([...ids(first), ...ids(second)]).size).toBe(100);
        expect(ids(back)).toEqual(ids(first));
        expect(back.meta.prev_cursor).toBeNull();
      }
    }
  });
});

describe('the index', () => {
  let library: Library;
  beforeEach(async () => {
    library = await openLibrary({ trash_days: 0 });
  });
  afterEach(() => library.app.stop());
  const names = async (search: string) => (await library.list({ search })).map((item) => item.filename);
  const faults = async () => (await perform(checkIntegrity, library.app.deps, adminScope, {})).faults;

  test('follows what becomes of a file', async () => {
    const { id } = await library.upload(drawPng(1), 'before.png');
    const change = (body: object) => library.tenant.request('PUT', `/media/${id}`, { body });
    await change({ filename: 'after' });
    expect([await names('before'), await names('after')]).toEqual([[], ['after.png']]);
    await change({ alt_text: 'a striped horse' });
    expect(await names('STRIPED')).toEqual(['after.png']);
    await change({ alt_text: '' });
    expect(await names('striped')).toEqual([]);
    await library.replace(id, drawPng(2));
    expect(await names('after')).toEqual(['after.png']);
    expect(await faults()).toEqual([]);
    await library.post('delete', { ids: [id] });
    expect(await names('after')).toEqual([]);
    expect([await countRows(library.app, 'media_texts'), await faults()]).toEqual([0, []]);
  });

  test('knows tenants apart, and goes with them', async () => {
    const other = libraryOf(await library.app.openTenant('other'));
    await library.upload(drawPng(1), 'secret plan.png');
    await other.upload(drawPng(1), 'public plan.png');
    expect([await names('plan'), await names('public')]).toEqual([['secret plan.png'], []]);
    const { project_id } = library.app.first;
    await perform(deleteTenant, library.app.deps, adminScope, { project_id, tenant: 'other', now: true });
    // PostgreSQL searches the texts themselves.
    const table = isPostgres ? 'media_texts' : 'media_search_docsize';
    expect([await countRows(library.app, table), await faults()]).toEqual([1, []]);
  });

  const damages: [string, string][] = [
    ['a row of no file', "INSERT INTO media_search (rowid, text) VALUES (5, 'STRAY')"],
    ['a file that is not there', 'DELETE FROM media_search'],
    ['a file under another name', "UPDATE media_search SET text = 'SOMETHING ELSE'"],
  ];
  test.each<[string, string]>([
    ...(isPostgres ? [] : damages),
    ['a text that is not the file’s', "UPDATE media_texts SET filename_folded = 'B.PNG'"],
    ['a file without a text', 'DELETE FROM media_texts'],
  ])('is checked: %s', async (_what, damage) => {
    await library.upload(drawPng(1), 'a.png');
    await executeSql(library.app, damage);
    expect(await faults()).toEqual([
      expect.stringMatching(/search index of media libraries is wrong for 1 files/),
    ]);
  });
});
