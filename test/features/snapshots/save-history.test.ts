import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { selectContentOfVersion } from '../../../src/features/templates/index.ts';
import { DAY_MS } from '../../../src/platform/clock.ts';
import type { TenantScope } from '../../../src/platform/scope.ts';
import { connect, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { countRows } from '../../support/database-dump.ts';
import { readRows } from '../../support/read-rows.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<typeof openTenantForever>>;
let id: string;
beforeEach(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  tenant = await openTenantForever(app, 'acme');
  const body = { content: smallContent('created'), name: 'Letter' };
  id = (await tenant.request('POST', '/templates', { body })).body.data.id;
});
afterEach(() => app.stop());

const tokenOf = async (user: { id: string; name: string }) =>
  (await app.exchangeToken('acme', { user })).token;

async function put(body: object, token?: string) {
  const sent = { body, ...(token !== undefined && { token }) };
  const answer = await tenant.request('PUT', `/templates/${id}`, sent);
  expect(answer.status).toBe(200);
  return answer.body.data;
}
const save = (text: string, token?: string) => put({ content: smallContent(text) }, token);
const list = async () => (await tenant.request('GET', `/templates/${id}/versions`)).body.data;
const textOf = ({ content }: { content: { blocks: { content: string }[] } }) =>
  content.blocks[0]?.content.replace(/<\/?p>/g, '');
const texts = async () => (await list()).map(textOf);

describe('each save is in the history', () => {
  test('three saves are three versions after that of the creation, and each can be restored', async () => {
    for (const text of ['one', 'two', 'three']) await save(text);
    const versions = await list();
    expect(versions.map(textOf)).toEqual(['three', 'two', 'one', 'created']);
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([4, 3, 2, 1]);
    for (const version of versions) {
      const path = `/templates/${id}/versions/${version.id}/restore`;
      expect(textOf((await tenant.request('POST', path)).body.data)).toBe(textOf(version) as string);
    }
  });

  test('the same content again is none, nor is another name', async () => {
    await save('one');
    await save('one');
    await put({ name: 'Note' });
    expect(await texts()).toEqual(['one', 'created']);
  });

  test('a content that was there before is one more version, and is stored once', async () => {
    for (const text of ['one', 'two', 'one']) await save(text);
    expect(await texts()).toEqual(['one', 'two', 'one', 'created']);
    expect(await readRows(app, 'SELECT id FROM contents')).toHaveLength(3);
  });

  test('with author, time and version, also that of the creation', async () => {
    const [ada, bob] = [await tokenOf({ id: 'u1', name: 'Ada' }), await tokenOf({ id: 'u2', name: 'Bob' })];
    const body = { content: smallContent('by Ada') };
    const created = new Date(app.clock.now()).toISOString();
    id = (await tenant.request('POST', '/templates', { body, token: ada })).body.data.id;
    app.clock.advance(5000);
    await save('by Bob', bob);
    const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: 'acme' });
    await agent.get('update-template', { template_id: id, content: smallContent('by an agent') });
    await save('by nobody');
    const authors = (await list()).map((each: Record<string, unknown>) => [
      ...[each.version, each.author_identifier, each.author_name, each.author_type, each.created_at],
    ]);
    const saved = new Date(app.clock.now()).toISOString();
    expect(authors).toEqual([
      [4, undefined, undefined, undefined, saved],
      [3, expect.stringMatching(/^agent:/), 'Scenario via First key', 'agent', saved],
      [2, 'u2', 'Bob', 'user', saved],
      [1, 'u1', 'Ada', 'user', created],
    ]);
  });

  test('a save of what an editor has recorded already gives that entry its version', async () => {
    await save('one');
    for (const text of ['draft', 'two']) {
      app.clock.advance(1000);
      await tenant.request('POST', `/templates/${id}/snapshots`, { body: { content: smallContent(text) } });
    }
    app.clock.advance(1000);
    await save('two');
    const versions = (await list()).map((each: { version?: number; content: never }) => [
      textOf(each),
      each.version,
    ]);
    expect(versions).toEqual([
      ['two', 3],
      ['draft', undefined],
      ['one', 2],
      ['created', 1],
    ]);
  });

  test('the feed still has one entry per quarter of an hour', async () => {
    for (const text of ['one', 'two', 'three']) await save(text);
    const { data } = (await tenant.request('GET', `/templates/${id}/activity`)).body;
    expect(data.filter(({ type }: { type: string }) => type.startsWith('snapshot'))).toEqual([]);
  });
});

test('saves without end keep 500 versions at most, those of an earlier week one a day', async () => {
  const counts: number[] = [];
  for (let i = 0; i < 530; i += 1) {
    app.clock.advance(1000);
    await save(`${i}`);
    if (i >= 490) counts.push(await countRows(app, 'snapshots'));
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(500);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(450);
  expect((await texts())[0]).toBe('529');
  app.clock.advance(8 * DAY_MS);
  for (let i = 0; i < 25; i += 1) await save(`later ${i}`);
  expect(await texts()).toContain('529');
  expect(await countRows(app, 'snapshots')).toBe(26);
});

describe('the content of a version', () => {
  const at = async (version: number) => {
    const scope = {
      tenant: {
        id: (await readRows<{ id: number }>(app, "SELECT id FROM tenants WHERE slug = 'acme'"))[0]?.id,
      },
    } as TenantScope;
    const found = await selectContentOfVersion(scope, app.deps.db.reader, id, version);
    return found && textOf({ content: JSON.parse(new TextDecoder().decode(found.json)) });
  };

  test('is found by its number, also where only the name has changed', async () => {
    await put({ name: 'Two' });
    await put({ name: 'Three' });
    await save('four');
    await put({ name: 'Five' });
    await save('six');
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(at))).toEqual([
      ...['created', 'created', 'created', 'four', 'four', 'six', undefined],
    ]);
  });

  test('is not found for another tenant, nor after its snapshot was deleted', async () => {
    await save('two');
    await save('three');
    const [, two] = await list();
    await tenant.request('DELETE', `/templates/${id}/versions/${two.id}`);
    expect(await Promise.all([1, 2, 3].map(at))).toEqual(['created', undefined, 'three']);
    const other = { tenant: { id: 999 } } as TenantScope;
    expect(await selectContentOfVersion(other, app.deps.db.reader, id, 1)).toBeUndefined();
  });
});
