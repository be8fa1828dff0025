import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { mergeContents, type TemplateContent } from '../../../src/mail/model/index.ts';
import { type Content, editedPairs, editedTriples } from './arbitrary-pair.ts';

// biome-ignore lint/suspicious/noExplicitAny: blocks of any type
type Block = Record<string, any>;

const leaf = (id: string, text = id): Block => ({ id, type: 'paragraph', content: text });
const section = (id: string, ...children: Block[][]): Block => ({
  id,
  type: 'section',
  columns: '2',
  children,
});
const content = (blocks: Block[], settings: object = { width: 600 }) =>
  ({ blocks, settings }) as unknown as TemplateContent;

const BASE = [leaf('a'), section('s', [leaf('c'), leaf('d')], [leaf('e')]), leaf('b')];
const [a, s, b] = BASE as [Block, Block, Block];

const outline = ({ blocks }: TemplateContent): string =>
  (blocks as Block[])
    .map(({ id, content: text, children }) => {
      if (children)
        return `${id}(${children.map((list: Block[]) => list.map((one) => one.content)).join('|')})`;
      return text;
    })
    .join(' ');

const merges: [what: string, mine: Block[], theirs: Block[], merged: string][] = [
  ['changes of different blocks', [leaf('a', 'A'), s, b], [a, s, leaf('b', 'B')], 'A s(c,d|e) B'],
  [
    'changes of different blocks inside a section',
    [a, section('s', [leaf('c', 'C'), leaf('d')], [leaf('e')]), b],
    [a, section('s', [leaf('c')], [leaf('e', 'E')]), b],
    'a s(C|E) b',
  ],
  ['an added and a changed block', [a, leaf('n'), s, b], [leaf('a', 'A'), s, b], 'A n s(c,d|e) b'],
  ['blocks added at the same place', [a, leaf('m'), s, b], [a, leaf('n'), s, b], 'a m n s(c,d|e) b'],
  ['a deleted and a changed block', [s, b], [a, s, leaf('b', 'B')], 's(c,d|e) B'],
  ['the same change', [leaf('a', 'A'), s, b], [leaf('a', 'A'), s], 'A s(c,d|e)'],
  ['the same block deleted', [a, s], [leaf('a', 'A'), s], 'A s(c,d|e)'],
  ['a moved block that the other changed', [b, a, s], [a, s, leaf('b', 'B')], 'B a s(c,d|e)'],
  [
    'a block moved into a section',
    [a, section('s', [leaf('c'), b, leaf('d')], [leaf('e')])],
    [leaf('a', 'A'), s, b],
    'A s(c,b,d|e)',
  ],
  ['a block moved by both: the stored place counts', [b, a, s], [a, b, s], 'a b s(c,d|e)'],
  ['a moved block that the other deleted', [b, a, s], [a, s], 'a s(c,d|e)'],
  [
    'a new section with a block moved into it',
    [section('n', [a], []), s, b],
    [a, s, leaf('b', 'B')],
    'n(a|) s(c,d|e) B',
  ],
  [
    'a block in a column that the other removed',
    [a, { ...section('s', [leaf('c'), leaf('d'), leaf('e')]), columns: '1' }, b],
    [a, section('s', [leaf('c'), leaf('d')], [leaf('e'), leaf('n')]), b],
    'a s(c,d,e,n) b',
  ],
];

for (const [what, mine, theirs, merged] of merges) {
  test(`merged: ${what}`, () => {
    const result = mergeContents(content(BASE), content(mine), content(theirs));
    expect(result.content && outline(result.content)).toBe(merged);
  });
}

const conflicts: [what: string, mine: Block[], theirs: Block[], ids: string[]][] = [
  ['both change a block', [leaf('a', 'A'), s, b], [leaf('a', 'Ä'), s, leaf('b', 'B')], ['a']],
  ['one deletes what the other changes', [s, b], [leaf('a', 'A'), s, b], ['a']],
  ['the other deletes what one changes', [leaf('a', 'A'), s, b], [s, b], ['a']],
  [
    'one deletes the section of a changed block',
    [a, b],
    [a, section('s', [leaf('c', 'C'), leaf('d')], [leaf('e')]), b],
    ['c'],
  ],
  [
    'the other deletes a section that gets a block',
    [a, section('s', [leaf('c'), leaf('n'), leaf('d')], [leaf('e')]), b],
    [a, b],
    ['n'],
  ],
  [
    'the other moves a block into a section that one deletes',
    [a, b],
    [section('s', [leaf('c'), leaf('d')], [leaf('e'), a]), b],
    ['a'],
  ],
  ['both add a block with the same id', [leaf('n', '1'), ...BASE], [...BASE, leaf('n', '2')], ['n']],
];

for (const [what, mine, theirs, ids] of conflicts) {
  test(`conflict: ${what}`, () => {
    const { conflict } = mergeContents(content(BASE), content(mine), content(theirs));
    expect(conflict).toEqual({ blockIds: ids, settings: [] });
  });
}

test('settings are merged one by one, also removed ones', () => {
  const base = { width: 600, locale: 'en', preheaderText: 'x' };
  const merged = mergeContents(
    content(BASE, base),
    content(BASE, { width: 700, locale: 'en', preheaderText: 'x' }),
    content(BASE, { width: 600, locale: 'de' }),
  );
  expect(merged.content?.settings as unknown).toEqual({ width: 700, locale: 'de' });
  const both = mergeContents(
    content(BASE, base),
    content(BASE, { ...base, width: 700 }),
    content(BASE, { ...base, width: 800, locale: 'de' }),
  );
  expect(both.conflict).toEqual({ blockIds: [], settings: ['width'] });
});

test('damaged contents are a conflict unless one side changed nothing', () => {
  const damaged = content([leaf('a'), leaf('a')]);
  const changed = content([leaf('a', 'A'), leaf('a')]);
  expect(mergeContents(damaged, changed, damaged).content).toEqual(changed);
  expect(mergeContents(damaged, changed, content([leaf('a')])).conflict).toEqual({
    blockIds: [],
    settings: [],
  });
});

/** A change that no other touches, so that a merge cannot return one side as it is. */
const withMark = (of: Content): Content => ({ ...of, mark: 'changed' });

test('without changes of one side, the other is the result', () => {
  fc.assert(
    fc.property(editedPairs, ({ before, after }) => {
      expect(mergeContents(before, after, before).content).toEqual(after);
      expect(mergeContents(before, before, after).content).toEqual(after);
      expect(mergeContents(before, after, after).content).toEqual(after);
      expect(mergeContents(before, after, withMark(before)).content).toEqual(withMark(after));
      expect(mergeContents(before, withMark(before), after).content).toEqual(withMark(after));
      expect(mergeContents(before, withMark(after), after).content).toEqual(withMark(after));
    }),
  );
});

function readOwn({ blocks }: TemplateContent): Map<string, string> {
  const own = new Map<string, string>();
  const add = (block: Block): void => {
    const { children, ...fields } = block;
    const isSection = block.type === 'section';
    own.set(block.id, JSON.stringify(isSection ? fields : block));
    if (isSection) for (const inner of (children as Block[][]).flat()) add(inner);
  };
  for (const block of blocks as Block[]) add(block);
  return own;
}

test('a merged content has every changed block of both sides, and no id twice', () => {
  let merged = 0;
  fc.assert(
    fc.property(editedTriples, ({ base, mine, theirs }) => {
      const { content: result, conflict } = mergeContents(base, mine, theirs);
      if (result === undefined) {
        expect(conflict.blockIds.length + conflict.settings.length).toBeGreaterThan(0);
        return;
      }
      merged += 1;
      const [before, after] = [readOwn(base), readOwn(result)];
      for (const side of [readOwn(mine), readOwn(theirs)]) {
        for (const [id, own] of side) if (before.get(id) !== own) expect(after.get(id)).toBe(own);
        for (const id of before.keys()) if (!side.has(id)) expect(after.has(id)).toBe(false);
      }
      const ids = JSON.stringify(result.blocks).match(/"id":"(block|new|[0-9a-f]{8})-[^"]*"/g) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
  expect(merged).toBeGreaterThan(10);
});
