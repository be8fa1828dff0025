import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { executeSql } from '../../../support/execute-sql.ts';
import { readColumns, readRows } from '../../../support/read-rows.ts';
import { type SignedUser, signUser } from '../../../support/signed-user.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';
import { create, idsOf, paragraph, say, search, waitForIndex } from './search-client.ts';

let app: TestApp;
let ada: SignedUser;
beforeAll(async () => {
  app = await createTestApp();
  ada = signUser(app.first.signing_key);
});
afterAll(() => app.stop());

/** Adds templates to the tenant of a template, on both sides of it in every order. They count as indexed, without texts. */
async function addCopies(of: string, count: number): Promise<void> {
  const columns = (await readColumns(app)).get('templates') ?? [];
  const oneOf = (odd: string, even: string) => `CASE WHEN n % 2 = 1 THEN ${odd} ELSE ${even} END`;
  const changed: Record<string, string> = {
    id: `${oneOf("'0'", "'z'")} || tenant_id || '-' || n`,
    name: "'copy'",
    name_folded: oneOf("'0'", "'z'"),
    updated_at: `updated_at + ${oneOf('n', '-n')}`,
    score: 'n % 2',
  };
  const values = columns.map((column) => changed[column] ?? column).join(', ');
  const tenant = `(SELECT tenant_id FROM templates WHERE id = '${of}')`;
  await executeSql(
    app,
    'BEGIN',
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
     INSERT INTO templates (${columns.join(', ')})
     SELECT ${values} FROM templates, numbers WHERE templates.id = '${of}'`,
    'UPDATE search_entries SET is_pending = 0',
    `UPDATE tenants SET template_count = template_count + ${count} WHERE id = ${tenant}`,
    'COMMIT',
  );
}

describe('pages of a search', () => {
  test('goes on from page to page in every order, each template once', async () => {
    const tenant = await app.openTenant('pages');
    const ids: string[] = [];
    for (let index = 0; index < 70; index += 1) {
      const [name, text] = index % 3 === 0 ? [`melon ${index}`, 'x'] : [`${index}`, 'melon'];
      ids.push(await create(tenant, name, [paragraph('p', index % 3 === 2 ? 'x' : text)]));
      const thread = await say(tenant, ada, ids.at(-1) as string, { body: 'melon' });
      await say(tenant, ada, ids.at(-1) as string, { body: 'melon', parent_id: thread });
    }
    await waitForIndex(tenant, 'melon');
    const newest = ids.toReversed();
    const ofKind = (kind: number) => newest.filter((id) => ids.indexOf(id) % 3 === kind);
    const expected = {
      relevance: [...ofKind(0), ...ofKind(1), ...ofKind(2)],
      newest,
      oldest: ids,
      updated: newest,
    };
    for (const [sort, order] of Object.entries(expected)) {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await search(tenant, 'melon', { sort, ...(cursor !== '' && { cursor }) });
        found.push(...idsOf(page));
        cursor = page.meta.next_cursor;
      }
      expect(found, sort).toEqual(sort === 'updated' ? expect.arrayContaining(order) : order);
      expect(found.length, sort).toBe(70);
    }
  });

  test('fills the pages of every order, in a tenant with many templates that do not match', async () => {
    const tenant = await app.openTenant('sparse');
    const ids: string[] = [];
    for (let index = 0; index < 30; index += 1) {
      ids.push(await create(tenant, `durian ${index}`, [paragraph('p', 'durian')]));
    }
    await waitForIndex(tenant, 'durian');
    await addCopies(ids[0] as string, 6_000);
    for (const sort of ['oldest', 'newest', 'updated', 'name_asc', 'name_desc', 'score_desc', 'exported']) {
      const first = await search(tenant, 'durian', { sort });
      expect(first.data.length, sort).toBe(25);
      const second = await search(tenant, 'durian', { sort, cursor: first.meta.next_cursor });
      expect([...idsOf(first), ...idsOf(second)].sort(), sort).toEqual([...ids].sort());
      expect(second.meta.next_cursor, sort).toBeNull();
    }
  });

  test('finds many templates in every order, wherever they are among others', async () => {
    const tenant = await app.openTenant('many');
    const ids: string[] = [];
    for (let index = 0; index < 210; index += 1) {
      ids.push(await create(tenant, `lychee ${index}`, [paragraph('p', 'lychee')]));
    }
    await waitForIndex(tenant, 'lychee');
    await addCopies(ids[0] as string, 2_000);
    // Evenly among the others by date; all between the others by name and score.
    const place = (id: string) => (ids.indexOf(id) - 105) * 19;
    const [row] = await readRows<{ at: number }>(
      app,
      `SELECT updated_at AS at FROM templates WHERE id = '${ids[0]}'`,
    );
    const at = row?.at ?? 0;
    await executeSql(
      app,
      ...ids.map((id) => `UPDATE templates SET updated_at = ${at + place(id)} WHERE id = '${id}'`),
    );
    const byName = ids.toSorted((a, b) => compareNames(ids.indexOf(a), ids.indexOf(b)));
    const expected = {
      updated: ids.toReversed(),
      name_asc: byName,
      name_desc: byName.toReversed(),
      newest: ids.toReversed(),
    };
    for (const [sort, order] of Object.entries(expected)) {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await search(tenant, 'lychee', { sort, ...(cursor !== '' && { cursor }) });
        found.push(...idsOf(page));
        cursor = page.meta.next_cursor;
      }
      expect(found, sort).toEqual(order);
    }
  });
});

const compareNames = (a: number, b: number): number => (`${a}` < `${b}` ? -1 : 1);
