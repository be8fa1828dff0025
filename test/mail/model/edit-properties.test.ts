import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type Block,
  blockSchemas,
  countBlocks,
  findBlocks,
  outlineContent,
  parseContent,
  type TemplateContent,
  walkBlocks,
} from '../../../src/mail/model/index.ts';
import { changes, fullContent, withChanges } from './arbitrary-content.ts';
import { edit, edited } from './editing.ts';
import { countingIds, minimalBlocks } from './reading.ts';
import { sampleContent } from './sample-content.ts';

const contents = fullContent as unknown as fc.Arbitrary<TemplateContent>;
const samples = fc.integer({ min: 1, max: 40 }).map((seed) => sampleContent(seed, 12_000));

const idsOf = (content: TemplateContent) => [...walkBlocks(content)].map(({ block }) => block.id);

function pickId(content: TemplateContent, number: number): string {
  const ids = idsOf(content);
  return ids[number % ids.length] as string;
}

function expectValid(content: TemplateContent): void {
  const again = parseContent(content, { makeId: () => 'made' });
  expect(again.ok && again.content).toBe(content);
  const ids = idsOf(content);
  expect(new Set(ids).size).toBe(ids.length);
}

/** One operation as two numbers: which, and on what. It is valid for the content it is made for. */
type Step = [kind: number, one: number, other: number];
const steps: fc.Arbitrary<Step[]> = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), {
  minLength: 1,
  maxLength: 12,
});

function makeOperation(
  content: TemplateContent,
  [kind, one, other]: Step,
): Record<string, unknown> | undefined {
  const types = Object.keys(minimalBlocks);
  const type = types[one % types.length] as string;
  const block = { type, ...minimalBlocks[type] };
  const placed = [...walkBlocks(content)];
  const target = placed[one % placed.length];
  const anchor = placed[other % placed.length];
  if (!target || !anchor || kind % 5 === 0)
    return { op: 'add', block, index: other % (content.blocks.length + 1) };
  if (kind % 5 === 1)
    return { op: 'update', id: target.block.id, fields: { styles: { padding: { top: other % 50 } } } };
  if (kind % 5 === 2) return { op: 'delete', id: target.block.id };
  if (kind % 5 === 3) return { op: 'update_settings', fields: { width: 500 + (other % 200) } };
  const isNested = target.block.type === 'section' && anchor.section;
  if (target.block === anchor.block || isNested) return undefined;
  return { op: 'move', id: target.block.id, [other % 2 === 0 ? 'after' : 'before']: anchor.block.id };
}

test('valid batches: the content stays valid, and a batch does the same as its operations one by one', () => {
  fc.assert(
    fc.property(samples, steps, (start, list) => {
      const operations: unknown[] = [];
      const makeId = countingIds();
      let content = start;
      for (const step of list) {
        const operation = makeOperation(content, step);
        if (!operation) continue;
        // An id of its own, since the batch as a whole makes other ids.
        if (operation.op === 'add') Object.assign(operation.block as object, { id: `own-${makeId()}` });
        operations.push(operation);
        content = edited(content, operation).content;
        expectValid(content);
      }
      if (operations.length === 0) return;
      const whole = edited(start, ...operations);
      expect(outlineContent(whole.content)).toBe(outlineContent(content));
      const gone = idsOf(start).filter((id) => !idsOf(content).includes(id));
      const come = idsOf(content).filter((id) => !idsOf(start).includes(id));
      expect([...whole.deleted].sort()).toEqual(gone.sort());
      expect([...whole.added].sort()).toEqual(come.sort());
    }),
  );
});

test('adding and deleting again gives back the very same content', () => {
  fc.assert(
    fc.property(
      contents,
      fc.constantFrom(...Object.entries(minimalBlocks)),
      fc.nat(),
      (content, [type, fields], number) => {
        const place = content.blocks.length === 0 ? {} : { index: number % content.blocks.length };
        const add = { op: 'add', block: { type, id: 'new', ...fields }, ...place };
        const { content: larger } = edited(content, add);
        expect(countBlocks(larger)).toBe(countBlocks(content) + 1);
        const remove = { op: 'delete', id: 'new' };
        expect(edited(larger, remove).content).toEqual(content);
        expect(edited(content, add, remove).content).toBe(content);
      },
    ),
  );
});

test('updating a block with its own fields changes nothing', () => {
  fc.assert(
    fc.property(contents, fc.nat(), (content, number) => {
      fc.pre(content.blocks.length > 0);
      const id = pickId(content, number);
      const [block] = findBlocks(content, [id]).blocks;
      fc.pre(blockSchemas.has((block as Block).type));
      // What null stands for in a merge patch is not what it stands for in a block.
      const fields = withoutNulls({ ...block, id: undefined, type: undefined, children: undefined });
      expect(edited(content, { op: 'update', id, fields }).content).toEqual(content);
    }),
  );
});

/** Lists are replaced as they are, so nulls inside them may stay. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]));
}

test('moving there and back gives back the content', () => {
  fc.assert(
    fc.property(contents, fc.nat(), fc.nat(), (content, one, other) => {
      const placed = [...walkBlocks(content)];
      fc.pre(placed.length > 1);
      const from = placed[one % placed.length] as (typeof placed)[number];
      const anchor = placed[other % placed.length] as (typeof placed)[number];
      fc.pre(from.block !== anchor.block && !(from.block.type === 'section' && anchor.section));
      const { id } = from.block;
      const home = from.section ? { section: from.section.id, column: from.column } : {};
      const there = { op: 'move', id, after: anchor.block.id };
      const back = { op: 'move', id, ...home, index: from.index };
      expect(edited(edited(content, there).content, back).content).toEqual(content);
      expect(edited(content, there, back).content).toEqual(content);
    }),
  );
});

test('any JSON as operations: no exception, nothing invalid comes out, faults name the operation', () => {
  const sample = sampleContent(5, 6000);
  const names = [
    'id',
    'ids',
    'all_of_type',
    'fields',
    'block',
    'after',
    'before',
    'section',
    'column',
    'index',
  ];
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...idsOf(sample), ...blockSchemas.keys(), 0, 1),
    fc.constantFrom<unknown>(
      { type: 'button', text: 'x' },
      { type: 'section' },
      { fontSize: 3 },
      { content: null },
    ),
    fc.constant(JSON.parse('{"__proto__":{"x":1},"constructor":null}')),
  );
  const operation = fc
    .tuple(
      fc.constantFrom('add', 'update', 'move', 'delete', 'update_settings', '__proto__'),
      fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 3 }),
    )
    .map(([op, entries]) => ({ op, ...Object.fromEntries(entries) }));
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.array(operation, { minLength: 1, maxLength: 4 })),
      (operations) => {
        const result = edit(sample, operations);
        if (result.ok) return expectValid(result.content);
        expect(result.faults.length).toBeGreaterThan(0);
        for (const { path } of result.faults) expect(path).toMatch(/^\/operations(\/\d+(\/|$)|$)/);
      },
    ),
  );
});

test('a damaged content: editing neither throws nor touches what is damaged', () => {
  fc.assert(
    fc.property(fullContent, changes, (start, list) => {
      const damaged = withChanges(start, list) as TemplateContent;
      fc.pre(Array.isArray((damaged as { blocks?: unknown } | undefined)?.blocks));
      const add = { op: 'add', block: { type: 'spacer', id: 'new' }, index: 0 };
      const result = edited(damaged, add, { op: 'update', id: 'new', fields: { height: 5 } });
      expect(result.content.blocks.slice(1)).toEqual(damaged.blocks);
      expect(outlineContent(damaged).split('\n').length).toBeGreaterThanOrEqual(1);
      expect(edit(damaged, [{ op: 'update', all_of_type: 'title', fields: { level: 1 } }])).toBeDefined();
      expect(edit(damaged, [{ op: 'delete', all_of_type: 'section' }])).toBeDefined();
    }),
  );
});

test('an outline has one line for each block, with its id, in reading order', () => {
  fc.assert(
    fc.property(contents, (content) => {
      const ids = idsOf(content);
      const lines = outlineContent(content).split('\n');
      if (ids.length === 0) return expect(lines).toEqual(['']);
      expect(lines.map((line) => line.match(/block-\d+/)?.[0])).toEqual(ids);
      for (const line of lines) expect(line.length).toBeLessThan(200);
      expect(outlineContent(structuredClone(content))).toBe(lines.join('\n'));
    }),
  );
});

test('a wrong value in any field: the fault leads to it', () => {
  for (const [type, schema] of blockSchemas) {
    const add = { op: 'add', block: { type, ...minimalBlocks[type] } };
    const { content } = edited({ ...sampleContent(1, 100), blocks: [] }, add);
    for (const key of Object.keys(schema.properties)) {
      const value = key === 'fieldValues' ? 3 : [{ nonsense: 1 }];
      const result = edit(content, [{ op: 'update', all_of_type: type, fields: { [key]: value } }]);
      if (result.ok) throw new Error(`${type}.${key} took nonsense`);
      for (const { path } of result.faults) expect(path).toStartWith(`/operations/0/fields/${key}`);
    }
  }
});
