import {
  type Block,
  type ContentOperation,
  type Fields,
  isFields,
  type TemplateContent,
  walkBlocks,
} from '../../../mail/model/index.ts';
import { findNamed } from './shown-content.ts';

/**
 * Gives a new block the id of the block that it replaces, so that comments and other operations still refer to it:
 * models often delete a block and add a better one, or write all blocks again without ids. A new block replaces the
 * deleted block that is equal to it but for the id, or else the deleted block of the same type between the same
 * neighbors.
 */
export function keepBlockIds(before: TemplateContent, after: TemplateContent): TemplateContent {
  const known = new Set([...walkBlocks(before)].map(({ block }) => block.id));
  const used = new Set([...walkBlocks(after)].map(({ block }) => block.id));
  const gone = new Set([...walkBlocks(before)].map(({ block }) => block).filter(({ id }) => !used.has(id)));
  const run: Run = { known, gone, same: Map.groupBy(gone, describe) };
  const blocks = keepInList(run, before.blocks, after.blocks);
  const sections = new Map(before.blocks.map((block) => [block.id, block]));
  return { ...after, blocks: blocks.map((block) => keepInSection(run, sections.get(block.id), block)) };
}

interface Run {
  /** Ids of all blocks before the change. */
  known: ReadonlySet<string>;
  /** Blocks that were deleted. Their ids can be given to new blocks. */
  gone: Set<Block>;
  same: ReadonlyMap<string, Block[]>;
}

function keepInSection(run: Run, before: Block | undefined, after: Block): Block {
  if (after.type !== 'section') return after;
  const columns = before?.type === 'section' ? before.children : [];
  const children = after.children.map((list, index) => keepInList(run, columns[index] ?? [], list));
  return { ...after, children: children as typeof after.children };
}

function keepInList(run: Run, olds: readonly Block[], news: readonly Block[]): Block[] {
  const equal = news.map((block) => (run.known.has(block.id) ? block : (claimSame(run, block) ?? block)));
  const kept = [...equal];
  for (const { start, end, from, to } of listGaps(run, olds, equal)) {
    const free = olds.slice(from, to).filter((block) => run.gone.has(block));
    for (let index = start; index < end; index += 1) {
      const block = equal[index] as Block;
      const place = free.findIndex(({ type }) => type === block.type);
      if (place < 0) continue;
      const [old] = free.splice(0, place + 1).slice(-1) as [Block];
      run.gone.delete(old);
      kept[index] = { ...block, id: old.id };
    }
  }
  return kept;
}

function claimSame(run: Run, block: Block): Block | undefined {
  const old = run.same.get(describe(block))?.find((candidate) => run.gone.has(candidate));
  if (old === undefined) return undefined;
  run.gone.delete(old);
  return old;
}

/**
 * Groups of new blocks that follow each other (`start` to `end`), and the part of the old list (`from` to `to`) whose
 * place they take.
 */
function listGaps({ known }: Run, olds: readonly Block[], news: readonly Block[]) {
  const places = new Map(olds.map((block, index) => [block.id, index]));
  const gaps: { start: number; end: number; from: number; to: number }[] = [];
  for (let start = 0; start < news.length; start += 1) {
    if (known.has((news[start] as Block).id)) continue;
    let end = start;
    while (end < news.length && !known.has((news[end] as Block).id)) end += 1;
    const from = (places.get(news[start - 1]?.id ?? '') ?? -1) + 1;
    const to = places.get(news[end]?.id ?? '') ?? olds.length;
    gaps.push({ start, end, from, to });
    start = end;
  }
  return gaps;
}

/** A block without its ids. */
function describe(block: Block): string {
  return JSON.stringify(block, (key, value) => (key === 'id' ? undefined : value));
}

/** Lists of a block whose items have ids. */
const ITEM_LISTS = ['items', 'icons', 'rows'] as const;

/**
 * Gives items in a list of an update the ids of the items that they replace. Models are not shown the ids of menu
 * items, icons, rows and cells, so without this each item would be a new one. Other fields of an item that a model is
 * not shown are kept too.
 */
export function keepItemIds(content: TemplateContent, operation: ContentOperation): ContentOperation {
  const { op, id, fields } = operation;
  if (op !== 'update' || id === undefined || fields === undefined) return operation;
  const block = findNamed(content, id);
  if (block === undefined) return operation;
  const before = block as unknown as Fields;
  const kept = ITEM_LISTS.flatMap((name) => {
    const [items, olds] = [fields[name], before[name]];
    return Array.isArray(items) && Array.isArray(olds) ? [[name, keepIds(items, olds)] as const] : [];
  });
  return kept.length === 0 ? operation : { ...operation, fields: { ...fields, ...Object.fromEntries(kept) } };
}

/** Matches an item with the one that has the same text, or else with the one at the same position. */
function keepIds(items: readonly unknown[], olds: readonly unknown[]): unknown[] {
  const free = new Set(olds.filter(isFields));
  const claim = (old: Fields | undefined) => {
    if (old !== undefined) free.delete(old);
    return old;
  };
  const same = items.map((item) =>
    isFields(item) ? claim([...free].find((old) => describeItem(old) === describeItem(item))) : undefined,
  );
  return items.map((item, index) => {
    if (!isFields(item)) return item;
    const inPlace = olds[index];
    const old = same[index] ?? claim(isFields(inPlace) && free.has(inPlace) ? inPlace : undefined);
    return old === undefined ? item : mergeItem(item, old);
  });
}

function mergeItem(item: Fields, old: Fields): Fields {
  const merged: Fields = { ...item, id: old.id };
  if (old.openInNewTab !== undefined) merged.openInNewTab ??= old.openInNewTab;
  if (Array.isArray(item.cells) && Array.isArray(old.cells)) merged.cells = keepIds(item.cells, old.cells);
  return merged;
}

/** The texts and addresses of an item, to compare it with others. */
function describeItem({ text, url, platform, content, cells }: Fields): string {
  const inner = Array.isArray(cells)
    ? cells.map((cell) => (isFields(cell) ? cell.content : cell))
    : undefined;
  return JSON.stringify([text ?? null, url ?? null, platform ?? null, content ?? null, inner ?? null]);
}
