import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  describeDiff,
  diffContent,
  editContent,
  listChanges,
  planOperations,
  summarizeDiff,
  type TemplateContent,
} from '../../../src/mail/model/index.ts';
import { changes, fullContent, withChanges } from './arbitrary-content.ts';
import { anyPairs, editedPairs, type Pair, unrelatedPairs } from './arbitrary-pair.ts';

const pairs = fc.oneof(editedPairs, unrelatedPairs, anyPairs);

/** A text that only equal JSON has. Test libraries overlook a field called "__proto__". */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)}}`;
}

const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other);

const planned = ({ before, after }: Pair) => planOperations(before, after).operations;

function expectToLead({ before, after }: Pair): void {
  const operations = planned({ before, after });
  if (operations === null) throw new Error('no operations were found');
  if (operations.length === 0) {
    expect(canonical(before)).toBe(canonical(after));
    return;
  }
  const makeId = () => {
    throw new Error('an id was made');
  };
  const edited = editContent(before, operations, { makeId, unknown: 'keep' });
  expect(edited.ok && canonical(edited.content)).toBe(canonical(after));
}

test('the operations of a diff turn the old content into the new: small changes, forth and back', () => {
  fc.assert(
    fc.property(editedPairs, ({ before, after }) => {
      expectToLead({ before, after });
      expectToLead({ before: after, after: before });
    }),
  );
});

test('the operations of a diff turn the old content into the new: contents that have little in common', () => {
  fc.assert(fc.property(unrelatedPairs, expectToLead));
});

test('there are operations unless something beside the blocks differs that operations cannot set', () => {
  fc.assert(
    fc.property(anyPairs, (pair) => {
      const { blocks: _old, settings, ...others } = pair.before;
      const { blocks: _new, settings: present, ...presentOthers } = pair.after;
      if (isSame(others, presentOthers) && canPatch(settings, present)) expectToLead(pair);
      else expect(planned(pair)).toBeNull();
    }),
  );
});

/** A merge patch sets nothing to null, neither a field nor a field of an object. */
function canPatch(before: unknown, after: unknown): boolean {
  if (isSame(before, after)) return true;
  if (after === null) return false;
  if (typeof after !== 'object' || Array.isArray(after)) return true;
  const isObject = typeof before === 'object' && before !== null && !Array.isArray(before);
  const own = (key: string) =>
    isObject && Object.hasOwn(before, key) ? (before as Record<string, unknown>)[key] : undefined;
  return Object.entries(after).every(([key, value]) => canPatch(own(key), value));
}

test('there is a difference exactly where there is one', () => {
  fc.assert(
    fc.property(pairs, ({ before, after }) => {
      for (const [one, other] of [
        [before, after],
        [before, structuredClone(before)],
      ] as const) {
        const diff = diffContent(one, other);
        const isEmpty = diff.blocks.length + diff.settings.length + diff.others.length === 0;
        expect(isEmpty).toBe(isSame(one, other));
        expect(describeDiff(diff) === 'No differences.').toBe(isEmpty);
      }
    }),
  );
});

const idsOf = ({ blocks }: TemplateContent): string[] =>
  blocks.flatMap((block) => [
    block.id,
    ...(block.type === 'section' ? block.children.flat().map(({ id }) => id) : []),
  ]);

test('added and removed are the ids that came and went; turned round, they change places', () => {
  fc.assert(
    fc.property(pairs, ({ before, after }) => {
      const listed = listChanges(diffContent(before, after));
      const idsBy = (change: string) =>
        listed.filter((entry) => entry.change === change).map(({ id }) => id as string);
      const [old, young] = [idsOf(before), idsOf(after)];
      expect(idsBy('added').sort()).toEqual(young.filter((id) => !old.includes(id)).sort());
      expect(idsBy('removed').sort()).toEqual(old.filter((id) => !young.includes(id)).sort());
      // Each block once, and none that only stands elsewhere because others came or went.
      expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
      const forth = summarizeDiff(diffContent(before, after));
      const back = summarizeDiff(diffContent(after, before));
      const { added, removed, changed, moved } = forth;
      expect(back).toMatchObject({ added: removed, removed: added, changed, moved });
    }),
  );
});

test('contents that break the rules: nothing is thrown, and operations are right or none', () => {
  const damaged = fc
    .tuple(fullContent, changes, changes)
    .map(([start, one, other]) => ({ before: withChanges(start, one), after: withChanges(start, other) }));
  fc.assert(
    fc.property(damaged, (pair) => {
      const { before, after } = pair as unknown as Pair;
      fc.pre([before, after].every((content) => Array.isArray(content?.blocks)));
      const diff = diffContent(before, after);
      expect(JSON.parse(JSON.stringify(listChanges(diff)))).toBeArray();
      expect(describeDiff(diff)).toBeString();
      const operations = planned({ before, after });
      if (operations !== null) expectToLead({ before, after });
    }),
  );
});

test('ids that occur several times, and are missing: every block is accounted for', () => {
  const id = fc.constantFrom('x', 'y', undefined);
  const block = fc
    .tuple(id, fc.integer({ min: 0, max: 3 }))
    .map(([id, height]) => ({ ...(id && { id }), type: 'spacer', height }));
  const blocks = fc.array(block, { maxLength: 6 });
  fc.assert(
    fc.property(blocks, blocks, (one, other) => {
      const [before, after] = [one, other].map((list) => ({ blocks: list, settings: {} }) as never);
      const diff = diffContent(before as never, after as never);
      const { added, removed } = summarizeDiff(diff);
      expect(one.length - removed + added).toBe(other.length);
      expect(diff.blocks.length === 0).toBe(isSame(one, other));
      const operations = planned({ before, after } as never);
      if (operations !== null) expectToLead({ before, after } as never);
    }),
  );
});
