import type { TemplatePage } from '../features/templates/index.ts';
import { parseContent, type TemplateContent } from '../mail/model/index.ts';
import { type Contested, findContested } from './contested.ts';
import {
  applyOperation,
  columnsOf,
  copyContent,
  type EditorContent,
  findPlace,
  type WireOperation,
} from './editor-content.ts';

/** Characters of operations kept for one template, and for all of this server. */
const MAX_ROOM_LENGTH = 1024 * 1024;
const MAX_TOTAL_LENGTH = 32 * 1024 * 1024;

/** Rooms up to this length keep their operations when others have used up the total. */
const SMALL_ROOM_LENGTH = 16 * 1024;

/** Blocks that are visited to apply operations, as a bound of the time: about 20 ms. */
const MAX_VISITED_BLOCKS = 500_000;

/** The operation that replaces everything. */
const WHOLE = 'set_content';

/** Counts the characters of operations that all rooms keep. */
export interface RoomBudget {
  length: number;
}

interface Entry {
  serial: number;
  /** Its socket. Undefined: the server. */
  sender: object | undefined;
  /** JSON text of the operation, as clients of the older spelling write it. */
  text: string;
  /** Operations of a sender that follow each other with the same subject replace each other, such as those of typing. */
  subject: string | undefined;
}

/**
 * The canvas that all members of a channel show: a stored version, and the operations that they announced since. It is
 * computed only when somebody joins or saves. Too many operations are forgotten, and then newcomers get the stored version.
 */
export class Room {
  readonly #budget: RoomBudget;
  readonly #entries = new Set<Entry>();
  /** The last operation of each sender. */
  readonly #lastOf = new WeakMap<object, Entry>();
  #length = 0;
  #serial = 0;
  /** The version the operations apply to. */
  baseVersion: number | undefined;
  /** The last version that was sent to the members. */
  version: number | undefined;
  /** The last operation that each page has received for sure. */
  readonly #received = new WeakMap<TemplatePage, number>();

  constructor(budget: RoomBudget) {
    this.#budget = budget;
  }

  /** The number of the last operation. */
  get serial(): number {
    return this.#serial;
  }

  get hasOperations(): boolean {
    return this.#entries.size > 0;
  }

  noteReceived(page: TemplatePage, serial: number): void {
    this.#received.set(page, serial);
  }

  /** The last operation that a page has received for sure, also if it has left since. */
  heardBy(page: TemplatePage): number {
    return this.#received.get(page) ?? 0;
  }

  add(operation: unknown, text: string, sender?: object): void {
    const { operation: name, data } = Object(operation) as Partial<WireOperation>;
    // Editors ignore it.
    if (typeof name !== 'string') return;
    if (name === WHOLE) this.#removeReplaced(sender);
    const { block_id, updates } = Object(data) as { block_id?: unknown; updates?: unknown };
    const typed =
      name === 'update_block' ? `${block_id} ${Object.keys(Object(updates)).join(' ')}` : undefined;
    const subject = name === WHOLE ? WHOLE : typed;
    const last = this.#lastOf.get(sender ?? this);
    if (subject !== undefined && last?.subject === subject) this.#remove(last);
    if (this.#entries.size === 0) this.baseVersion = this.version;
    this.#serial += 1;
    const entry = { serial: this.#serial, sender, text, subject };
    this.#entries.add(entry);
    this.#lastOf.set(sender ?? this, entry);
    this.#count(text.length);
    const most = this.#budget.length > MAX_TOTAL_LENGTH ? SMALL_ROOM_LENGTH : MAX_ROOM_LENGTH;
    if (this.#length > most) this.clear();
  }

  /** Adds operations of the server, if others are kept: without them, the next version has all that the members show. */
  addOwn(operations: readonly WireOperation[]): void {
    if (!this.hasOperations) return;
    for (const operation of operations) this.add(operation, JSON.stringify(operation));
  }

  /** Operations of others before a whole content are kept, because they may show theirs after it: see `findContested`. */
  #removeReplaced(sender: object | undefined): void {
    for (const entry of this.#entries)
      if (entry.sender === sender || entry.subject === WHOLE) this.#remove(entry);
  }

  /** The template was saved with everything that this member shows. What it may not have received yet is kept. */
  noteSaved(version: number, socket: object | undefined, page: TemplatePage | undefined): void {
    const received = page === undefined ? this.#serial : this.heardBy(page);
    for (const entry of this.#entries)
      if (entry.serial <= received || entry.sender === socket) this.#remove(entry);
    this.version = version;
    this.baseVersion = version;
  }

  clear(): void {
    for (const entry of this.#entries) this.#remove(entry);
  }

  /** What several members have set since the last save. */
  findContested(): Contested | undefined {
    return findContested([...this.#entries]);
  }

  /** The blocks that operations after one of them change; undefined if that may be any block. */
  changedSince(serial: number): Set<string> | undefined {
    const later = [...this.#entries].filter((entry) => entry.serial > serial);
    const ids = later.flatMap(({ text }) => readIds(text) ?? [undefined]);
    return ids.includes(undefined) ? undefined : new Set(ids as string[]);
  }

  /**
   * A content with the operations applied, those up to `last` only. Undefined if it is not a content then, or if that takes
   * too long.
   */
  apply(content: TemplateContent, last = this.#serial): TemplateContent | undefined {
    const texts = [...this.#entries].filter(({ serial }) => serial <= last).map(({ text }) => text);
    const kept = { unknownBlockTypes: 'keep', unknownFields: 'keep', unknownShapes: 'keep' } as const;
    try {
      const canvas = [...replayAll(content, texts)].at(-1);
      const parsed = parseContent(canvas, { makeId: () => '', ...kept });
      return parsed.ok ? parsed.content : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Whether the members have shown the blocks of a content in these places, now or after an earlier operation. True if
   * that cannot be found out.
   */
  hasShownPlaces(base: TemplateContent, content: TemplateContent): boolean {
    const wanted = describePlaces(copyContent(content));
    const texts = [...this.#entries].map(({ text }) => text);
    try {
      for (const canvas of replayAll(base, texts)) if (describePlaces(canvas) === wanted) return true;
      return false;
    } catch {
      return true;
    }
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#count(-entry.text.length);
  }

  #count(length: number): void {
    this.#length += length;
    this.#budget.length += length;
  }
}

/** The ids of the blocks, in their lists. */
function describePlaces({ blocks }: EditorContent): string {
  const describe = (block: Record<string, unknown>): unknown => [
    block.id,
    ...columnsOf(block).map((list) => list.map(describe)),
  ];
  return JSON.stringify(blocks.map(describe));
}

/** The ids of the blocks an operation names. Undefined if it may change any block. */
function readIds(text: string): string[] | undefined {
  const { operation, data } = Object(JSON.parse(text)) as { operation?: unknown; data?: unknown };
  if (operation === WHOLE) return undefined;
  const { block_id, block } = Object(data) as { block_id?: unknown; block?: { id?: unknown } };
  return [block_id, block?.id].filter((id) => typeof id === 'string');
}

/**
 * The canvas before and after each operation, the same object unless the whole content is replaced. Throws for operations
 * that no editor sends, because what they hold is not checked before, and if there are too many for the size of the content.
 */
function* replayAll(content: TemplateContent, texts: Iterable<string>): Generator<EditorContent> {
  let canvas = copyContent(content);
  let visited = 0;
  yield canvas;
  for (const text of texts) {
    visited += countBlocks(canvas);
    if (visited > MAX_VISITED_BLOCKS) throw new Error('There are too many operations.');
    canvas = replay(canvas, JSON.parse(text));
    yield canvas;
  }
}

function countBlocks({ blocks }: EditorContent): number {
  const lists = blocks.flatMap((block) => columnsOf(block)).filter((list) => Array.isArray(list));
  return lists.reduce((sum, list) => sum + list.length, blocks.length);
}

/** Applies a client’s operation as editors do. What it may hold is not checked before. */
function replay(
  canvas: EditorContent,
  { operation, data }: { operation: string; data: unknown },
): EditorContent {
  const fields = Object(data) as Record<string, unknown>;
  if (operation === WHOLE) {
    const { blocks, settings } = Object(fields.content) as Partial<EditorContent>;
    return Array.isArray(blocks) && isObject(settings)
      ? copyContent(fields.content as TemplateContent)
      : canvas;
  }
  if (operation === 'update_block_style')
    return replay(canvas, {
      operation: 'update_block',
      data: { block_id: fields.block_id, updates: { styles: fields.styles } },
    });
  if (operation === 'add_block') {
    const id = isObject(fields.block) ? fields.block.id : undefined;
    if (typeof id !== 'string') return canvas;
    const present = findPlace(canvas, id);
    present?.list.splice(present.index, 1);
  }
  const known = ['add_block', 'update_block', 'delete_block', 'move_block', 'update_settings'];
  if (!known.includes(operation)) return canvas;
  applyOperation(canvas, { operation, data: withinList(canvas, fields) } as unknown as WireOperation);
  return canvas;
}

/** Editors put a block at the end if the index is beyond it. */
function withinList(canvas: EditorContent, { index, ...fields }: Record<string, unknown>): object {
  const { section_id, column_index = 0 } = fields;
  const section = section_id === undefined ? undefined : findPlace(canvas, section_id);
  const block = section?.list[section.index];
  const list =
    section_id === undefined ? canvas.blocks : (block?.children as unknown[][])?.[column_index as number];
  const isInside = typeof index === 'number' && index < (list?.length ?? 0);
  return isInside ? { ...fields, index } : fields;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
