import { countColumns, type Fields, isFields, type TemplateContent } from '../../mail/model/index.ts';

/** Where an editor puts a block. Without an index: at the end. */
export type WirePosition = {
  section_id?: string;
  column_index?: number;
  index?: number;
};

/** An operation as editors know it. */
export type WireOperation =
  | { operation: 'add_block'; data: WirePosition & { block: Fields } }
  | { operation: 'update_block'; data: { block_id: string; updates: Fields } }
  | { operation: 'delete_block'; data: { block_id: string } }
  | { operation: 'move_block'; data: WirePosition & { block_id: string; index: number } }
  | { operation: 'update_settings'; data: { updates: Fields } }
  | { operation: 'set_content'; data: { content: EditorContent } };

/** An operation of a client, whose values are not checked. */
export interface ClientOperation {
  operation: string;
  data: Fields;
}

/** All that change a content. */
export const OPERATIONS: ReadonlySet<string> = new Set([
  ...['add_block', 'update_block', 'update_block_style', 'delete_block', 'move_block'],
  ...['update_settings', 'set_content'],
]);

/** Any value as an operation. What is none has no effect. */
export function toClientOperation(value: unknown): ClientOperation {
  const { operation, data } = Object(value) as { operation?: unknown; data?: unknown };
  return typeof operation === 'string' && isFields(data) ? { operation, data } : { operation: '', data: {} };
}

/** The operation that replaces the content. Editors send it for an undo. */
export const WHOLE = 'set_content';

/**
 * A content as an editor holds it. Contents share their parts and are never changed: an operation makes a new one, in which only the
 * changed block and the lists around it are new.
 */
export interface EditorContent extends Fields {
  blocks: Fields[];
  settings: Fields;
}

/** A stored content as an editor holds it. It has the same form; its type is not the one of a checked content. */
export const toEditorContent = (content: TemplateContent): EditorContent =>
  content as unknown as EditorContent;

/** The reverse of `toEditorContent`. Does not validate: the store does. */
export const toTemplateContent = (content: EditorContent): TemplateContent =>
  content as unknown as TemplateContent;

/** Whether a value can be held by an editor: blocks with ids, and settings. */
export function isEditorContent(value: unknown): value is EditorContent {
  return (
    isFields(value) && Array.isArray(value.blocks) && value.blocks.every(isBlock) && isFields(value.settings)
  );
}

/** The position of a block in a list of blocks. */
interface BlockPosition {
  list: Fields[];
  index: number;
  section: Fields | undefined;
  column: number;
}

/** The position of a block; the first one if an id occurs twice. */
export function findPosition({ blocks }: EditorContent, id: unknown): BlockPosition | undefined {
  for (const [index, block] of blocks.entries()) {
    if (block.id === id) return { list: blocks, index, section: undefined, column: 0 };
    for (const [column, list] of columnsOf(block).entries()) {
      const inner = list.findIndex((one) => one?.id === id);
      if (inner !== -1) return { list, index: inner, section: block, column };
    }
  }
  return undefined;
}

/** The lists of a section. Empty for other blocks, and for a section that is damaged. */
export function columnsOf({ type, children }: Fields): Fields[][] {
  return type === 'section' && Array.isArray(children) && children.every(Array.isArray) ? children : [];
}

/**
 * A content after an operation, by the rules of editors. Where editors do nothing, it is the same object: for a block that is not
 * there, an unknown operation, or data that are no valid ones. Never throws.
 */
export function applyOperation(content: EditorContent, { operation, data }: ClientOperation): EditorContent {
  switch (operation) {
    case 'add_block':
      return isBlock(data.block) ? add(content, data.block, data) : content;
    case 'update_block':
      return isFields(data.updates) ? update(content, data.block_id, data.updates) : content;
    case 'update_block_style':
      return isFields(data.styles) ? update(content, data.block_id, { styles: data.styles }) : content;
    case 'delete_block':
      return take(content, data.block_id);
    case 'move_block':
      return move(content, data);
    case 'update_settings':
      return isFields(data.updates)
        ? { ...content, settings: { ...content.settings, ...data.updates } }
        : content;
    case WHOLE:
      return isEditorContent(data.content) ? data.content : content;
    default:
      return content;
  }
}

/** A content after several operations. */
export const applyAll = (content: EditorContent, operations: Iterable<ClientOperation>): EditorContent => {
  let result = content;
  for (const operation of operations) result = applyOperation(result, operation);
  return result;
};

const isBlock = (value: unknown): value is Fields => isFields(value) && typeof value.id === 'string';

/** A list of blocks: the one of the content, or a column of a section. */
type List = Omit<BlockPosition, 'index'>;

function add(content: EditorContent, block: Fields, data: Fields): EditorContent {
  const target = findList(content, data);
  if (target === undefined) return content;
  const { list } = target;
  const index = typeof data.index === 'number' ? data.index : list.length;
  return withList(content, target, list.toSpliced(index, 0, block));
}

function update(content: EditorContent, id: unknown, updates: Fields): EditorContent {
  const place = findPosition(content, id);
  if (place === undefined) return content;
  const { list, index } = place;
  return withList(content, place, list.with(index, { ...list[index], ...updates }));
}

function take(content: EditorContent, id: unknown): EditorContent {
  const place = findPosition(content, id);
  return place === undefined ? content : withList(content, place, place.list.toSpliced(place.index, 1));
}

/** The index does not count the moved block. A section that is moved into itself is gone. */
function move(content: EditorContent, data: Fields): EditorContent {
  const place = findPosition(content, data.block_id);
  if (place === undefined || findList(content, data) === undefined) return content;
  const rest = take(content, data.block_id);
  const target = findList(rest, data);
  const block = place.list[place.index] as Fields;
  const index = typeof data.index === 'number' ? data.index : 0;
  return target === undefined ? rest : withList(rest, target, target.list.toSpliced(index, 0, block));
}

/** The list that an operation names. Editors have no column beyond the layout of a section. */
function findList({ blocks }: EditorContent, { section_id, column_index }: Fields): List | undefined {
  if (section_id === undefined) return { list: blocks, section: undefined, column: 0 };
  const section = blocks.find(({ id, type }) => id === section_id && type === 'section');
  const column = Number.isInteger(column_index) ? (column_index as number) : 0;
  if (section === undefined || column < 0 || column >= countColumns(section.columns)) return undefined;
  return { list: columnsOf(section)[column] ?? [], section, column };
}

/** A content with other blocks in a list. */
function withList(content: EditorContent, { section, column }: List, list: Fields[]): EditorContent {
  if (section === undefined) return { ...content, blocks: list };
  const children = [...columnsOf(section)];
  while (children.length < column) children.push([]);
  children[column] = list;
  const index = content.blocks.indexOf(section);
  return { ...content, blocks: content.blocks.with(index, { ...section, children }) };
}

/** An operation that has the same effect on an editor that has applied it. */
export const repeatable = (op: ClientOperation): ClientOperation[] =>
  op.operation === 'add_block'
    ? [{ operation: 'delete_block', data: { block_id: Object(op.data.block).id } }, op]
    : [op];
