import {
  applyOperation as applyToContent,
  type ClientOperation,
  findPosition,
} from '../../src/realtime/room/editor-content.ts';

/**
 * The rules by which published editors handle what others tell them: locks, words, selection. How an operation changes the
 * content is the same code as in the server. A canvas only.
 */

// biome-ignore lint/suspicious/noExplicitAny: blocks of any type
type Fields = Record<string, any>;

export type ModelContent = {
  blocks: Fields[];
  settings: Fields;
};

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
export function applyOperation(editor: EditorModel, change: Fields): void {
  const { operation, data } = read(editor.generation, change);
  const { block_id: id, section_id: section } = data;
  const isLocked = (block: unknown) => editor.locks.has(block as string);
  if (operation === 'add_block' ? isLocked(section) : isLocked(id)) return;
  if (operation === 'move_block' && isLocked(section)) return;
  const place = operation === 'delete_block' ? findPosition(editor.content, id) : undefined;
  const gone = JSON.stringify(place?.list[place.index] ?? '');
  if (editor.selected !== null && gone.includes(JSON.stringify(editor.selected))) editor.selected = null;
  editor.content = applyToContent(editor.content, { operation, data }) as ModelContent;
}

/** An operation as an old editor writes it. Words of another generation are dropped. */
function read(generation: Generation, { operation, data }: Fields): ClientOperation {
  const keys = Object.keys(WORDS.old) as (keyof typeof WORDS.old)[];
  const words = new Map<string, string>(keys.map((key) => [WORDS[generation][key], WORDS.old[key]]));
  const foreign = new Set<string>(keys.flatMap((key) => [WORDS.old[key], WORDS.today[key]]));
  const fields = Object.entries(data)
    .filter(([name]) => words.has(name) || !foreign.has(name))
    .map(([name, value]) => [words.get(name) ?? name, value]);
  return { operation: words.get(operation) ?? '', data: Object.fromEntries(fields) };
}
