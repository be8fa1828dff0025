import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { performAsAgent } from '../../src/features/access/index.ts';
import { setProjectPlan } from '../../src/features/projects/index.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import type { McpSession } from '../../src/mcp/session.ts';
import { type Tool, tool } from '../../src/mcp/tool.ts';
import { CATALOGUE } from '../../src/operations.ts';
import type { PlanFeature } from '../../src/platform/limits/plan.ts';
import { type AnyOperation, defineOperation, perform } from '../../src/platform/operation.ts';
import type { TenantScope } from '../../src/platform/scope.ts';
import { testOfOneProcess } from '../support/engine.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import {
  type Client,
  connect,
  dumpData,
  ERAS,
  INSIDES,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from './tool-client.ts';

describe('documented messages, word for word', () => {
  let app: TestApp;
  let foreignId: string;
  beforeAll(async () => {
    app = await createTestApp(UNLIMITED_CALLS);
    await app.exchangeToken('other');
    const other = connect(app, 'legacy', { ...tenantAccessOf(app), tenant: 'other' });
    foreignId = (await other.get('create-template', { content: smallContent('SECRET') })).id;
  });
  afterAll(() => app.stop());

  const NO_TEMPLATE = ['Template not found.', 'To see what exists, call list-templates.'];
  const UNKNOWN = '00000000-0000-7000-8000-000000000000';
  const needsTemplate = CATALOGUE.tools.filter(
    ({ definition, isForProposers }) =>
      !isForProposers && (definition.inputSchema.required as string[] | undefined)?.includes('template_id'),
  );
  const cases = needsTemplate.flatMap((entry) =>
    ERAS.map((era) => [entry.definition.name, era, entry] as const),
  );

  test.each(cases)('Template not found. %s, %s client', async (name, era, entry) => {
    const client = connect(app, era);
    for (const template_id of [
      UNKNOWN,
      foreignId,
      foreignId.toUpperCase(),
      'not-a-uuid',
      '',
      "' OR 1=1 --",
    ]) {
      const before = await dumpData(app);
      const { isError, texts } = await client.call(name, { ...fillRequired(entry), template_id });
      expect([template_id, isError, texts]).toEqual([template_id, true, NO_TEMPLATE]);
      expect(await dumpData(app)).toBe(before);
    }
  });

  test('Feature … is not available, for every tool that needs one', async () => {
    const scope = await openScope(app, () => false);
    for (const entry of [
      ...CATALOGUE.tools.filter(({ operation }) => operation.feature),
      madeUp('commenting'),
    ]) {
      const result = await callTool(sessionOf(app, scope), entry, {}, undefined);
      const text = `Feature '${entry.operation.feature}' is not available on your current plan.`;
      expect(result).toEqual({ content: [{ type: 'text', text }], isError: true });
    }
    const allowed = await callTool(
      sessionOf(app, await openScope(app, () => true)),
      madeUp('commenting'),
      {},
      undefined,
    );
    expect(allowed.isError).toBeUndefined();
  });

  testOfOneProcess('MCP Server is not available, to agents that need no gate', async () => {
    const { project_id } = app.first;
    await perform(setProjectPlan, app.deps, adminScope, { project_id, plan: 'starter' });
    const place = { project_id, tenant: 'default', agent: 'local' };
    const session: McpSession = {
      ...sessionOf(app, await openScope(app, () => true)),
      perform: (operation, input) =>
        perform(performAsAgent, app.deps, adminScope, { ...place, operation: operation.name, input }),
    };
    const [first] = CATALOGUE.tools;
    const result = await callTool(session, first as Tool, {}, undefined);
    const text = 'MCP Server is not available on your current plan.';
    expect(result).toEqual({ content: [{ type: 'text', text }], isError: true });
    await perform(setProjectPlan, app.deps, adminScope, { project_id, plan: 'scale' });
  });
});

/** What a tool must be given beside the template's id. */
function fillRequired({ definition }: Tool): Record<string, unknown> {
  const given: Record<string, unknown> = {
    snapshot_id: 'x',
    comment_id: 'x',
    body: 'x',
    name: 'x',
    content: smallContent(),
  };
  const required = (definition.inputSchema.required ?? []) as string[];
  const filled = Object.fromEntries(required.map((name) => [name, given[name]]));
  const chosen: Record<string, object> = {
    'update-template': { name: 'x' },
    'restore-snapshot': { snapshot_id: 'x' },
    'save-module': { block_ids: ['x'], name: 'x' },
  };
  return { ...filled, ...chosen[definition.name] };
}

function madeUp(feature: PlanFeature): Tool {
  const operation = defineOperation({
    name: 'madeUp',
    summary: 'Something a plan may lack',
    scope: 'tenant',
    effect: 'write',
    feature,
    input: Type.Object({}),
    output: Type.Object({}),
    run: async () => ({}),
  });
  return tool('list-comments', operation, { title: 'Made up', description: 'Made up.', effect: 'read' });
}

async function openScope(app: TestApp, has: (feature: string) => boolean): Promise<TenantScope> {
  const plan = app.deps.plans.get('scale');
  if (plan === undefined) throw new Error('there is no such plan');
  const features = Object.fromEntries(Object.keys(plan.features).map((name) => [name, has(name)]));
  return {
    kind: 'tenant',
    actor: { kind: 'agent', id: 'a', name: 'A' },
    teamId: app.first.team_id,
    projectId: app.first.project_id,
    tenant: { id: 1, slug: 'default' },
    plan: { ...plan, features: features as typeof plan.features },
    surface: 'mcp',
  };
}

const sessionOf = (app: TestApp, scope: TenantScope): McpSession => ({
  caller: 'test',
  perform: async (operation: AnyOperation, input) => perform(operation, app.deps, scope, input),
  recordCall: async () => {},
  reportFault: () => {},
});

describe.each(ERAS)('wrong calls, %s client', (era) => {
  let app: TestApp;
  let client: Client;
  beforeAll(async () => {
    app = await createTestApp(UNLIMITED_CALLS);
    client = connect(app, era);
  });
  afterAll(() => app.stop());

  test.each(['nope', 'get_template', 'GET-TEMPLATE', 'constructor', '__proto__', 'x'.repeat(5000)])(
    'an unknown tool is an error of the protocol: "%s"',
    async (name) => {
      const { status, body } = await client.rpc('tools/call', { name, arguments: {} });
      expect([status, body.id, body.error.code]).toEqual([200, 1, -32602]);
      expect(body.error.message).toBe(
        `Unknown tool: ${name.slice(0, 100)}. tools/list lists the available tools.`,
      );
    },
  );

  test.each([
    ['get-project-config', { x: 1 }, 'x is not an argument; this tool takes no arguments.'],
    [
      'list-templates',
      { serach: 'a' },
      /^serach is not an argument; the arguments are: search, sort, .*cursor/,
    ],
    [
      'create-snapshot',
      { template_id: 'x', content: {} },
      'content is not an argument; the arguments are: template_id, label.',
    ],
    [
      'create-template',
      { content: smallContent(), answer: 'full' },
      'answer is not an argument; the arguments are: content, copy_of, operations, source, starter, name, key, folder_id, tags.',
    ],
    ['get-template', {}, 'template_id is required.'],
    ['get-template', { template_id: 5 }, 'template_id must be a string.'],
    [
      'get-template',
      { template_id: 'x', format: 'html' },
      'format must be one of: "full", "compact", "blocks", "outline", "texts".',
    ],
    ['get-template', { template_id: 'x', block_ids: 'b1' }, 'block_ids must be an array.'],
    ['get-template', { template_id: 'x', block_ids: [] }, 'block_ids must have at least 1 item.'],
    ['get-template', { template_id: 'x', block_ids: ['a', 7] }, 'block_ids.1 must be a string.'],
    ['get-template', { template_id: 'x', if_version: '3' }, 'if_version must be an integer.'],
    ['list-templates', { search: ['a'] }, 'search must be a string.'],
    ['list-templates', { cursor: 'x' }, /^cursor is not a cursor of this list\. Pass `next_cursor`/],
    ['create-template', {}, /^content /],
    ['create-template', { content: 'text' }, /^The content must be an object/],
    ['create-template', { content: { blocks: {} } }, /^"blocks" must .*\(content\.blocks\)$/],
    ['create-template', { content: { blocks: [{}] } }, /^"type" .*\(content\.blocks\.0\.type\)$/],
    [
      'create-template',
      { content: { blocks: [{ type: 'title', content: 5 }] } },
      /^"content" .*string.*\(content\.blocks\.0\.content\)$/,
    ],
    [
      'create-template',
      { content: { blocks: [{ type: 'tabel' }] } },
      /^"type" .*got "tabel".*\(content\.blocks\.0\.type\)$/,
    ],
    ['create-template', { content: smallContent(), name: {} }, /^name must be/],
    [
      'update-template',
      { template_id: 'x' },
      'content is missing, and so are name, key, operations, folder_id, tags and archived: send at least one of them.',
    ],
    [
      'update-template',
      { template_id: 'x', operations: [], content: smallContent() },
      /^operations cannot go with content/,
    ],
  ] as [string, object, string | RegExp][])('%s %j', async (name, args, expected) => {
    const before = await dumpData(app);
    const { isError, text } = await client.call(name, args);
    expect(isError).toBe(true);
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
    expect(text).not.toMatch(INSIDES);
    expect(await dumpData(app)).toBe(before);
  });

  test('several faults are named at once, in a second text', async () => {
    const { texts } = await client.call('list-templates', { search: 1, sort: 'x', cursor: 2 });
    expect(texts[0]).toEndWith('(and 2 more)');
    expect(Object.keys(JSON.parse(texts[1] ?? '').errors).sort()).toEqual(['cursor', 'search', 'sort']);
  });

  test('a long name of an argument is not sent back at length', async () => {
    const { answer } = await client.call('list-templates', { ['x'.repeat(100_000)]: 1 });
    expect(answer.text.length).toBeLessThan(5_000);
  });
});
