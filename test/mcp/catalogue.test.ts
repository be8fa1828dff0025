import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { countTokens } from 'gpt-tokenizer';
import { CATALOGUE } from '../../src/operations.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { connect, ERAS, TOOL_NAMES, tenantAccessOf, UNLIMITED_CALLS } from './tool-client.ts';

/** Every conversation with an agent begins with them. */
const TOKENS_OF_ALL = 7500;

/** What each tool does to the data; a client asks its user before it calls the last kind. */
const READING = [
  'get-project-config',
  'list-templates',
  'get-template',
  'export-template',
  'preview-template',
  'list-snapshots',
  'get-snapshot',
  'list-comments',
  'list-library',
  'list-proposals',
  'browse-media',
  'list-media-folders',
  'score-template',
  'rewrite-text',
];
const DESTROYING = [
  'update-template',
  'delete-template',
  'restore-snapshot',
  'delete-comment',
  'delete-media',
  'delete-media-folder',
  'change-templates',
  'replace-in-templates',
];
const REACHING_OUT = ['create-template', 'import-media-from-url', 'generate-template', 'rewrite-text'];

interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  additionalProperties?: boolean;
}

interface Definition {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  annotations: Record<string, boolean>;
}

let app: TestApp;
let tools: Definition[];
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  tools = (await connect(app).rpc('tools/list')).body.result.tools;
});
afterAll(() => app.stop());

describe('the tools', () => {
  test('have names of the specification, each once, in its order, the harmless one first', () => {
    // 26 of the specification, 3 for folders and the trash, 4 more; 2 others are for proposers.
    expect(TOOL_NAMES).toHaveLength(33);
    const names = tools.map((tool) => tool.name);
    expect(names).toEqual(TOOL_NAMES.filter((name) => names.includes(name)));
    expect(names.length).toBeGreaterThanOrEqual(18);
    const [first] = tools;
    expect([first?.name, first?.annotations.readOnlyHint]).toEqual(['get-project-config', true]);
    expect(first?.inputSchema).toEqual({ type: 'object', additionalProperties: false });
  });

  test('are listed the same to everybody, each time', async () => {
    await app.exchangeToken('other');
    for (const era of ERAS) {
      for (const seat of [tenantAccessOf(app), { ...tenantAccessOf(app), tenant: 'other' }]) {
        const { result } = (await connect(app, era, seat).rpc('tools/list')).body;
        expect(JSON.stringify(result.tools)).toBe(JSON.stringify(tools));
        expect(result.nextCursor).toBeUndefined();
        if (era === 'modern') expect([result.cacheScope, result.ttlMs > 0]).toEqual(['private', true]);
      }
    }
  });

  test('have a title, a description and hints', () => {
    for (const { name, title, description, annotations } of tools) {
      const isRead = READING.includes(name);
      expect([name, title.length > 5, description.length > 60, description.endsWith('.')]).toEqual([
        name,
        true,
        true,
        true,
      ]);
      expect([name, annotations]).toEqual([
        name,
        {
          readOnlyHint: isRead,
          ...(!isRead && { destructiveHint: DESTROYING.includes(name) }),
          openWorldHint: REACHING_OUT.includes(name),
          ...(!isRead && 'idempotentHint' in annotations && { idempotentHint: true }),
        },
      ]);
    }
    expect(new Set(tools.map((tool) => tool.title)).size).toBe(tools.length);
    expect(new Set(tools.map((tool) => tool.description)).size).toBe(tools.length);
  });

  test('together leave room for all that will come', () => {
    const tokens = countTokens(JSON.stringify(tools));
    expect(tokens).toBeLessThanOrEqual(TOKENS_OF_ALL);
  });
});

/** Every schema within a schema, with the path to it. */
function* walk(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* walk(property, `${path}.${name}`);
  if (schema.items !== undefined) yield* walk(schema.items, `${path}[]`);
}

describe('the arguments', () => {
  test('are an object without alternatives, closed, with a type for each', () => {
    for (const { name, inputSchema } of tools) {
      expect([name, inputSchema.type, inputSchema.additionalProperties]).toEqual([name, 'object', false]);
      for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', '$ref', '$defs', 'const']) {
        expect([name, keyword in inputSchema]).toEqual([name, false]);
      }
      const known = Object.keys(inputSchema.properties ?? {});
      expect([name, (inputSchema.required ?? []).filter((key) => !known.includes(key))]).toEqual([name, []]);
    }
  });

  test('are described, every one', () => {
    for (const { name, inputSchema } of tools) {
      for (const [key, { description = '' }] of Object.entries(inputSchema.properties ?? {})) {
        expect([name, key, description.length > 10]).toEqual([name, key, true]);
      }
    }
  });

  test('say of arrays what is in them, at any depth', () => {
    for (const { name, inputSchema } of tools) {
      for (const [path, schema] of walk(inputSchema, name)) {
        if (schema.type === 'array') expect([path, typeof schema.items]).toEqual([path, 'object']);
      }
    }
  });

  test('are those of the specification where it names them', () => {
    const of = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
    expect(of('list-templates')?.required).toBeUndefined();
    for (const name of ['export-template', 'score-template']) {
      if (of(name) !== undefined) expect(of(name)?.properties).toHaveProperty('template_id');
    }
    for (const name of ['get-template', 'update-template', 'delete-template', 'list-snapshots']) {
      expect([name, of(name)?.required?.includes('template_id')]).toEqual([name, true]);
    }
  });

  test('leave out what every call of the tool has', () => {
    for (const { name, inputSchema } of tools) {
      expect([name, Object.keys(inputSchema.properties ?? {}).includes('answer')]).toEqual([name, false]);
    }
  });
});

test('what comes back is an object of known parts, which tools that read announce with their types', () => {
  for (const { definition, resultFields } of CATALOGUE.tools) {
    const { name, outputSchema } = definition;
    expect([name, resultFields().length > 0]).toEqual([name, true]);
    expect([name, outputSchema?.type]).toEqual([name, READING.includes(name) ? 'object' : undefined]);
    if (outputSchema !== undefined)
      expect([name, Object.keys((outputSchema.properties ?? {}) as object)]).toEqual([
        name,
        [...resultFields()],
      ]);
  }
});
