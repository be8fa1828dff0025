import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { countTokens } from 'gpt-tokenizer';
import { createApiKey, revokeApiKey } from '../../../src/features/access/index.ts';
import type { Tool } from '../../../src/mcp/tool.ts';
import { CATALOGUE } from '../../../src/operations.ts';
import { perform } from '../../../src/platform/operation.ts';
import { EFFECTS, type Effect } from '../../../src/platform/scope.ts';
import { type Client, connect, dumpData, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

const EFFECTS_OF: Record<string, readonly Effect[]> = {
  read: ['read'],
  comment: ['read', 'comment'],
  propose: ['read', 'comment', 'propose'],
  write: EFFECTS,
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterAll(() => app.stop());

/** Two templates of a tenant, and an agent with full rights. */
async function prepare(slug: string) {
  await app.openTenant(slug);
  const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: slug });
  const make = async (name: string) =>
    (await agent.get('create-template', { name, content: smallContent() })).id as string;
  return { agent, own: await make('Own'), other: await make('Other') };
}

/** Runs with an agent that has a new key. The key is revoked afterwards, because a team can have ten. */
async function withKey(tenant: string, limits: object, run: (agent: Client) => Promise<void>): Promise<void> {
  const input = { name: 'Agent', project_ids: [app.first.project_id], ...limits };
  const { id, api_key } = await perform(createApiKey, app.deps, adminScope, input);
  await run(connect(app, 'modern', { ...tenantAccessOf(app), key: api_key, tenant }));
  await perform(revokeApiKey, app.deps, adminScope, { id });
}

const nameOf = ({ definition }: Tool) => definition.name;

async function listTools(agent: Client): Promise<{ name: string }[]> {
  return (await agent.rpc('tools/list')).body.result.tools;
}
const listNames = async (agent: Client) => (await listTools(agent)).map(({ name }) => name);
const listPrompts = async (agent: Client): Promise<string[]> =>
  (await agent.rpc('prompts/list')).body.result.prompts.map(({ name }: { name: string }) => name);

/** Tools of the catalogue that the plan has. */
async function toolsOfPlan(full: Client): Promise<Tool[]> {
  const names = await listNames(full);
  return CATALOGUE.tools.filter((tool) => names.includes(nameOf(tool)));
}

describe('modes', () => {
  test('each mode offers the tools with its effects, and refuses each other tool by name of the mode', async () => {
    const tools = await toolsOfPlan((await prepare('modes')).agent);
    expect(tools.length).toBeGreaterThan(20);
    for (const [mode, effects] of Object.entries(EFFECTS_OF))
      await withKey('modes', { mode }, async (agent) => {
        const isAllowed = ({ operation, proposing }: Tool) =>
          effects.includes(operation.effect) || (mode === 'propose' && proposing !== undefined);
        const allowed = (mode === 'propose' ? CATALOGUE.tools : tools).filter(
          (tool) => (tools.includes(tool) || tool.isForProposers) && isAllowed(tool),
        );
        expect([mode, await listNames(agent)]).toEqual([mode, allowed.map(nameOf)]);
        const before = await dumpData(app);
        for (const tool of CATALOGUE.tools) {
          if (isAllowed(tool)) continue;
          const { isError, text } = await agent.call(nameOf(tool), {});
          expect([nameOf(tool), isError, text]).toEqual([
            nameOf(tool),
            true,
            expect.stringContaining(`The API key "Agent" has the mode "${mode}": it may read`),
          ]);
        }
        expect(await dumpData(app)).toBe(before);
      });
  });

  test('a key in mode read costs a conversation 3,500 tokens at most', async () => {
    await prepare('tokens');
    await withKey('tokens', { mode: 'read' }, async (agent) => {
      expect(countTokens(JSON.stringify(await listTools(agent)))).toBeLessThanOrEqual(3500);
      expect(await listPrompts(agent)).toEqual(['review-template']);
      const design = await agent.rpc('prompts/get', { name: 'design-template', arguments: { purpose: 'x' } });
      expect(design.body.error.message).toContain('Unknown prompt: design-template');
    });
  });

  test('a key in mode comment comments and resolves, and deletes no comment', async () => {
    const { own } = await prepare('comments');
    await withKey('comments', { mode: 'comment' }, async (agent) => {
      const { comment_id, id = comment_id } = await agent.get('create-comment', {
        ...{ template_id: own, body: 'A question' },
      });
      await agent.get('resolve-comment', { template_id: own, comment_id: id });
      const { text } = await agent.call('delete-comment', { template_id: own, comment_id: id });
      expect(text).toBe(
        'The API key "Agent" has the mode "comment": it may read and comment, and change nothing else.',
      );
    });
  });
});

describe('a key for one template', () => {
  test('reads and changes it, and finds no other', async () => {
    const { own, other, agent: full } = await prepare('single');
    const tools = await toolsOfPlan(full);
    await withKey('single', { tenants: ['single'], template_id: own }, async (agent) => {
      expect((await agent.get('get-template', { template_id: own })).name).toBe('Own');
      await agent.get('update-template', { template_id: own, name: 'Renamed' });
      await agent.get('get-project-config');
      const before = await dumpData(app);
      const answers: Record<string, string> = {};
      const offered = await listNames(agent);
      for (const tool of tools) {
        if (tool.operation.concernsNoTemplate) continue;
        const takesTemplate = 'template_id' in tool.operation.input.properties;
        expect([nameOf(tool), offered.includes(nameOf(tool))]).toEqual([nameOf(tool), takesTemplate]);
        const args = takesTemplate ? { ...argumentsOf(nameOf(tool)), template_id: other } : {};
        answers[nameOf(tool)] = (await agent.call(nameOf(tool), args)).text;
      }
      expect(await dumpData(app)).toBe(before);
      const found = Object.entries(answers).map(([name, text]) => {
        if (text === 'Template not found.') return `${name}: not found`;
        return text.startsWith(`This API key is for the template ${own} only`)
          ? 'refused'
          : `${name}: ${text}`;
      });
      const faults = found.filter((text) => text !== 'refused' && !text.endsWith(': not found'));
      expect(faults).toEqual([]);
      expect(Object.values(answers).filter((text) => text.includes(other))).toEqual([]);
    });
  });

  test('is offered no tool and no completion that tells of others', async () => {
    const { own, other, agent: full } = await prepare('hidden');
    await full.get('update-template', { template_id: other, key: 'taken' });
    await withKey('hidden', { tenants: ['hidden'], template_id: own }, async (agent) => {
      const completion = await agent.rpc('completion/complete', {
        ref: { type: 'ref/prompt', name: 'review-template' },
        argument: { name: 'template_id', value: '' },
      });
      expect(completion.body.result.completion.values).toEqual([]);
      const { isError, texts } = await agent.call('update-template', { template_id: own, key: 'taken' });
      expect([isError, texts.join()]).toEqual([true, expect.not.stringContaining(other)]);
      const { text } = await agent.call('score-template', { content: smallContent() });
      expect(text).toContain('template_id');
    });
  });
});

/** Valid arguments beside the template. */
function argumentsOf(name: string): object {
  const id = crypto.randomUUID();
  const others: Record<string, object> = {
    'update-template': { name: 'X' },
    'get-snapshot': { snapshot_id: id },
    'restore-snapshot': { snapshot_id: id },
    'create-comment': { body: 'X' },
    'update-comment': { comment_id: id, body: 'X' },
    'delete-comment': { comment_id: id },
    'resolve-comment': { comment_id: id },
    'generate-template': { prompt: 'X' },
    'save-module': { block_ids: ['b1'], name: 'X' },
    'rewrite-text': { text: 'X', instruction: 'shorter' },
  };
  return others[name] ?? {};
}

describe('a key for chosen tenants and tools', () => {
  test('has no access to other tenants, whether they exist or not', async () => {
    await prepare('mine');
    await app.openTenant('foreign');
    for (const tenant of ['foreign', 'missing'])
      await withKey(tenant, { tenants: ['mine'] }, async (agent) => {
        const { status, body } = await agent.rpc('tools/list');
        expect([status, body.error.message]).toEqual([
          403,
          'The API key "Agent" has no access to this tenant.',
        ]);
      });
    await withKey('mine', { tenants: ['mine'] }, async (agent) => {
      expect((await agent.get('list-templates')).items).toHaveLength(2);
    });
  });

  test('calls the named tools only, within its mode', async () => {
    await prepare('named');
    const tools = ['list-templates', 'update-template'];
    await withKey('named', { tools, mode: 'read' }, async (agent) => {
      expect(await listNames(agent)).toEqual(['list-templates']);
      expect(await listPrompts(agent)).toEqual([]);
      expect((await agent.call('get-template')).text).toBe(
        'The API key may not call get-template. It may call: list-templates, update-template.',
      );
      expect((await agent.call('update-template')).text).toContain('has the mode "read"');
      const legacy = connect(app, 'legacy', agent.seat);
      expect(await listNames(legacy)).toEqual(['list-templates']);
      expect((await legacy.call('get-template')).text).toContain('may not call get-template');
    });
  });
});

describe('creating a limited key', () => {
  const id = crypto.randomUUID();
  for (const [title, input, field, message] of [
    ['an unknown mode', { mode: 'everything' }, 'mode', ''],
    ['an unknown tool', { tools: ['list-template'] }, 'tools', 'Did you mean "list-templates"?'],
    ['no tool', { tools: [] }, 'tools', ''],
    ['an invalid tenant', { tenants: [''] }, 'tenant', ''],
    ['a template without a tenant', { template_id: id }, 'template_id', 'one project and one tenant'],
    [
      'a template of two tenants',
      { template_id: id, tenants: ['a', 'b'] },
      'template_id',
      'one project and one tenant',
    ],
    ['a template that is no id', { template_id: 'x', tenants: ['a'] }, 'template_id', 'not the id'],
  ] as const)
    test(`is refused with ${title}`, async () => {
      const all = { name: 'K', project_ids: [app.first.project_id], ...input };
      const refused = perform(createApiKey, app.deps, adminScope, all);
      const error = await refused.then(
        () => undefined,
        (thrown) => thrown,
      );
      expect([error?.code, Object.keys(error?.details.errors ?? {}).join()]).toEqual([
        'validation_failed',
        expect.stringContaining(field),
      ]);
      expect(error.message).toContain(message);
    });
});
