import fc from 'fast-check';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { fullContent } from './arbitrary-content.ts';
import { minimalBlocks } from './reading.ts';
import { sampleContent } from './sample-content.ts';

type Block = Record<string, unknown>;
export type Content = TemplateContent & Record<string, unknown>;

/** A content before and after changes. */
export interface Pair {
  before: Content;
  after: Content;
}

/** One small thing done to a content: what, to which block, and a number to do it with. */
type Step = [kind: number, target: number, number: number];

const steps = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 });

const samples = fc.integer({ min: 1, max: 60 }).map((seed) => sampleContent(seed, 9000) as Content);

/** Contents of any kind, related only by some equal ids. Fields that no operation can set are equal. */
export const unrelatedPairs: fc.Arbitrary<Pair> = fc.tuple(fullContent, fullContent).map(([one, other]) => ({
  before: one as unknown as Content,
  after: { ...one, blocks: other.blocks, settings: one.settings } as unknown as Content,
}));

/** Any two contents. They may differ in fields that no operation can set. */
export const anyPairs: fc.Arbitrary<Pair> = fc
  .tuple(fullContent, fullContent)
  .map(([before, after]) => ({ before, after }) as unknown as Pair);

/** A content and what it is after some small changes. */
export const editedPairs: fc.Arbitrary<Pair> = fc
  .tuple(fc.oneof(samples, fullContent as unknown as fc.Arbitrary<Content>), steps)
  .map(([before, list]) => {
    const after = structuredClone(before);
    for (const [position, step] of list.entries()) applyStep(after, step, `new-${position}`);
    return { before, after };
  });

/** A content, and what it is after changes by two people who do not know of each other. */
interface Triple {
  base: Content;
  mine: Content;
  theirs: Content;
}

export const editedTriples: fc.Arbitrary<Triple> = fc
  .tuple(fc.oneof(samples, fullContent as unknown as fc.Arbitrary<Content>), steps, steps)
  .map(([base, ...both]) => {
    const [mine, theirs] = both.map((list, side) => {
      const changed = structuredClone(base);
      for (const [position, step] of list.entries()) applyStep(changed, step, `new-${side}-${position}`);
      return changed;
    });
    return { base, mine: mine as Content, theirs: theirs as Content };
  });

/** All lists of blocks there are: the top level and the columns. */
function listsOf(content: Content): Block[][] {
  const blocks = content.blocks as unknown as Block[];
  const columns = blocks.flatMap((block) => (block.type === 'section' ? (block.children as Block[][]) : []));
  return [blocks, ...columns];
}

function applyStep(content: Content, [kind, target, number]: Step, id: string): void {
  const placed = listsOf(content).flatMap((list) => list.map((block, index) => ({ list, block, index })));
  const found = placed[target % Math.max(1, placed.length)];
  const leaf = { ...makeLeaf(number), id };
  if (!found || kind % 12 === 0) {
    insert(pick(listsOf(content), target), number, leaf);
    return;
  }
  const { list, block, index } = found;
  const actions: (() => void)[] = [
    () => list.splice(index, 1),
    () => insert(list, number, list.splice(index, 1)[0] as Block),
    () => moveAcross(content, list, index, number),
    () => list.splice(index, 1, { ...makeLeaf(number), id: block.id }),
    () => Object.assign(block, { styles: { padding: { top: number % 50, right: 1, bottom: 2, left: 3 } } }),
    () => Object.assign(block, { note: number % 3 === 0 ? null : { deep: [null, number] } }),
    () => void delete block.note,
    () => setText(block, number),
    () => list.push({ id, type: 'tabs', tabs: [null, { number }] }),
    () => Object.assign(content.settings, { width: number % 900, hint: `${number}` }),
    () => changeLayout(block, number),
  ];
  pick(actions, kind)();
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

function insert(list: Block[], number: number, block: Block): void {
  list.splice(number % (list.length + 1), 0, block);
}

function makeLeaf(number: number): Block {
  const types = Object.keys(minimalBlocks).filter((type) => type !== 'section' && type !== 'table');
  const type = pick(types, number);
  const styles = { padding: { top: 0, right: 0, bottom: 0, left: 0 } };
  const filled: Record<string, Block> = {
    spacer: { height: 3 },
    paragraph: { content: '<p>a b</p>' },
    html: { content: '<b>x y</b>' },
  };
  return filled[type] ? { type, styles, ...filled[type] } : { type: 'spacer', styles, height: number % 90 };
}

/** Into any list, out of its section or into one; a section stays at the top level. */
function moveAcross(content: Content, list: Block[], index: number, number: number): void {
  const [block] = list.splice(index, 1) as [Block];
  const lists = listsOf(content);
  insert(block.type === 'section' ? (lists[0] as Block[]) : pick(lists, number), number, block);
}

function setText(block: Block, number: number): void {
  if (typeof block.content !== 'string') return;
  const words = block.content.split(' ');
  words.splice(number % words.length, 1, number % 2 ? `<em>word${number}</em>` : 'another');
  block.content = words.join(' ');
}

/** As a new editor does it, and as an old one does, which leaves the lists. */
function changeLayout(block: Block, number: number): void {
  if (block.type !== 'section') return;
  block.columns = pick(['1', '2', '3', '2-1'], number);
  if (number % 3 === 0) return;
  const count = { '1': 1, '2': 2, '3': 3, '2-1': 2 }[block.columns as string] as number;
  const children = block.children as Block[][];
  while (children.length < count) children.push([]);
  const extra = children.splice(count).flat();
  children.at(-1)?.push(...extra);
}
