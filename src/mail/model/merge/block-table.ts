import { findLongestIncreasing } from '../diff/align-sequences.ts';
import { type Fields, isFields } from '../record.ts';
import type { TemplateContent } from '../template-content.ts';

/** The lists of blocks of a content: the top level, or a column of a section. */
export const TOP = '';

export function columnKey(sectionId: string, column: number): string {
  return `${column} ${sectionId}`;
}

export interface TableBlock {
  id: string;
  /** Its own fields; a section’s without the blocks inside, but with the number of its lists. */
  fields: Fields;
  /** Key of the list it is in. */
  list: string;
}

/** The number of a section’s lists among its fields. No field of the content model has such a name. */
const LIST_COUNT = '#lists';

/** The blocks of a content by id, and the ids of each list in order. */
export class BlockTable {
  readonly blocks = new Map<string, TableBlock>();
  /** By key. */
  readonly lists = new Map<string, string[]>();

  /** The blocks that are in another list than before, and in each list the fewest that bring the others into order. */
  findMoved(before: BlockTable): Set<string> {
    const moved = new Set<string>();
    for (const [key, ids] of this.lists) {
      const positions = new Map(before.lists.get(key)?.map((id, index) => [id, index]));
      const staying = ids.filter((id) => positions.has(id));
      const kept = findLongestIncreasing(staying.map((id) => positions.get(id) as number));
      for (const [index, id] of staying.entries()) if (!kept.has(index)) moved.add(id);
      for (const id of ids) if (!positions.has(id) && before.blocks.has(id)) moved.add(id);
    }
    return moved;
  }
}

/** Undefined for damaged contents: with blocks without an id, or with an id that occurs twice. */
export function readBlocks({ blocks }: TemplateContent): BlockTable | undefined {
  const table = new BlockTable();
  return addList(table, TOP, blocks) ? table : undefined;
}

function addList(table: BlockTable, key: string, blocks: readonly unknown[]): boolean {
  const ids: string[] = [];
  table.lists.set(key, ids);
  for (const block of blocks) {
    if (!isFields(block) || typeof block.id !== 'string' || table.blocks.has(block.id)) return false;
    ids.push(block.id);
    const columns = key === TOP ? columnsOf(block) : undefined;
    table.blocks.set(block.id, { id: block.id, fields: ownFields(block, columns), list: key });
    for (const [column, list] of (columns ?? []).entries())
      if (!addList(table, columnKey(block.id, column), list)) return false;
  }
  return true;
}

function columnsOf({ type, children }: Fields): unknown[][] | undefined {
  return type === 'section' && Array.isArray(children) && children.every(Array.isArray)
    ? children
    : undefined;
}

function ownFields(block: Fields, columns: unknown[][] | undefined): Fields {
  return columns === undefined ? block : { ...block, children: [], [LIST_COUNT]: columns.length };
}

/** How many lists a section has; undefined for other blocks. */
export function countLists({ fields }: TableBlock): number | undefined {
  return fields[LIST_COUNT] as number | undefined;
}

/** A block of the content model again. `lists`: those of a section. */
export function toBlock({ fields }: TableBlock, lists: readonly Fields[][] | undefined): Fields {
  if (lists === undefined) return fields;
  const { [LIST_COUNT]: _count, ...own } = fields;
  return { ...own, children: lists };
}
