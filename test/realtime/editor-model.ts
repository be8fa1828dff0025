/**
 * The rules by which published editors apply what others tell them, written down from the editor's behavior and not
 * from the service: locks, positions, shallow merges. A canvas only.
 */

// biome-ignore lint/suspicious/noExplicitAny: blocks of any type
type Fields = Record<string, any>;

export interface ModelContent {
  blocks: Fields[];
  settings: Fields;
}

export interface EditorModel {
  userId: string;
  content: ModelContent;
  /** Block id → user id. */
  locks: Map<string, string>;
  /** Users it knows to be there, itself apart. */
  others: Set<string>;
  selected: string | null;
}

export function createEditor(userId: string, content: unknown, others: readonly string[]): EditorModel {
  return {
    userId,
    content: structuredClone(content) as ModelContent,
    locks: new Map(),
    others: new Set(others.filter((other) => other !== userId)),
    selected: null,
  };
}

/** Handles a message of the channel. */
export function hear(editor: EditorModel, event: string, data: Fields): void {
  if (event === 'client-block_locked') hearLock(editor, data);
  if (event === 'client-block_unlocked') editor.locks.delete(data.blockId);
  if (event === 'client-operation' || event === 'mcp-operation')
    applyOperation(editor, structuredClone(data));
  if (event === 'pusher_internal:member_added') {
    if (data.user_info.id !== editor.userId) editor.others.add(data.user_info.id);
  }
  if (event === 'pusher_internal:member_removed') {
    editor.others.delete(data.user_id);
    for (const [block, user] of editor.locks) if (user === data.user_id) editor.locks.delete(block);
  }
}

function hearLock(editor: EditorModel, { blockId, userId }: Fields): void {
  if (!editor.others.has(userId)) return;
  for (const [block, user] of editor.locks) if (user === userId) editor.locks.delete(block);
  editor.locks.set(blockId, userId);
  if (editor.selected === blockId) editor.selected = null;
}

/** Also what the editor does for its own user: a locked block refuses that too. */
export function applyOperation(editor: EditorModel, { operation, data }: Fields): void {
  const { content, locks } = editor;
  switch (operation) {
    case 'add_block':
      if (data.section_id !== undefined && locks.has(data.section_id)) return;
      put(content, data.block, data);
      return;
    case 'update_block': {
      const block = locks.has(data.block_id) ? undefined : find(content, data.block_id)?.block;
      if (block) Object.assign(block, data.updates);
      return;
    }
    case 'delete_block':
      if (!locks.has(data.block_id)) remove(editor, data.block_id);
      return;
    case 'move_block':
      if (locks.has(data.block_id) || (data.section_id !== undefined && locks.has(data.section_id))) return;
      move(content, data);
      return;
    case 'update_settings':
      content.settings = { ...content.settings, ...data.updates };
      return;
    case 'set_content':
      editor.content = data.content;
  }
}

function find(content: ModelContent, id: string) {
  for (const block of content.blocks) {
    if (block.id === id) return { block, list: content.blocks };
    if (block.type !== 'section') continue;
    for (const list of block.children as Fields[][]) {
      const inner = list.find((one) => one.id === id);
      if (inner) return { block: inner, list };
    }
  }
  return undefined;
}

function listFor(content: ModelContent, section: string | undefined, column = 0): Fields[] | undefined {
  if (section === undefined) return content.blocks;
  const block = find(content, section)?.block;
  const count = { '1': 1, '3': 3 }[block?.columns as string] ?? 2;
  if (block?.type !== 'section' || column < 0 || column >= count) return undefined;
  block.children[column] ??= [];
  return block.children[column];
}

function put(content: ModelContent, block: Fields, { section_id, column_index, index }: Fields): void {
  const list = listFor(content, section_id, column_index);
  if (!list) return;
  if (index !== undefined && index < list.length) list.splice(index, 0, block);
  else list.push(block);
}

function remove(editor: EditorModel, id: string): void {
  const found = find(editor.content, id);
  if (!found) return;
  found.list.splice(found.list.indexOf(found.block), 1);
  const gone = JSON.stringify(found.block);
  if (editor.selected !== null && gone.includes(JSON.stringify(editor.selected))) editor.selected = null;
}

function move(content: ModelContent, { block_id, index, section_id, column_index }: Fields): void {
  const found = find(content, block_id);
  if (!found) return;
  const list = listFor(content, section_id, column_index);
  if (!list) return;
  found.list.splice(found.list.indexOf(found.block), 1);
  list.splice(index, 0, found.block);
}
