import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { BothSpellings, compileCamelNames } from '../../../src/http/both-spellings.ts';
import { encodeJson, storedJson } from '../../../src/platform/stored-json.ts';
import { runs } from '../../support/property-runs.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { readWhole } from './editors.ts';

type Fields = Record<string, unknown>;

const add = (schema: TSchema, value: unknown) => new BothSpellings().compile(schema)?.(value) ?? value;

/** Fields of answers, with the names of today's editors. */
const NAMES: Readonly<Record<string, string>> = {
  template_id: 'templateId',
  created_at: 'createdAt',
  alt_text: 'alt',
  is_autosave: 'isAutomatic',
  next_cursor: 'nextCursor',
  test_email: 'testEmail',
  max_file_size_mb: 'maxFileSizeMb',
  // No editor reads this one.
  previous_version: 'previous_version',
  id: 'id',
  list: 'list',
  by_name: 'by_name',
};

interface Node {
  schema: TSchema;
  value: unknown;
  kind: 'leaf' | 'list' | 'map' | 'object';
  inner: Node | Record<string, Node> | undefined;
}

/** A schema with a value of it. Lists and maps have one value, whose schema is that of all. */
const nodes = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue().map((value): Node => ({ schema: Type.Unknown(), value, kind: 'leaf', inner: undefined })),
    tie('node').map(
      (inner): Node => ({ schema: Type.Array(inner.schema), value: [inner.value], kind: 'list', inner }),
    ),
    fc.tuple(fc.constantFrom('template_id', 'a-b_c', 'images'), tie('node')).map(
      ([key, inner]): Node => ({
        schema: Type.Union([Type.Null(), Type.Record(Type.String(), inner.schema)]),
        value: { [key]: inner.value },
        kind: 'map',
        inner,
      }),
    ),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...Object.keys(NAMES)), tie('node')), {
        selector: ([name]) => name,
        minLength: 1,
      })
      .map((entries): Node => {
        const inner = Object.fromEntries(entries);
        const schemas = entries.map(([name, { schema }]) => [name, schema]);
        return {
          schema: Type.Object(Object.fromEntries(schemas)),
          value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
          kind: 'object',
          inner,
        };
      }),
  ),
}));

/** A value as an editor reads it that knows fields by these names. */
function read({ kind, inner }: Node, value: unknown, nameOf: (name: string) => string): unknown {
  if (kind === 'leaf') return value;
  if (kind === 'list') return (value as unknown[]).map((item) => read(inner as Node, item, nameOf));
  const entries = Object.entries(kind === 'map' ? (value as Fields) : (inner as Fields));
  return Object.fromEntries(
    entries.map(([name, node]) =>
      kind === 'map'
        ? [name, read(inner as Node, node, nameOf)]
        : [name, read(node as Node, (value as Fields)[nameOf(name)], nameOf)],
    ),
  );
}

describe('an answer in both spellings', () => {
  test('says the same to editors of either generation, whatever it holds', () => {
    fc.assert(
      fc.property(nodes.node, (node) => {
        const before = structuredClone(node.value);
        const both = add(node.schema, node.value);
        expect(read(node, both, (name) => name)).toEqual(node.value);
        expect(read(node, both, (name) => NAMES[name] as string)).toEqual(node.value);
        expect(node.value).toEqual(before);
      }),
      { numRuns: runs(300) },
    );
  });

  const field = Type.String();

  test.each<[string, TSchema, unknown, unknown]>([
    [
      'an author',
      Type.Object({ author_identifier: field, author_name: field }),
      { author_identifier: 'u1', author_name: 'Ada' },
      { author_identifier: 'u1', author_name: 'Ada', author: { id: 'u1', name: 'Ada' } },
    ],
    [
      'no author',
      Type.Object({ author_identifier: Type.Optional(field), author_name: Type.Optional(field), id: field }),
      { id: 'x' },
      { id: 'x' },
    ],
    [
      'an open thread',
      Type.Object({ resolved_by_identifier: field, resolved_by_name: field }),
      { resolved_by_identifier: null, resolved_by_name: null },
      { resolved_by_identifier: null, resolved_by_name: null, resolvedBy: null },
    ],
    [
      'a small picture',
      Type.Object({ small_url: field, medium_url: field }),
      { small_url: null, medium_url: 'm' },
      { small_url: null, medium_url: 'm', thumbnailUrl: 'm' },
    ],
    [
      'a field that is there in both',
      Type.Object({ created_at: field, createdAt: field }),
      { created_at: 'a', createdAt: 'b' },
      { created_at: 'a', createdAt: 'b' },
    ],
  ])('has %s', (_what, schema, value, expected) => {
    expect(add(schema, value)).toEqual(expected);
  });

  test('leaves contents alone, and stored ones unparsed', () => {
    const inside = Type.Object({ created_at: field, alt_text: field });
    const content = { created_at: 'a', alt_text: 'b' };
    const schema = Type.Object({
      template_id: field,
      content: inside,
      blocks: Type.Array(inside),
      settings: inside,
    });
    const value = { template_id: 't', content, blocks: [content], settings: content };
    expect(add(schema, value)).toEqual({ ...value, templateId: 't' });
    const text = '{ "n": 1.50, "created_at": 1 }';
    const stored = { template_id: 't', content: storedJson(Buffer.from(text)) };
    expect(Buffer.from(encodeJson(add(schema, stored))).toString()).toBe(
      `{"template_id":"t","content":${text},"templateId":"t"}`,
    );
  });
});

describe('routes', () => {
  let app: TestApp;
  let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
  beforeAll(async () => {
    app = await createTestApp();
    tenant = await app.openTenant('acme');
  });
  afterAll(() => app.stop());

  test('of single templates pay nothing for names that their answers do not have', () => {
    const added = compileCamelNames(app.routes, app.schemas);
    const single = app.routes.filter(({ path, operation }) => {
      const isList = operation.name === 'listTemplates';
      return !isList && /\/templates(\/:template_id)?$/.test(path);
    });
    expect(single.length).toBeGreaterThan(4);
    for (const route of single) expect([route.path, added.get(route)]).toEqual([route.path, undefined]);
  });

  test('answer the stored text of a content, whatever names it has', async () => {
    const block = {
      ...{ id: 'b', type: 'paragraph', content: '<p>x</p>' },
      fieldValues: { created_at: 1, createdAt: 2, alt_text: 'x' },
    };
    const content = { blocks: [block], settings: { template_id: 'kept', custom_fonts: [1] } };
    const made = readWhole(await tenant.request('POST', '/templates', { body: { content } }));
    const { id } = made.body.data;
    await tenant.request('POST', `/templates/${id}/versions`, { body: {} });
    const [version] = readWhole(await tenant.request('GET', `/templates/${id}/versions`)).body.data;
    expect(version.templateId).toBe(id);
    for (const stored of [made.body.data.content, version.content]) {
      expect(stored.blocks[0].fieldValues).toEqual(block.fieldValues);
      expect(stored.settings).toMatchObject(content.settings);
      expect(stored.settings.templateId).toBeUndefined();
    }
  });

  test('have each large value once', async () => {
    const made = await tenant.request('POST', '/templates', { body: { content: smallContent('find me') } });
    const path = `/templates/${made.body.data.id}/versions`;
    await tenant.request('POST', path, { body: {} });
    expect((await tenant.request('GET', path)).text.split('find me')).toHaveLength(2);
  });
});
