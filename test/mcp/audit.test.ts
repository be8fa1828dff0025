import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createApiKey, listApiKeys } from '../../src/features/access/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { readFence } from '../support/read-fence.ts';
import { readRows } from '../support/read-rows.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import {
  type Client,
  connect,
  ENDPOINT,
  ERAS,
  headersOf,
  readCalls,
  sendRpc,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from './tool-client.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterEach(() => app.stop());

describe.each(ERAS)('%s client', (era) => {
  let client: Client;
  let common: object;
  beforeEach(async () => {
    client = connect(app, era);
    const [key] = (await perform(listApiKeys, app.deps, adminScope, {})).items;
    common = {
      id: expect.any(Number),
      at: new Date(app.clock.now()).toISOString(),
      project_id: app.first.project_id,
      tenant: 'default',
      tenant_name: null,
      key_id: key?.id,
      key_name: 'First key',
      client: era === 'modern' ? 'scenario/1.0' : null,
      template_id: null,
      outcome: 'ok',
      version_before: null,
      version_after: null,
      duration_ms: expect.any(Number),
      result_bytes: expect.any(Number),
    };
  });
  // The matchers in it stand for values of other types.
  const row = (tool: string, facts: object = {}) => ({ ...common, tool, ...facts }) as never;

  test('every call is one row, with the template and its versions', async () => {
    const { id } = await client.get('create-template', { content: smallContent('1') });
    const about = { template_id: id };
    await client.get('get-project-config');
    await client.get('list-templates');
    await client.get('create-snapshot', about);
    await client.get('update-template', { ...about, content: smallContent('2') });
    const { items } = await client.get('list-snapshots', about);
    // The newest is the update's own version, and equal to the template: restoring it would change nothing.
    const { id: snapshot_id } = items.find((snapshot: { is_autosave: boolean }) => !snapshot.is_autosave);
    await client.get('get-snapshot', { ...about, snapshot_id });
    await client.get('restore-snapshot', { ...about, snapshot_id });
    await client.get('delete-template', about);
    expect(await readCalls(app)).toEqual([
      row('create-template', { template_id: id, version_after: 1 }),
      row('get-project-config'),
      row('list-templates'),
      row('create-snapshot', { template_id: id }),
      row('update-template', { template_id: id, version_before: 1, version_after: 2 }),
      row('list-snapshots', { template_id: id }),
      row('get-snapshot', { template_id: id }),
      row('restore-snapshot', { template_id: id, version_before: 2, version_after: 3 }),
      row('delete-template', { template_id: id, version_before: 3 }),
    ]);
  });

  test('says how long each answer was, in bytes of its JSON', async () => {
    const { id } = await client.get('create-template', { content: smallContent('Größe 🙂') });
    const sent: number[] = [];
    for (const args of [
      { template_id: id },
      { template_id: id, format: 'outline' },
      { template_id: 'gone' },
    ]) {
      const { texts } = await client.call('get-template', args);
      sent.push(Buffer.byteLength(texts.map((text) => readFence(text).json).join('')));
    }
    const sizes = (await readCalls(app)).slice(1).map((call) => call.result_bytes);
    expect(sizes).toEqual(sent);
  });

  test('reading a template is no change: it has no version before or after', async () => {
    const { id } = await client.get('create-template', { content: smallContent('1') });
    await client.get('get-template', { template_id: id });
    await client.get('get-template', { template_id: id, if_version: 1 });
    const versions = (await readCalls(app)).slice(1).map((call) => [call.version_before, call.version_after]);
    expect(versions).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('what fails is recorded with its code, and what was meant', async () => {
    const { id } = await client.get('create-template', { content: smallContent() });
    const other = await perform(createApiKey, app.deps, adminScope, { name: 'Other' });
    await client.call('get-template', { template_id: 'gone' });
    await client.call('get-template', { template_id: 5 });
    await client.call('update-template', { template_id: id, name: 'x', expected_version: 7 });
    await client.call('update-template', { template_id: id });
    await client.call('create-template', {
      content: { blocks: [{ type: 'html', content: 'x'.repeat(3_000_000) }] },
    });
    await client.call('list-templates', { nonsense: true });
    await connect(app, era, { ...tenantAccessOf(app), key: other.api_key }).rpc('tools/call', {
      name: 'no-such-tool',
    });
    expect((await readCalls(app)).slice(1)).toEqual([
      row('get-template', { template_id: 'gone', outcome: 'not_found' }),
      row('get-template', { outcome: 'validation_failed' }),
      row('update-template', { template_id: id, outcome: 'version_conflict' }),
      row('update-template', { template_id: id, outcome: 'validation_failed' }),
      row('create-template', { outcome: 'too_large' }),
      row('list-templates', { outcome: 'validation_failed' }),
      row('no-such-tool', {
        outcome: 'unknown_tool',
        key_id: other.id,
        key_name: 'Other',
        result_bytes: null,
      }),
    ]);
  });

  test('a dry run changes no version', async () => {
    const { id } = await client.get('create-template', { content: smallContent() });
    await client.get('update-template', { template_id: id, name: 'x', dry_run: true });
    const last = (await readCalls(app)).at(-1);
    expect([last?.version_before, last?.version_after]).toEqual([null, null]);
  });

  test('nothing else leaves a row', async () => {
    await client.rpc('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'c', version: '1' },
    });
    for (const method of [
      'ping',
      'tools/list',
      'resources/list',
      'prompts/list',
      'server/discover',
      'no/such',
    ]) {
      await client.rpc(method);
    }
    await client.rpc('resources/read', { uri: 'service://schema/blocks' });
    await client.rpc('prompts/get', { name: 'design-template', arguments: { purpose: 'x' } });
    await client.rpc('tools/call', { name: 'list-templates', arguments: {} }, { id: undefined });
    const call = { name: 'list-templates', arguments: {} };
    const { key, project, tenant } = tenantAccessOf(app);
    for (const seat of [
      {},
      { key },
      { key, project },
      { key: 'gly_key_x', project, tenant },
      { key, project, tenant: 'x' },
    ]) {
      const answer = await sendRpc(app, seat, era, 'tools/call', call);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    const batch = JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }]);
    await app.request('POST', ENDPOINT, { headers: headersOf(tenantAccessOf(app)), body: batch });
    expect(await readCalls(app)).toEqual([]);
  });

  test('nor does what the limit refuses', async () => {
    const limited = await createTestApp({ mcp_requests_per_minute: 2 });
    try {
      const busy = connect(limited, era);
      for (let i = 0; i < 5; i += 1) await busy.rpc('tools/call', { name: 'list-templates', arguments: {} });
      limited.clock.advance(60_000);
      expect(await readCalls(limited)).toHaveLength(2);
    } finally {
      await limited.stop();
    }
  });

  test('names and tools that would disturb a terminal are made harmless', async () => {
    const evil = `\u001b[2J\u202e\n${'x'.repeat(500)}\ud800`;
    await client.rpc(
      'tools/call',
      { name: evil, arguments: {} },
      { client: { name: evil, version: evil }, headers: { 'mcp-name': encodeName(evil) } },
    );
    await client.call('get-template', { template_id: `\u001b[2J${'y'.repeat(500)}` });
    const printable = /^[^\p{Cc}\p{Cs}\u202e]{1,201}$/u;
    const rows = await readCalls(app);
    expect(rows.length).toBeGreaterThanOrEqual(1);
    for (const call of rows) {
      expect(call.tool).toMatch(printable);
      expect(call.client ?? 'none').toMatch(printable);
      expect(call.template_id ?? 'none').toMatch(printable);
    }
  });

  test('parallel calls lose none', async () => {
    await Promise.all(Array.from({ length: 700 }, () => client.get('list-templates')));
    await readCalls(app);
    const { length } = await readRows(app, "SELECT id FROM tool_calls WHERE tool = 'list-templates'");
    expect(length).toBe(700);
  });
});

/** A name as a header carries it that is more than visible ASCII. */
const encodeName = (name: string) => `=?base64?${Buffer.from(name).toString('base64')}?=`;

describe('the client', () => {
  const lastClient = async () => (await readCalls(app)).at(-1)?.client;
  const introduce = (client: Client, clientInfo: object, headers = {}) =>
    client.rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }, { headers });

  test('is the one of the envelope, whatever the headers say', async () => {
    const client = connect(app, 'modern');
    await introduce(connect(app), { name: 'other', version: '9' }, { 'user-agent': 'ua/1' });
    const extras = { client: { name: 'claude-code', version: '2.1' }, headers: { 'user-agent': 'ua/1' } };
    await client.get('list-templates', {}, extras);
    expect(await lastClient()).toBe('claude-code/2.1');
  });

  test('is not known of a call that does not name it, whatever else the key has sent', async () => {
    const headers = { 'user-agent': 'claude-code/2.1 (cli)' };
    await introduce(connect(app), { name: 'cursor', version: '1.9' }, headers);
    await connect(app).get('list-templates', {}, { headers });
    expect(await lastClient()).toBeNull();
  });
});
