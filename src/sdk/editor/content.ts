import { makeId } from '../random-id.ts';

/** A block of any type. */
export interface Block {
  id: string;
  type: string;
  [field: string]: unknown;
}

/** A template's content as the editor handles it: unknown fields stay unchanged. */
export interface Content {
  blocks: readonly Block[];
  settings: Readonly<Record<string, unknown>>;
  [field: string]: unknown;
}

/** A list of blocks: the top level, or a column of a section. */
export interface ListPosition {
  section?: string;
  column?: number;
}

/** A block and where it is. */
export interface Found extends ListPosition {
  block: Block;
  list: readonly Block[];
  index: number;
}

/** The columns of a section; none of other blocks. */
export function columnsOf(block: Block): readonly (readonly Block[])[] {
  return block.type === 'section' && Array.isArray(block.children) ? block.children : [];
}

/** Every block in reading order: a section comes right before the blocks in its columns. */
export function* walk(content: Content): Generator<Found, void, undefined> {
  for (const [index, block] of content.blocks.entries()) {
    yield { block, list: content.blocks, index };
    for (const [column, list] of columnsOf(block).entries()) {
      for (const [at, inner] of list.entries()) {
        yield { block: inner, list, index: at, section: block.id, column };
      }
    }
  }
}

export function find(content: Content, id: string): Found | undefined {
  for (const found of walk(content)) if (found.block.id === id) return found;
  return undefined;
}

/** How many columns a section's layout has. */
export function countColumns(section: Block): number {
  const { columns } = section;
  if (columns === '3') return 3;
  return columns === '2' || columns === '2-1' || columns === '1-2' ? 2 : 1;
}

/** The list of blocks at a place; undefined if there is no such place. */
export function listAt(
  content: Content,
  { section, column = 0 }: ListPosition,
): readonly Block[] | undefined {
  if (section === undefined) return content.blocks;
  const found = find(content, section)?.block;
  if (found?.type !== 'section') return undefined;
  const columns = columnsOf(found);
  const count = Math.max(columns.length, countColumns(found));
  const isColumn = Number.isInteger(column) && column >= 0 && column < count;
  return isColumn ? (columns[column] ?? []) : undefined;
}

/** A copy of a block with new ids, also of its items, rows and inner blocks. */
export function copyWithNewIds<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyWithNewIds) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) =>
    key === 'id' && typeof inner === 'string' ? [key, makeId()] : [key, copyWithNewIds(inner)],
  );
  return Object.fromEntries(entries);
}
