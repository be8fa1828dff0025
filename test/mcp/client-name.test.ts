import { afterAll, beforeAll, expect, test } from 'bun:test';
import { listApiKeys } from '../../src/features/access/operations/api-keys.ts';
import { perform } from '../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { ENDPOINT, type Era, headersOf, makeRequest, tenantAccessOf } from './tool-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const send = (era: Era, method: string, params: object, userAgent: string, client?: unknown) => {
  const made = makeRequest(era, method, params as Record<string, unknown>, { client });
  const headers = { ...made.headers, ...headersOf(tenantAccessOf(app)), 'user-agent': userAgent };
  return app.request('POST', ENDPOINT, { headers, body: made.body });
};

const introduce = (clientInfo: object, userAgent: string) =>
  send('legacy', 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }, userAgent);

/** Creates a template as an agent; resolves to the name in the feed. */
async function nameInFeed(era: Era, userAgent: string, client?: unknown): Promise<string> {
  const call = { name: 'create-template', arguments: { content: smallContent() } };
  const created = await send(era, 'tools/call', call, userAgent, client);
  expect(created.status).toBe(200);
  const tenant = await app.openTenant();
  const { body } = await tenant.request('GET', '/activity');
  return body.data[0].actor.name;
}

test('an agent that says its program with each call has the name of program and key', async () => {
  expect(await nameInFeed('modern', 'x', { name: 'claude-code', version: '2.0' })).toBe(
    'Claude Code via First key',
  );
  const titled = { name: 'c', title: 'My Agent', version: '1' };
  expect(await nameInFeed('modern', 'x', titled)).toBe('My Agent via First key');
  expect(await nameInFeed('modern', 'x', { name: ' ', version: '1' })).toBe('First key');
});

test('one that says it at the beginning is known by its User-Agent', async () => {
  expect(await nameInFeed('legacy', 'a/1')).toBe('First key');
  await introduce({ name: 'claude-code', title: 'Claude Code', version: '2.0' }, 'a/1');
  await introduce({ name: 'Cursor', version: '1' }, 'b/1');
  expect(await nameInFeed('legacy', 'a/1')).toBe('Claude Code via First key');
  expect(await nameInFeed('legacy', 'b/1')).toBe('Cursor via First key');
});

test('long and unprintable names are made harmless', async () => {
  const name = `a\u202e${'b'.repeat(200)}`;
  const shown = await nameInFeed('modern', 'x', { name, version: '1' });
  expect(shown).toBe(`a\ufffd${'b'.repeat(58)} via First key`);
});

/** Each: how the program names itself, and what the list of keys shows. */
test.each([
  ['modern', { name: 'claude-code', version: '2.0' }, 'x', 'claude-code 2.0'],
  ['modern', { name: ' ', version: '1' }, 'curl/8.5', 'curl/8.5'],
  ['modern', { name: 'n', title: 'My\u202eAgent', version: '1' }, 'x', 'My\ufffdAgent 1'],
  ['modern', { name: 'a'.repeat(300), version: '1' }, 'x', 'a'.repeat(100)],
  ['legacy', undefined, 'n8n/1.90', 'n8n/1.90'],
] as const)(
  'the list of keys shows the program that used a key last: %s %j',
  async (era, client, userAgent, shown) => {
    app.clock.advance(61_000);
    await send(era, 'tools/list', {}, userAgent, client);
    // It is written behind the answer; an empty transaction waits for it.
    await app.deps.db.transaction(async () => {});
    const { items } = await perform(listApiKeys, app.deps, adminScope, {});
    expect(items[0]?.last_used_by).toBe(shown);
  },
);
