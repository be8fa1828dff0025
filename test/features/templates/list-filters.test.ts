import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { executeSql } from '../../support/execute-sql.ts';
import { runs } from '../../support/property-runs.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';
import { drawPng, formOf } from '../media/library.ts';

type Tenant = Awaited<ReturnType<typeof openTenantForever>>;

let app: TestApp;
let tenants = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const open = () => openTenantForever(app, `filters ${++tenants}`);

interface Stored {
  id: string;
  name: string;
  folder_id?: string;
  tags?: string[];
  archived_at?: string;
  updatedAt: string;
  score?: number;
  exported_at?: string;
}

/** All pages of a list, and how many there were. */
async function walk(
  tenant: Tenant,
  query: Record<string, string>,
): Promise<{ items: Stored[]; pages: number }> {
  const items: Stored[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const search: string = new URLSearchParams(cursor === null ? query : { ...query, cursor }).toString();
    const answer = await tenant.request('GET', `/templates?${search}`);
    if (answer.status !== 200) throw new Error(answer.text);
    items.push(...answer.body.data);
    cursor = answer.body.meta.next_cursor;
    if (cursor === null) return { items, pages };
  }
}

const compareText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const COMPARE: Record<string, (a: Stored, b: Stored) => number> = {
  newest: (a, b) => -compareText(a.id, b.id),
  oldest: (a, b) => compareText(a.id, b.id),
  updated: (a, b) => -compareText(a.updatedAt + a.id, b.updatedAt + b.id),
  name_asc: (a, b) => compareText(a.name, b.name) || compareText(a.id, b.id),
  name_desc: (a, b) => -compareText(a.name, b.name) || -compareText(a.id, b.id),
  score_desc: (a, b) => (b.score ?? -1) - (a.score ?? -1) || -compareText(a.id, b.id),
  score_asc: (a, b) => (a.score ?? -1) - (b.score ?? -1) || compareText(a.id, b.id),
  exported: (a, b) => -compareText(a.exported_at ?? '', b.exported_at ?? '') || -compareText(a.id, b.id),
};

describe('lists with filters', () => {
  test('have exactly the templates that meet all of them, in order, for every sort', async () => {
    const tenant = await open();
    const folders: string[] = [];
    for (const name of ['F', 'G']) {
      const { body } = await tenant.request('POST', '/template-folders', { body: { name } });
      folders.push(body.data.id);
    }
    const NAMES = ['A', 'B', '\ufa0e', '\u{1f600}', 'Z'];
    for (let index = 0; index < 120; index += 1) {
      if (index % 10 === 0) app.clock.advance(1000);
      const name = NAMES[index % NAMES.length];
      const { body } = await tenant.request('POST', '/templates', {
        body: { name, content: smallContent() },
      });
      await tenant.request('PUT', `/templates/${body.data.id}`, {
        body: {
          folder_id: [null, null, ...folders][index % 4],
          tags: ['one', 'two', 'three'].filter((_, tag) => index % (tag + 2) === 0),
          archived: index % 7 === 0,
        },
      });
    }
    const number = '(SELECT count(*) FROM templates other WHERE other.id < templates.id)';
    await executeSql(
      app,
      `UPDATE templates SET score = ${number} % 5, scored_version = 1 WHERE ${number} % 3 = 0`,
      `UPDATE templates SET exported_at = 1000 * (${number} % 4) WHERE ${number} % 2 = 0`,
    );
    const { items: all } = await walk(tenant, { archived: 'all' });
    expect(all).toHaveLength(120);
    const times = [...new Set(all.map((item) => item.updatedAt))];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(COMPARE)),
        fc.constantFrom('false', 'true', 'all'),
        fc.record(
          {
            folder_id: fc.constantFrom('top', ...folders),
            tag: fc.constantFrom('One', 'TWO', 'three', 'none'),
            updated_since: fc.constantFrom(...times),
            search: fc.constantFrom('a', 'z'),
          },
          { requiredKeys: [] },
        ),
        async (sort, archived, filters) => {
          const { folder_id, tag, updated_since, search } = filters;
          const expected = all.filter(
            (item) =>
              (archived === 'all' || (item.archived_at !== undefined) === (archived === 'true')) &&
              (folder_id === undefined || (item.folder_id ?? 'top') === folder_id) &&
              (tag === undefined || (item.tags ?? []).includes(tag.toLowerCase())) &&
              (updated_since === undefined || item.updatedAt >= updated_since) &&
              (search === undefined || item.name === search.toUpperCase()),
          );
          const { items } = await walk(tenant, { sort, archived, ...filters });
          expect(items).toEqual(expected.sort(COMPARE[sort] as (a: Stored, b: Stored) => number));
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('find templates by author, by media file, and by both', async () => {
    const tenant = await open();
    const other = await app.openTenant(`filters ${tenants}`, { user: { id: 'ada', name: 'Ada' } });
    const file = (await tenant.request('POST', '/media/upload', { body: formOf(drawPng(1), 'a.png') })).body
      .data;
    const picture = { blocks: [{ type: 'image', src: file.url }], settings: {} };
    const post = async (by: Tenant, content: object) =>
      (await by.request('POST', '/templates', { body: { content } })).body.data.id as string;
    const ids = [await post(tenant, picture), await post(other, picture), await post(other, smallContent())];
    const list = async (query: Record<string, string>) =>
      (await walk(tenant, { sort: 'oldest', ...query })).items.map(({ id }) => id);
    expect(await list({ uses_media: file.id })).toEqual(ids.slice(0, 2));
    expect(await list({ author: 'ada' })).toEqual(ids.slice(1));
    expect(await list({ author: 'ada', uses_media: file.id })).toEqual([ids[1] as string]);
    await tenant.request('DELETE', '/media', { body: { ids: [file.id] } });
    expect(await list({ uses_media: file.id })).toEqual(ids.slice(0, 2));
    const stranger = await open();
    for (const [by, id] of [
      [tenant, 'gone'],
      [stranger, file.id],
    ] as const) {
      const refused = await by.request('GET', `/templates?uses_media=${id}`);
      expect([refused.status, refused.body.message]).toEqual([404, 'File not found.']);
    }
  });

  test('refuse what they do not know', async () => {
    const tenant = await open();
    for (const query of ['sort=best', 'updated_since=yesterday', 'folder_id=gone']) {
      expect((await tenant.request('GET', `/templates?${query}`)).status).toBe(
        query.includes('gone') ? 404 : 422,
      );
    }
    await tenant.request('POST', '/templates', { body: { content: smallContent() } });
    const { body } = await tenant.request('GET', '/templates?archived=all');
    expect(body.data).toHaveLength(1);
  });

  test('refuse a type of blocks that neither Galley nor a template of the tenant has', async () => {
    const [tenant, other] = [await open(), await open()];
    const list = (by: Tenant) => by.request('GET', '/templates?block_type=carousel');
    const refused = await list(tenant);
    expect([refused.status, refused.body.errors.block_type]).toEqual([
      422,
      [expect.stringMatching(/^block_type must be one of: "section", "title", .*"countdown"/)],
    ]);
    expect((await tenant.request('GET', '/templates?block_type=countdown')).body.data).toEqual([]);
    const content = { blocks: [{ type: 'carousel', id: 'c' }], settings: {} };
    const { body } = await other.request('POST', '/templates', { body: { content } });
    expect((await list(other)).body.data.map(({ id }: Stored) => id)).toEqual([body.data.id]);
    expect((await list(tenant)).status).toBe(422);
  });

  test('a cursor belongs to its filters', async () => {
    const tenant = await open();
    for (let index = 0; index < 30; index += 1) {
      const { body } = await tenant.request('POST', '/templates', { body: { content: smallContent() } });
      await tenant.request('PUT', `/templates/${body.data.id}`, { body: { tags: ['x', 'y'] } });
    }
    const { meta } = (await tenant.request('GET', '/templates?tag=x')).body;
    const cursor = encodeURIComponent(meta.next_cursor);
    expect((await tenant.request('GET', `/templates?tag=x&cursor=${cursor}`)).body.data).toHaveLength(5);
    expect((await tenant.request('GET', `/templates?tag=y&cursor=${cursor}`)).status).toBe(422);
    expect((await tenant.request('GET', `/templates?cursor=${cursor}`)).status).toBe(422);
  });
});

describe('lists of many templates', () => {
  /** More than the rows that a page reads at most. */
  const COUNT = 8_000;
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await open();
    const { body } = await tenant.request('POST', '/templates', {
      body: { content: smallContent(), name: 'first' },
    });
    await tenant.request('PUT', `/templates/${body.data.id}`, {
      body: { tags: ['rare', 'odd', 'old', 'new'] },
    });
    const tag = (name: string, condition: string) =>
      `INSERT INTO tagged_templates (tag_id, template_id)
       SELECT (SELECT t.id FROM template_tags t WHERE t.name = '${name}' AND t.tenant_id = templates.tenant_id), id
       FROM templates WHERE id LIKE 'f%' AND (${condition})`;
    await executeSql(
      app,
      `INSERT INTO templates (id, tenant_id, name, name_folded, content_id, content_by, content_at, version, created_at, updated_at, archived_at)
       SELECT 'f' || (10000000 + value), tenant_id, 'n', 'N' || (10000000 + (value * 7919) % ${COUNT}), content_id, content_by, content_at, 1, value, value,
         CASE WHEN value % 4 = 0 THEN 1 END
       FROM templates, (
         WITH RECURSIVE s(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM s WHERE value < ${COUNT}) SELECT value FROM s
       ) AS numbers WHERE id = '${body.data.id}'`,
      tag('rare', `updated_at % ${COUNT / 4} = 0`),
      tag('odd', 'updated_at % 2 = 1'),
      tag('old', `updated_at <= ${COUNT / 4}`),
      tag('new', `updated_at > ${(COUNT * 3) / 4}`),
      `UPDATE tenants SET template_count = ${COUNT + 1} WHERE slug = 'filters ${tenants}'`,
    );
  });

  const count = async (query: Record<string, string>) => {
    const { items, pages } = await walk(tenant, query);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    return { count: items.length, pages };
  };

  test('are complete, also where a page reads many rows to find few', async () => {
    for (const sort of ['newest', 'oldest', 'updated', 'name_asc', 'score_desc']) {
      expect(await count({ sort, tag: 'rare', archived: 'all' })).toEqual({ count: 5, pages: 1 });
      const old = await count({ sort, tag: 'old', archived: 'all' });
      expect(old.count).toBe(COUNT / 4 + 1);
      expect(old.pages).toBeLessThan(COUNT / 4 / 25 + 10);
    }
    const archived = await count({ sort: 'newest', tag: 'old', archived: 'true' });
    expect(archived.count).toBe(COUNT / 16);
  });

  test('end with an empty page where no template meets all filters, after a bounded number of pages', async () => {
    const both = new URLSearchParams({ tag: 'old', updated_since: new Date((COUNT * 3) / 4).toISOString() });
    const { items, pages } = await walk(tenant, Object.fromEntries(both));
    expect(items.length).toBeLessThanOrEqual(1);
    expect(pages).toBeLessThanOrEqual(COUNT / 5_000 + 1);
  });
});

test('lists sort by the last export and the last score of what is stored', async () => {
  const tenant = await open();
  const post = async (name: string) =>
    (await tenant.request('POST', '/templates', { body: { name, content: smallContent(name) } })).body.data;
  const [a, b, c] = [await post('a'), await post('b'), await post('c')];
  const exportIt = (id: string) => tenant.request('POST', `/templates/${id}/export`);
  expect((await exportIt(b.id)).status).toBe(200);
  app.clock.advance(1000);
  expect((await exportIt(a.id)).status).toBe(200);
  const score = async (id: string, content: unknown) =>
    (await tenant.request('POST', `/templates/${id}/ai/score`, { body: { current_content: content } }))
      .status;
  expect(await score(b.id, b.content)).toBe(200);
  expect(await score(c.id, smallContent('not stored'))).toBe(200);
  await app.deps.services.templates.uses.flush();
  const exported = await walk(tenant, { sort: 'exported' });
  expect(exported.items.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(exported.items[0]?.exported_at).toBe(new Date(app.clock.now()).toISOString());
  const scored = await walk(tenant, { sort: 'score_desc' });
  expect(scored.items.map(({ name }) => name)).toEqual(['b', 'c', 'a']);
  expect(scored.items.map((item) => typeof item.score)).toEqual(['number', 'undefined', 'undefined']);
  expect((await tenant.request('GET', `/templates/${b.id}`)).body.data.version).toBe(1);
});
