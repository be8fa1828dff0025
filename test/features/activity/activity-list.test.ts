import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { expectError } from '../../support/expect-error.ts';
import { app, bob, id, resolve, say, tenant, useCommentedTemplate } from '../comments/commented-template.ts';
import { feed, type Item, typesOf } from './activity-feed.ts';

useCommentedTemplate();

test('narrowed by actor, type and time, alone and together', async () => {
  app.clock.advance(240_000);
  const root = await say('one');
  await say('two', {}, bob);
  app.clock.advance(60_000);
  await resolve(root, {}, bob);
  const cases: [string, string[]][] = [
    ['actor=u-bob', ['comment.resolved', 'comment.created']],
    ['actor=u-ada', ['comment.created']],
    ['type=comment', ['comment.resolved', 'comment.created', 'comment.created']],
    ['type=comment.created', ['comment.created', 'comment.created']],
    ['type=comment.', []],
    ['type=commen', []],
    ['type=%25', []],
    ['since=2026-11-21T12:04:30Z', ['comment.resolved']],
    ['since=2026-11-22', []],
    ['since=2026-11-21&type=template', ['template.created']],
    ['actor=u-bob&type=comment.created', ['comment.created']],
    [`actor=${encodeURIComponent("' OR 1=1 --")}`, []],
  ];
  for (const [query, types] of cases) {
    const items = await feed(`/activity?${query}`);
    expect([query, items.map((item) => item.type)]).toEqual([query, types]);
  }
});

test.each([
  ['since=yesterday', 'since'],
  ['since=2026-13-45', 'since'],
  ['cursor=forged', 'cursor'],
  [`type=${'x'.repeat(101)}`, 'type'],
  [`actor=${'x'.repeat(256)}`, 'actor'],
])('refused: %s', async (query, field) => {
  for (const path of ['/activity', `/templates/${id}/activity`]) {
    const answer = await tenant.request('GET', `${path}?${query}`);
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  }
});

describe('pages', () => {
  async function walk(query = ''): Promise<Item[][]> {
    const pages: Item[][] = [];
    for (let cursor: string | null = ''; cursor !== null && pages.length < 20; ) {
      const answer = await tenant.request('GET', `/activity?${query}${cursor && `&cursor=${cursor}`}`);
      pages.push(answer.body.data);
      cursor = answer.body.meta.next_cursor;
      await say('meanwhile');
    }
    return pages;
  }

  test('hold 50, newest first, each change on one of them, while new ones come in', async () => {
    for (let i = 0; i < 119; i += 1) await say(`${i}`);
    const pages = await walk();
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    const ids = pages.flat().map((item) => item.id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  test('find what is rare among many', async () => {
    await app.deps.db.transaction(async (db) => {
      await db.run(sql`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
        INSERT INTO activities (tenant_id, at, actor_kind, actor_id, actor_name, surface, type, template_id)
        SELECT 1, ${app.clock.now()} + i, 'user', 'u', 'U', 'rest', 'template.updated', ${id} FROM n`);
    });
    await say('last');
    for (const path of ['/activity', `/templates/${id}/activity`]) {
      expect(await typesOf(`${path}?type=template.created`)).toEqual(['template.created']);
      expect(await typesOf(`${path}?actor=u-ada`)).toEqual(['comment.created']);
      expect(await typesOf(`${path}?actor=nobody`)).toEqual([]);
      expect(await typesOf(`${path}?type=template.created&since=2026-11-23`)).toEqual([]);
    }
  });

  test('a cursor holds for the same feed only', async () => {
    for (let i = 0; i < 60; i += 1) await say(`${i}`);
    const other = await app.openTenant('other');
    const { next_cursor } = (await tenant.request('GET', '/activity')).body.meta;
    for (const [by, path] of [
      [tenant, `/activity?type=comment&cursor=${next_cursor}`],
      [tenant, `/templates/${id}/activity?cursor=${next_cursor}`],
      [other, `/activity?cursor=${next_cursor}`],
    ] as const) {
      expectError(await by.request('GET', path), 422, 'validation_failed');
    }
  });
});
