import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createApiKey } from '../../src/features/access/index.ts';
import { checkIntegrity } from '../../src/features/instance/index.ts';
import { createTeam } from '../../src/features/projects/index.ts';
import { CATALOGUE } from '../../src/operations.ts';
import { perform } from '../../src/platform/operation.ts';
import { streamOf } from '../support/raw-http.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import {
  connect,
  dumpData,
  ERAS,
  type Era,
  fetchRpc,
  makeRequest,
  readCalls,
  readToolAnswer,
  type Sending,
  UNLIMITED_CALLS,
} from './tool-client.ts';

const MIB = 1024 * 1024;
const SQL = '\'; DROP TABLE templates; DELETE FROM contents; -- " OR 1=1 /*';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  port = app.listen();
});
afterAll(() => app.stop());

const send = (era: Era, method: string, params: Record<string, unknown>, sending: Sending = {}) =>
  fetchRpc(app, port, era, method, params, sending);

async function expectSound(): Promise<void> {
  expect((await perform(checkIntegrity, app.deps, adminScope, {})).faults).toEqual([]);
  expect((await send('modern', 'tools/call', { name: 'list-templates', arguments: {} })).status).toBe(200);
}

describe.each(ERAS)('5 MB, %s client', (era) => {
  const TOO_LARGE = 'The body is larger than the 4194304 bytes that are accepted.';

  test('with a length are refused', async () => {
    const before = await dumpData(app);
    const args = { content: smallContent('x'.repeat(5 * MIB)) };
    const { status, body } = await send(era, 'tools/call', { name: 'create-template', arguments: args });
    expect([status, body.error.message, body.error.data]).toEqual([413, TOO_LARGE, { code: 'too_large' }]);
    expect(await dumpData(app)).toBe(before);
  });

  test('in chunks are refused', async () => {
    const chunk = new TextEncoder().encode(' '.repeat(64 * 1024));
    const { status, body } = await send(era, 'tools/list', {}, { body: streamOf(chunk, 80) });
    expect([status, body.error.message]).toEqual([413, TOO_LARGE]);
  });

  test('without a key are not even read', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { x: 'x'.repeat(100_000) } });
    const answer = await send(
      era,
      'tools/list',
      {},
      { body, headers: { authorization: 'Bearer gly_key_x' } },
    );
    expect([answer.status, 'id' in answer.body]).toEqual([401, false]);
  });

  test('3 MB of content are refused by the tool, in words', async () => {
    const args = { content: smallContent('x'.repeat(3 * MIB)) };
    const answer = await send(era, 'tools/call', { name: 'create-template', arguments: args });
    expect(answer.body.result).toEqual({
      ...answer.body.result,
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/^content: /) }],
    });
  });
});

test.each(ERAS)('1,000 parallel calls are all answered, each with its own id, %s client', async (era) => {
  const base = await connect(app).get('create-template', { name: 'Base', content: smallContent() });
  const calls: [string, Record<string, unknown>][] = [
    ['get-template', { template_id: base.id }],
    ['list-templates', { search: 'Base' }],
    ['update-template', { template_id: base.id, operations: [{ op: 'add', block: { type: 'divider' } }] }],
    ['get-template', { template_id: 'gone' }],
    ['create-snapshot', { template_id: base.id }],
  ];
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async (_, i) => {
      const [name, args] = calls[i % calls.length] as (typeof calls)[number];
      const request = makeRequest(era, 'tools/call', { name, arguments: args }, { id: i });
      return send(era, 'tools/call', { name }, { body: JSON.stringify(request.body) });
    }),
  );
  for (const [i, answer] of answers.entries()) {
    expect([answer.body.id, readToolAnswer(answer).isError]).toEqual([i, i % calls.length === 3]);
  }
  const { version, content } = await connect(app).get('get-template', { template_id: base.id });
  expect([version, content.blocks.length]).toEqual([201, 201]);
  await expectSound();
});

test('keys of other teams reach nothing, whatever they name', async () => {
  const { id } = await connect(app).get('create-template', {
    name: 'CANARY',
    content: smallContent('CANARY'),
  });
  const team = await perform(createTeam, app.deps, adminScope, { name: 'Strangers' });
  const { api_key } = await perform(createApiKey, app.deps, adminScope, { name: 'Theirs', team_id: team.id });
  const before = await dumpData(app);
  for (const era of ERAS) {
    for (const { definition } of CATALOGUE.tools) {
      const params = { name: definition.name, arguments: { template_id: id } };
      const answer = await send(era, 'tools/call', params, {
        headers: { authorization: `Bearer ${api_key}` },
      });
      expect([definition.name, answer.status, answer.text.includes('CANARY')]).toEqual([
        definition.name,
        403,
        false,
      ]);
    }
  }
  expect(await dumpData(app)).toBe(before);
  expect((await readCalls(app)).filter((call) => call.key_name === 'Theirs')).toEqual([]);
});

test('SQL in every text of every tool is text', async () => {
  const { id } = await connect(app).get('create-template', { name: SQL, content: smallContent(SQL) });
  const tables = (await dumpData(app)).match(/^# .*/gm);
  for (const era of ERAS) {
    const client = connect(app, era);
    for (const { definition } of CATALOGUE.tools) {
      if (definition.name === 'delete-template') continue;
      const properties = (definition.inputSchema.properties ?? {}) as Record<string, { type?: string }>;
      const texts = Object.keys(properties).filter((name) =>
        ['string', undefined].includes(properties[name]?.type),
      );
      for (const name of texts) {
        const args = {
          ...(properties.template_id && { template_id: id }),
          ...(properties.content && { content: smallContent() }),
          [name]: SQL,
        };
        const { text } = await client.call(definition.name, args);
        expect([definition.name, name, text.includes('syntax error')]).toEqual([
          definition.name,
          name,
          false,
        ]);
      }
    }
    expect((await client.get('list-templates', { search: SQL })).items[0].name).toBe(SQL);
    // The name of several by now, and no more than that.
    const { text } = await client.call('delete-template', { template_id: SQL });
    expect(text).toContain('several templates have the name');
    expect(
      (await client.get('get-template', { template_id: id, block_ids: [SQL] })).missing_block_ids,
    ).toEqual([SQL]);
  }
  expect((await dumpData(app)).match(/^# .*/gm)).toEqual(tables);
  await expectSound();
});
