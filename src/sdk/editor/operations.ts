import { type Block, type Content, columnsOf, find, type ListPosition, listAt } from './content.ts';

interface WirePosition {
  section_id?: string;
  column_index?: number;
  /** Absent: at the end. */
  index?: number;
}

/** A change, in the form in which editors tell each other. */
export type Operation =
  | { operation: 'add_block'; data: { block: Block } & WirePosition }
  | { operation: 'update_block'; data: { block_id: string; updates: Record<string, unknown> } }
  | { operation: 'update_block_style'; data: { block_id: string; styles: unknown } }
  | { operation: 'delete_block'; data: { block_id: string } }
  | { operation: 'move_block'; data: { block_id: string; index: number } & WirePosition }
  | { operation: 'update_settings'; data: { updates: Record<string, unknown> } }
  | { operation: 'set_content'; data: { content: Content } };

/** The block that an operation changes; undefined for settings and whole contents. */
export function targetOf({ data }: Operation): string | undefined {
  if ('block_id' in data) return data.block_id;
  return 'block' in data ? data.block.id : undefined;
}

/**
 * Applies an operation. Returns the same content if it changes nothing, for example because the block is gone. The
 * content given is never changed.
 */
export function apply(content: Content, operation: Operation): Content {
  switch (operation.operation) {
    case 'add_block':
      return find(content, operation.data.block.id)
        ? content
        : insert(content, operation.data.block, operation.data);
    case 'update_block': {
      const { block_id, updates } = operation.data;
      return change(content, block_id, (block) => ({ ...block, ...updates, id: block.id, type: block.type }));
    }
    case 'update_block_style': {
      const { block_id, styles } = operation.data;
      return change(content, block_id, (block) => ({ ...block, styles }));
    }
    case 'delete_block':
      return remove(content, operation.data.block_id);
    case 'move_block':
      return move(content, operation.data);
    case 'update_settings':
      return { ...content, settings: { ...content.settings, ...operation.data.updates } };
    case 'set_content':
      return operation.data.content;
    default:
      // An operation of a newer editor.
      return content;
  }
}

/** The operations that undo an operation, to be applied after it. `content` is the content before it. */
export function invert(content: Content, operation: Operation): Operation[] {
  switch (operation.operation) {
    case 'add_block':
      return [{ operation: 'delete_block', data: { block_id: operation.data.block.id } }];
    case 'update_block':
    case 'update_block_style':
    case 'delete_block':
    case 'move_block':
      return restore(content, operation);
    case 'update_settings': {
      const updates = valuesOf(content.settings, Object.keys(operation.data.updates));
      return [{ operation: 'update_settings', data: { updates } }];
    }
    default:
      return [{ operation: 'set_content', data: { content } }];
  }
}

type BlockOperation = Extract<Operation, { data: { block_id: string } }>;

function restore(content: Content, operation: BlockOperation): Operation[] {
  const { block_id } = operation.data;
  const found = find(content, block_id);
  if (found === undefined) return [];
  const { block, index } = found;
  const place = { index, ...toWire(found) };
  if (operation.operation === 'move_block')
    return [{ operation: 'move_block', data: { block_id, ...place } }];
  const isDeleted = operation.operation === 'delete_block';
  if (isDeleted) return [{ operation: 'add_block', data: { block, ...place } }];
  const keys = operation.operation === 'update_block' ? Object.keys(operation.data.updates) : ['styles'];
  return [{ operation: 'update_block', data: { block_id, updates: valuesOf(block, keys) } }];
}

type Fields = Readonly<Record<string, unknown>>;

const valuesOf = (fields: Fields, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, fields[key]]));

/** Fields with their updates; an update to undefined removes a field. */
function merge<T extends Fields>(fields: T, updates: Fields): T {
  const entries = Object.entries({ ...fields, ...updates });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T;
}

const removesField = (updates: Fields) => Object.values(updates).includes(undefined);

/**
 * The operations for other editors that make a change. Updates between editors are merges, which cannot remove a field. A
 * change that removes one replaces the whole block, or for settings the whole content.
 */
export function toOperations(content: Content, change: Operation): Operation[] {
  if (change.operation === 'update_settings' && removesField(change.data.updates)) {
    const settings = merge(content.settings, change.data.updates);
    return [{ operation: 'set_content', data: { content: { ...content, settings } } }];
  }
  if (change.operation !== 'update_block' || !removesField(change.data.updates)) return [change];
  const { block_id, updates } = change.data;
  const found = find(content, block_id);
  if (found === undefined) return [];
  const { block, index } = found;
  return [
    { operation: 'delete_block', data: { block_id } },
    { operation: 'add_block', data: { block: merge(block, updates), index, ...toWire(found) } },
  ];
}

/** A place as operations name it. */
export function toWire({ section, column }: ListPosition): WirePosition {
  return section === undefined ? {} : { section_id: section, column_index: column ?? 0 };
}

function toListPosition({ section_id, column_index }: WirePosition): ListPosition {
  return section_id === undefined ? {} : { section: section_id, column: column_index ?? 0 };
}

function insert(content: Content, block: Block, at: WirePosition): Content {
  const place = toListPosition(at);
  const list = listAt(content, place);
  if (list === undefined) return content;
  const index = Math.min(Math.max(at.index ?? list.length, 0), list.length);
  return withList(content, place, [...list.slice(0, index), block, ...list.slice(index)]);
}

function remove(content: Content, id: string): Content {
  const found = find(content, id);
  if (found === undefined) return content;
  return withList(
    content,
    found,
    found.list.filter((block) => block.id !== id),
  );
}

function move(content: Content, at: { block_id: string } & WirePosition): Content {
  const found = find(content, at.block_id);
  const isInItself = at.section_id === at.block_id;
  if (found === undefined || isInItself || listAt(content, toListPosition(at)) === undefined) return content;
  return insert(remove(content, at.block_id), found.block, at);
}

function change(content: Content, id: string, edit: (block: Block) => Block): Content {
  const found = find(content, id);
  if (found === undefined) return content;
  const list = found.list.map((block) => (block.id === id ? edit(block) : block));
  return withList(content, found, list);
}

function withList(content: Content, { section, column = 0 }: ListPosition, list: readonly Block[]): Content {
  if (section === undefined) return { ...content, blocks: list };
  const blocks = content.blocks.map((block) => {
    if (block.id !== section) return block;
    const children = [...columnsOf(block)];
    while (children.length < column) children.push([]);
    children[column] = list;
    return { ...block, children };
  });
  return { ...content, blocks };
}

type Data = Record<string, unknown>;

const hasTarget = ({ block_id }: Data) => typeof block_id === 'string';

/** The required data of each operation. */
const CHECKS: Readonly<Record<Operation['operation'], (data: Data) => boolean>> = {
  add_block: ({ block }) => isBlock(block),
  update_block: (data) => hasTarget(data) && isObject(data.updates) && hasColumns(data.updates),
  update_block_style: (data) => hasTarget(data) && isObject(data.styles),
  delete_block: hasTarget,
  move_block: (data) => hasTarget(data) && typeof data.index === 'number',
  update_settings: ({ updates }) => isObject(updates),
  set_content: ({ content }) =>
    isObject(content) &&
    isObject(content.settings) &&
    Array.isArray(content.blocks) &&
    content.blocks.every(isBlock),
};

/** Whether a message of others has the form of an operation. */
export function isOperation(value: unknown): value is Operation {
  if (!isObject(value) || !isObject(value.data)) return false;
  const { operation, data } = value;
  return Object.hasOwn(CHECKS, String(operation)) && CHECKS[operation as 'add_block'](data);
}

function isBlock(value: unknown): boolean {
  return (
    isObject(value) && typeof value.id === 'string' && typeof value.type === 'string' && hasColumns(value)
  );
}

/** Whether the blocks of a section, if there are any, are lists of blocks. */
function hasColumns({ children }: Data): boolean {
  if (children === undefined) return true;
  return (
    Array.isArray(children) && children.every((column) => Array.isArray(column) && column.every(isBlock))
  );
}

function isObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null;
}
