import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addCamelNames } from '../../../src/http/editor-compat/answers.ts';
import { encodeJson, storedJson } from '../../../src/platform/json/stored-json.ts';
import { runs } from '../../support/property-runs.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { readWhole } from './editors.ts';

type Fields = Record<string, unknown>;

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
  by_name: 'by_name',
};

const answers = fc.letrec<{ answer: unknown }>((tie) => ({
  answer: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('answer')),
    fc.dictionary(fc.constantFrom(...Object.keys(NAMES)), tie('answer'), { noNullPrototype: true }),
  ),
}));

/** An answer as an editor reads it that knows fields by these names. `shape`: the answer before names were added. */
function read(shape: unknown, answer: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(shape))
    return shape.map((item, index) => read(item, (answer as unknown[])[index], nameOf));
  if (typeof shape !== 'object' || shape === null) return answer;
  const entries = Object.entries(shape);
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, read(inner, (answer as Fields)[nameOf(name)], nameOf)]),
  );
}

describe('an answer in both spellings', () => {
  test('says the same to editors of either generation, whatever it holds', () => {
    fc.assert(
      fc.property(answers.answer, (answer) => {
        const before = structuredClone(answer);
        const both = addCamelNames(answer);
        expect(read(answer, both, (name) => name)).toEqual(answer);
        expect(read(answer, both, (name) => NAMES[name] as string)).toEqual(answer);
        expect(answer).toEqual(before);
      }),
      { numRuns: runs(300) },
    );
  });

  test.each<[string, Fields, Fields]>([
    ['an author', { author_identifier: 'u1', author_name: 'Ada' }, { author: { id: 'u1', name: 'Ada' } }],
    ['no author', { id: 'x' }, {}],
    ['an open thread', { resolved_by_identifier: null, resolved_by_name: null }, { resolvedBy: null }],
    ['a small picture', { small_url: null, medium_url: 'm' }, { thumbnailUrl: 'm' }],
    ['the folder of a file', { folder_id: null, filename: 'a.png' }, { folderId: null }],
    ['the folder of a template', { folder_id: 'f', name: 'Letter' }, {}],
    ['a field that is there in both', { created_at: 'a', createdAt: 'b' }, {}],
  ])('has %s', (_what, answer, added) => {
    expect(addCamelNames(answer)).toStrictEqual({ ...answer, ...added });
  });

  test('leaves contents alone, and stored ones unparsed', () => {
    const content = { created_at: 'a', alt_text: 'b' };
    const answer = { template_id: 't', content, blocks: [content], settings: content };
    expect(addCamelNames(answer)).toStrictEqual({ ...answer, templateId: 't' });
    const text = '{ "n": 1.50, "created_at": 1 }';
    const stored = { template_id: 't', content: storedJson(Buffer.from(text)) };
    expect(Buffer.from(encodeJson(addCamelNames(stored))).toString()).toBe(
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
