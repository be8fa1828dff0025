import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createProject } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { isPostgres } from '../support/engine.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import {
  type Client,
  connect,
  ERAS,
  INSIDES,
  readCalls,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from './tool-client.ts';

const GENERIC = 'Something went wrong on the server. Try again later.';

/** What the engine says. */
const missing = (table: string) =>
  isPostgres ? `relation \\"${table}\\" does not exist` : `no such table: ${table}`;

describe.each(ERAS)('a fault of the server, %s client', (era) => {
  let app: TestApp;
  let client: Client;
  beforeEach(async () => {
    app = await createTestApp(UNLIMITED_CALLS);
    client = connect(app, era);
    await client.get('get-project-config');
  });
  afterEach(() => app.stop());

  const drop = (table: string) =>
    app.deps.db.transaction(async (db) => {
      if (!isPostgres) await db.run(sql.raw('PRAGMA defer_foreign_keys = ON'));
      await db.run(sql.raw(`DROP TABLE ${table}${isPostgres ? ' CASCADE' : ''}`));
    });
  const logged = () => app.logLines.join('\n');

  test('is told in one sentence, and explained in the log', async () => {
    const template_id = (await client.get('create-template', { content: smallContent() })).id;
    await drop('snapshots');
    const { isError, texts, answer } = await client.call('list-snapshots', { template_id });
    expect([isError, texts]).toEqual([true, [GENERIC]]);
    expect(answer.text).not.toMatch(INSIDES);
    expect(logged()).toContain(missing('snapshots'));
    expect(logged()).toContain('"tool":"list-snapshots"');
    const last = (await readCalls(app)).at(-1);
    expect([last?.tool, last?.outcome]).toEqual(['list-snapshots', 'internal']);
  });

  test('in completion is told no more', async () => {
    await drop('snapshots');
    await drop('templates');
    const { status, body, text } = await client.rpc('completion/complete', {
      ref: { type: 'ref/prompt', name: 'review-template' },
      argument: { name: 'template_id', value: 'a' },
    });
    expect(text).not.toMatch(INSIDES);
    expect([status < 600, body.error.message]).toEqual([true, GENERIC]);
    expect(logged()).toContain(missing('templates'));
  });

  test('at the gate is told no more', async () => {
    await app.exchangeToken('second');
    // Other tables and triggers refer to it, so it cannot be dropped.
    await app.deps.db.transaction(async (db) => {
      await db.run(sql.raw('ALTER TABLE tenants RENAME TO lost_tenants'));
    });
    const answer = await connect(app, era, { ...tenantAccessOf(app), tenant: 'second' }).rpc(
      'tools/list',
      {},
      { id: 5 },
    );
    expect([answer.status, answer.body.id, answer.body.error.message]).toEqual([500, 5, GENERIC]);
    expect(answer.text).not.toMatch(INSIDES);
    expect(logged()).toContain(missing('tenants'));
  });

  test('in the record of calls keeps no call from its answer', async () => {
    await drop('tool_calls');
    const { id } = await client.get('create-template', { content: smallContent() });
    expect((await client.get('get-template', { template_id: id })).id).toBe(id);
    expect(logged()).toContain('tool calls could not be recorded');
  });
});

test('keys, secrets and what customers write are in no line of the log', async () => {
  const app = await createTestApp(UNLIMITED_CALLS);
  try {
    const other = await perform(createProject, app.deps, adminScope, { name: 'Other' });
    for (const era of ERAS) {
      const client = connect(app, era);
      await client.get('create-template', { name: 'NAME-CANARY', content: smallContent('TEXT-CANARY') });
      await client.call('create-template', { content: { blocks: [{ type: 'TYPE-CANARY' }] } });
      await client.rpc('tools/call', { name: 'NAME-CANARY', arguments: 'TEXT-CANARY' });
      await connect(app, era, { ...tenantAccessOf(app), key: 'gly_key_GUESS' }).rpc('tools/list');
      await connect(app, era, { ...tenantAccessOf(app), project: other.id }).rpc('tools/list');
      await client.rpc('no/such/method', { text: 'TEXT-CANARY' });
    }
    expect(app.logLines.join('\n')).not.toMatch(/CANARY|gly_|GUESS/);
  } finally {
    await app.stop();
  }
});
