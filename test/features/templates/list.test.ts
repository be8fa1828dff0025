import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../support/property-runs.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';

const SORTS = ['newest', 'oldest', 'updated', 'name_asc', 'name_desc'] as const;
type Sort = (typeof SORTS)[number];

interface Item {
  id: string;
  name?: string;
  version: number;
  createdAt: string;
  updatedAt: string;
}
type Tenant = Awaited<ReturnType<typeof openTenantForever>>;

let app: TestApp;
let tenants = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

async function openWith(names: readonly (string | undefined)[]): Promise<Tenant & { ids: string[] }> {
  tenants += 1;
  const tenant = await openTenantForever(app, `list ${tenants}`);
  const ids: string[] = [];
  for (const name of names) {
    const body = { content: smallContent(), ...(name === undefined ? {} : { name }) };
    const answer = await tenant.request('POST', '/templates', { body });
    if (answer.status !== 201) throw new Error(answer.text);
    ids.push(answer.body.data.id);
  }
  return { ...tenant, ids };
}

function list(tenant: Tenant, query: Record<string, string> = {}) {
  return tenant.request('GET', `/templates?${new URLSearchParams(query)}`);
}

/** All pages one after the other; `between` happens after each. */
async function walk(
  tenant: Tenant,
  query: Record<string, string> = {},
  between = async () => {},
): Promise<Item[][]> {
  const pages: Item[][] = [];
  let cursor: string | null = null;
  do {
    const answer = await list(tenant, cursor === null ? query : { ...query, cursor });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['data', 'meta']);
    expect(answer.body.meta.per_page).toBe(25);
    pages.push(answer.body.data);
    cursor = answer.body.meta.next_cursor;
    await between();
  } while (cursor !== null && pages.length < 100);
  return pages;
}

const search = async (tenant: Tenant, text: string): Promise<(string | undefined)[]> =>
  (await walk(tenant, { search: text, sort: 'oldest' })).flat().map((item) => item.name);

describe('a page', () => {
  test('holds 25 without content, then says how to go on, and on the last that it is the last', async () => {
    const tenant = await openWith(Array.from({ length: 51 }, (_, i) => `Template ${i}`));
    const pages = await walk(tenant);
    expect(pages.map((page) => page.length)).toEqual([25, 25, 1]);
    const [first] = pages.flat();
    const created = new Date(app.clock.now()).toISOString();
    expect(first).toEqual({
      id: tenant.ids[50] as string,
      name: 'Template 50',
      version: 1,
      createdAt: created,
      updatedAt: created,
    });
    expect(pages.flat().map((item) => item.id)).toEqual([...tenant.ids].reverse());
  });

  test.each([0, 1, 24, 25, 26])('ends where it should with %i templates', async (count) => {
    const tenant = await openWith(Array.from({ length: count }, () => undefined));
    const answer = await list(tenant);
    expect(answer.body.data).toHaveLength(Math.min(count, 25));
    expect(answer.body.meta.next_cursor === null).toBe(count <= 25);
    expect(answer.body.data.some((item: Item) => 'name' in item)).toBe(false);
  });
});

/** What may be assumed of two neighbours in a list. */
const IN_ORDER: Record<Sort, (a: Item, b: Item) => boolean> = {
  newest: (a, b) => a.id > b.id,
  oldest: (a, b) => a.id < b.id,
  updated: (a, b) => a.updatedAt > b.updatedAt || (a.updatedAt === b.updatedAt && a.id > b.id),
  name_asc: (a, b) => a.name === undefined || b.name !== undefined,
  name_desc: (a, b) => b.name === undefined || a.name !== undefined,
};

const anyName = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom('', 'Same', 'same', 'SAME', "O'Brien", '%', '_', 'Straße', 'İzmir', '1', '10', '2'),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
);

describe('walking', () => {
  test('sees each template exactly once, in order, whatever the names, times and sort', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyName, { minLength: 26, maxLength: 60 }),
        fc.array(fc.nat({ max: 59 }), { maxLength: 20 }),
        fc.constantFrom(...SORTS),
        async (names, touched, sort) => {
          const tenant = await openWith(names);
          for (const [i, index] of touched.entries()) {
            const id = tenant.ids[index % names.length];
            if (i % 3 === 0) app.clock.advance(1);
            await tenant.request('PUT', `/templates/${id}`, { body: { content: smallContent(`${i}`) } });
          }
          const items = (await walk(tenant, { sort })).flat();
          expect(items.map((item) => item.id).sort()).toEqual([...tenant.ids].sort());
          for (const [i, item] of items.entries()) {
            const next = items[i + 1];
            if (next !== undefined)
              expect([sort, item, next, IN_ORDER[sort](item, next)]).toEqual([sort, item, next, true]);
          }
        },
      ),
      { numRuns: runs(25) },
    );
  });

  test('is not disturbed by templates made and deleted meanwhile', async () => {
    const tenant = await openWith(Array.from({ length: 60 }, (_, i) => `n${i}`));
    for (const sort of ['newest', 'oldest', 'name_asc', 'name_desc'] as const) {
      const extra: string[] = [];
      const disturb = async () => {
        const body = { content: smallContent(), name: 'n3' };
        extra.push((await tenant.request('POST', '/templates', { body })).body.data.id);
        if (extra.length > 1) await tenant.request('DELETE', `/templates/${extra[0]}`);
      };
      const seen = (await walk(tenant, { sort }, disturb)).flat().map((item) => item.id);
      expect(new Set(seen).size).toBe(seen.length);
      expect(tenant.ids.every((id) => seen.includes(id))).toBe(true);
      for (const id of extra) await tenant.request('DELETE', `/templates/${id}`);
    }
  });

  test('a search page by page finds what a filter finds', async () => {
    const names = Array.from({ length: 90 }, (_, i) => (i % 3 === 0 ? `Offer ${i}` : `News ${i}`));
    const tenant = await openWith(names);
    for (const sort of SORTS) {
      const pages = await walk(tenant, { sort, search: 'OFFER' });
      expect(pages.map((page) => page.length)).toEqual([25, 5]);
      expect(
        pages
          .flat()
          .map((item) => item.name)
          .sort(),
      ).toEqual(names.filter((_, i) => i % 3 === 0).sort());
    }
  });
});

describe('sorting', () => {
  test('by name ignores case; unnamed ones stand together at the beginning, and at the end the other way round', async () => {
    const tenant = await openWith(['beta', undefined, 'Alpha', 'alpha', 'BETA', 'gamma', undefined]);
    const names = async (sort: Sort) =>
      (await walk(tenant, { sort })).flat().map((item) => item.name?.toLowerCase());
    const ascending = [undefined, undefined, 'alpha', 'alpha', 'beta', 'beta', 'gamma'];
    expect(await names('name_asc')).toEqual(ascending);
    expect(await names('name_desc')).toEqual([...ascending].reverse());
  });

  test('by change puts what was changed last first; reading and saving the same do not count', async () => {
    const tenant = await openWith(['a', 'b', 'c']);
    const [a, b, c] = tenant.ids;
    app.clock.advance(1000);
    await tenant.request('PUT', `/templates/${a}`, { body: { name: 'a2' } });
    app.clock.advance(1000);
    await tenant.request('PUT', `/templates/${b}`, { body: { name: 'b' } });
    await tenant.request('GET', `/templates/${b}`);
    const ids = (await walk(tenant, { sort: 'updated' })).flat().map((item) => item.id);
    expect(ids).toEqual([a, c, b] as string[]);
  });
});

test.each([
  ['upper and lower case', 'Spring Sale', ['SPRING', 'sale', 'g s', 'Spring Sale'], ['sprinng']],
  ['umlauts', 'GRÜSSE aus Köln', ['grüsse', 'KÖLN', 'Ko\u0308ln', 'koln'], ['kiln']],
  ['sharp s', 'Straße', ['straße', 'STRASSE', 'strasse', 'stra'], ['strase']],
  ['sharp s the other way', 'STRASSE', ['Straße', 'strasse'], []],
  ['Turkish letters', 'İstanbul Iğdır', ['İstanbul', 'istanbul', 'ISTANBUL', 'ığdır', 'IĞDIR'], ['ankara']],
  ['Greek with its final sigma', 'ΟΔΟΣΑ ΛΟΓΟΣ', ['ΟΔΟΣ', 'οδοσ', 'λογος', 'ΛΟΓΟΣ'], ['λογον']],
  ['full-width letters', 'ＳＡＬＥ 50', ['sale'], ['sole']],
  ['percent sign', '20% off', ['%', '20%', '% o'], ['%%', '2%f']],
  ['underscore', 'spring_sale', ['_', 'g_s'], ['spring_ale', 's_r']],
  ['apostrophe', "O'Brien's", ["'", "O'B", "'s"], ["''", "' OR '1'='1"]],
  ['backslash and quotes', 'a\\b"c', ['\\', '"', '\\b'], ['\\\\']],
  ['emoji', 'Party 🎉🎊', ['🎉', '🎊'], ['🎈']],
  ['star, brackets and question mark', 'a*b[c]?', ['*', '[c]', '?'], ['a*d', '[a-z]']],
])('searching: %s', async (_name, name, found, missed) => {
  const tenant = await openWith([name, undefined, 'zzz']);
  for (const text of found) expect([text, await search(tenant, text)]).toEqual([text, [name]]);
  for (const text of missed) expect([text, await search(tenant, text)]).toEqual([text, []]);
});

test('an empty search is none; a search that finds nothing is an empty last page', async () => {
  const tenant = await openWith(['a', undefined]);
  expect(await search(tenant, '')).toEqual(['a', undefined]);
  const answer = await list(tenant, { search: 'nothing' });
  expect(answer.body).toEqual({ data: [], meta: { per_page: 25, next_cursor: null } });
});

test('unknown query parameters do not disturb', async () => {
  const tenant = await openWith(['a']);
  const query = {
    limit: '5',
    offset: 'x',
    __proto__x: '1',
    constructor: 'x',
    toString: 'x',
    hasOwnProperty: 'x',
  };
  expect((await list(tenant, query)).body.data).toHaveLength(1);
  expect((await tenant.request('GET', '/templates?__proto__=x&constructor=y')).body.data).toHaveLength(1);
});
