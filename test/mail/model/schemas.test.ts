import { describe, expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { contentInputSchema, TemplateContent } from '../../../src/mail/model/index.ts';
import { fullForm, minimalBlocks } from './reading.ts';
import { sampleContent } from './sample-content.ts';

const partial = { blocks: Object.entries(minimalBlocks).map(([type, fields]) => ({ type, ...fields })) };
const unknown = { ...sampleContent(1, 1024), blocks: [{ id: 'a', type: 'tabs' }] };
const brokenTitle = { blocks: [{ id: 'a', type: 'title' }] };

function* listFields(schema: TSchema, path = ''): Generator<[string, TSchema]> {
  for (const choice of schema.anyOf ?? []) yield* listFields(choice, `${path}|${choice.title ?? ''}`);
  if (schema.items) yield* listFields(schema.items, `${path}[]`);
  for (const [key, field] of Object.entries<TSchema>(schema.properties ?? {})) {
    yield [`${path}.${key}`, field];
    yield* listFields(field, `${path}.${key}`);
  }
}

describe('the schemas as documents', () => {
  test('every field has a description', () => {
    const bare = [...listFields(TemplateContent)].filter(([, field]) => !field.description);
    expect(bare.map(([path]) => path)).toEqual([]);
  });

  test('the full form accepts what the service stores, and only that', () => {
    expect(Value.Check(TemplateContent, sampleContent(2, 40_000))).toBe(true);
    expect(Value.Check(TemplateContent, fullForm(partial))).toBe(true);
    expect(Value.Check(TemplateContent, unknown)).toBe(true);
    expect(Value.Check(TemplateContent, partial)).toBe(false);
  });

  test('the input form accepts what the service can fill in', () => {
    expect(Value.Check(contentInputSchema, partial)).toBe(true);
    expect(Value.Check(contentInputSchema, sampleContent(2, 40_000))).toBe(true);
    expect(Value.Check(contentInputSchema, unknown)).toBe(true);
    expect(Value.Check(contentInputSchema, brokenTitle)).toBe(false);
    expect(Value.Check(contentInputSchema, {})).toBe(false);
  });
});

test('where generated code is forbidden, checking is slower but the same', async () => {
  const script = `
    const original = globalThis.Function;
    globalThis.Function = function () { throw new EvalError('forbidden'); };
    const { parseContent } = await import('./src/mail/model/index.ts');
    const makeId = () => 'made';
    const good = parseContent({ blocks: [{ type: 'spacer' }] }, { makeId });
    const bad = parseContent({ blocks: [{ type: 'spacer', height: 'x' }] }, { makeId });
    globalThis.Function = original;
    process.stdout.write(JSON.stringify([good.ok, bad.ok, bad.faults[0].path]));`;
  const run = Bun.spawn([process.execPath, '-e', script], {
    stdout: 'pipe',
    cwd: `${import.meta.dir}/../../..`,
  });
  expect(await new Response(run.stdout).json()).toEqual([true, false, '/blocks/0/height']);
});
