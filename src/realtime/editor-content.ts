import { countColumns, type TemplateContent } from '../mail/model/index.ts';

type Fields = Record<string, unknown>;

/** Where an editor puts a block. Without an index: at the end. */
export interface Place {
  section_id?: string;
  column_index?: number;
  index?: number;
}

/** An operation as editors know it. */
export type WireOperation =
  | { operation: 'add_block'; data: Place & { block: Fields } }
  | { operation: 'update_block'; data: { block_id: string; updates: Fields } }
  | { operation: 'delete_block'; data: { block_id: string } }
  | { operation: 'move_block'; data: Place & { block_id: string; index: number } }
  | { operation: 'update_settings'; data: { updates: Fields } }
  | { operation: 'set_content'; data: { content: TemplateContent } };

/** A content as an editor holds it, to be changed in place. */
export interface EditorContent extends Fields {
  blocks: Fields[];
  settings: Fields;
}

export function copyContent(content: TemplateContent): EditorContent {
  return structuredClone(content) as unknown as EditorContent;
}

/** The position of a block in a list of blocks. */
export interface BlockPosition {
  list: Fields[];
  index: number;
  section: Fields | undefined;
  column: number;
}

/** The position of a block; the first one if an id occurs twice. */
export function findPlace(content: EditorContent, id: unknown): BlockPosition | undefined {
  for (const [index, block] of content.blocks.entries()) {
    if (block.id === id) return { list: content.blocks, index, section: undefined, column: 0 };
    for (const [column, list] of columnsOf(block).entries()) {
      const inner = list.findIndex((one) => one.id === id);
      if (inner !== -1) return { list, index: inner, section: block, column };
    }
  }
  return undefined;
}

export function columnsOf(block: Fields): Fields[][] {
  return block.type === 'section' && Array.isArray(block.children) ? block.children : [];
}

/** Applies an operation as editors do. Returns false if editors would ignore it or apply it differently. */
export function applyOperation(content: EditorContent, { operation, data }: WireOperation): boolean {
  switch (operation) {
    case 'add_block':
      return insert(content, structuredClone(data.block), data);
    case 'update_block':
      return assign(content, data.block_id, structuredClone(data.updates));
    case 'delete_block':
      return take(content, data.block_id) !== undefined;
    case 'move_block': {
      const block = take(content, data.block_id);
      return block !== undefined && insert(content, block, data);
    }
    case 'update_settings':
      Object.assign(content.settings, structuredClone(data.updates));
      return true;
    case 'set_content':
      return false;
  }
}

function take(content: EditorContent, id: string): Fields | undefined {
  const place = findPlace(content, id);
  return place?.list.splice(place.index, 1)[0];
}

function assign(content: EditorContent, id: string, updates: Fields): boolean {
  const place = findPlace(content, id);
  if (place === undefined) return false;
  Object.assign(place.list[place.index] as Fields, updates);
  return true;
}

function insert(
  content: EditorContent,
  block: Fields,
  { section_id, column_index = 0, index }: Place,
): boolean {
  const list = section_id === undefined ? content.blocks : findColumn(content, section_id, column_index);
  if (list === undefined || (index !== undefined && index > list.length)) return false;
  list.splice(index ?? list.length, 0, block);
  return true;
}

/** Editors put nothing into a column that is not in the section's layout. */
function findColumn(content: EditorContent, id: string, column: number): Fields[] | undefined {
  const section = content.blocks.find((block) => block.id === id);
  if (section === undefined || column >= countColumns(section.columns)) return undefined;
  return columnsOf(section)[column];
}
