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

/**
 * What the editors of a generation write and understand: `old` up to 0.35, `today` since 0.36. Each ignores the words of
 * the other.
 */
export type Generation = 'old' | 'today';

export const WORDS = {
  old: {
    lock: 'client-block_locked',
    unlock: 'client-block_unlocked',
    add: 'add_block',
    update: 'update_block',
    delete: 'delete_block',
    move: 'move_block',
    settings: 'update_settings',
    content: 'set_content',
    style: 'update_block_style',
    block: 'block_id',
    section: 'section_id',
    column: 'column_index',
    commentCreated: 'comment_created',
  },
  today: {
    lock: 'client-blockLocked',
    unlock: 'client-blockUnlocked',
    add: 'addBlock',
    update: 'updateBlock',
    delete: 'deleteBlock',
    move: 'moveBlock',
    settings: 'updateSettings',
    content: 'setContent',
    style: 'updateBlockStyle',
    block: 'blockId',
    section: 'sectionId',
    column: 'columnIndex',
    commentCreated: 'commentCreated',
  },
} as const;

/** An operation of an old editor as one of this generation writes it. */
export function write(generation: Generation, { operation, data }: Fields): Fields {
  const words = new Map<string, string>(
    Object.entries(WORDS.old).map(([key, word]) => [word, WORDS[generation][key as 'add']]),
  );
  const fields = Object.entries(data).map(([name, value]) => [words.get(name) ?? name, value]);
  return { operation: words.get(operation), data: Object.fromEntries(fields) };
}

export interface EditorModel {
  generation: Generation;
  userId: string;
  content: ModelContent;
  /** Block id → user id. */
  locks: Map<string, string>;
  /** Users it knows to be there, itself apart. */
  others: Set<string>;
  selected: string | null;
}

export function createEditor(
  userId: string,
  content: unknown,
  others: readonly string[],
  generation: Generation = 'old',
): EditorModel {
  return {
    generation,
    userId,
    content: structuredClone(content) as ModelContent,
    locks: new Map(),
    others: new Set(others.filter((other) => other !== userId)),
    selected: null,
  };
}

/** Handles a message of the channel. */
export function hear(editor: EditorModel, event: string, data: Fields): void {
  const words = WORDS[editor.generation];
  if (event === words.lock) hearLock(editor, data);
  if (event === words.unlock) editor.locks.delete(data.blockId);
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

/** Also what the editor does for its own user: a locked block refuses that too. Unknown operations do nothing. */
export function applyOperation(editor: EditorModel, { operation, data }: Fields): void {
  const { content, locks } = editor;
  const words = WORDS[editor.generation];
  const id = data[words.block];
  const place = { section: data[words.section], column: data[words.column], index: data.index };
  const isSectionLocked = place.section !== undefined && locks.has(place.section);
  switch (operation) {
    case words.add:
      if (!isSectionLocked) put(content, data.block, place);
      return;
    case words.update: {
      const block = locks.has(id) ? undefined : find(content, id)?.block;
      if (block) Object.assign(block, data.updates);
      return;
    }
    case words.style: {
      const block = locks.has(id) ? undefined : find(content, id)?.block;
      if (block) block.styles = data.styles;
      return;
    }
    case words.delete:
      if (!locks.has(id)) remove(editor, id);
      return;
    case words.move:
      if (!locks.has(id) && !isSectionLocked) move(content, id, place);
      return;
    case words.settings:
      content.settings = { ...content.settings, ...data.updates };
      return;
    case words.content:
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

interface Place {
  section: string | undefined;
  column: number | undefined;
  index: number | undefined;
}

function put(content: ModelContent, block: Fields, { section, column, index }: Place): void {
  const list = listFor(content, section, column);
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

function move(content: ModelContent, id: string, { section, column, index }: Place): void {
  const found = find(content, id);
  if (!found) return;
  const list = listFor(content, section, column);
  if (!list) return;
  found.list.splice(found.list.indexOf(found.block), 1);
  list.splice(index as number, 0, found.block);
}
