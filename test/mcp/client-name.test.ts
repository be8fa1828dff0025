import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { ENDPOINT, type Era, headersOf, makeRequest, seatOf } from './tool-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const send = (era: Era, method: string, params: object, userAgent: string, client?: unknown) => {
  const made = makeRequest(era, method, params as Record<string, unknown>, { client });
  const headers = { ...made.headers, ...headersOf(seatOf(app)), 'user-agent': userAgent };
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
