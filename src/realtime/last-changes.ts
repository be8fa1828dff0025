import type { TemplatePage } from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import { columnsOf } from './editor-content.ts';
import { type Contested, describeKeys, keysOf, PLACES } from './keys.ts';
import { type ClientOperation, describePlaces, parseOperation, WHOLE } from './replay.ts';

/** Blocks and settings remembered per template. The one whose last change is oldest is dropped first. */
const MAX_KEYS = 5_000;

/** Editors make shorter ones. */
const MAX_KEY_LENGTH = 300;

interface Change {
  /** The number of the operation, or of the one that replaced it. */
  serial: number;
  page: TemplatePage | undefined;
  /** It comes from the server, which has sent it also to the page that saved it. */
  isForAll: boolean;
}

interface LastChange extends Change {
  isPresence: boolean;
  /** The last change of the same value before this one that was sent to its page. */
  serialBefore: number;
}

/**
 * The last change of each block and setting of a canvas, and the page that made it. It finds what is doubtful: a page that
 * was cut off may have received any of the operations after the last one that it has confirmed, also operations that the
 * room has replaced since. So it is sent the present values of all that others have changed after that one.
 */
export class LastChanges {
  readonly #last = new Map<string, LastChange>();

  note({ operation, data }: ClientOperation, change: Change): void {
    const isPresence = operation === 'add_block' || operation === 'delete_block';
    for (const key of keysOf(operation, data))
      if (key !== PLACES || operation === 'move_block') this.#set(key, { ...change, isPresence });
  }

  /** A whole content was replaced by another one. */
  noteReplaced(texts: Record<'before' | 'after', string>, change: Change): void {
    const [before, after] = [readWhole(texts.before), readWhole(texts.after)];
    if (before === undefined || after === undefined) return;
    for (const [key, isPresence] of findChangedKeys(before, after)) this.#set(key, { ...change, isPresence });
  }

  /**
   * What a page may show differently from `canvas`. `received`: the last operation that it has received. `wholes`: whole
   * contents after that one. `isSaved`: the page has saved `canvas`, and has announced all that it changed since.
   */
  findDoubtful(
    page: TemplatePage,
    canvas: TemplateContent,
    { received, isSaved, wholes }: { received: number; isSaved: boolean; wholes: readonly string[] },
  ): Contested | undefined {
    const keys = new Set<string>();
    const presence = new Set<string>();
    const add = (key: string, isPresence: boolean) => {
      keys.add(key);
      if (isPresence) presence.add(key);
    };
    for (const [key, change] of this.#last) {
      const isOther = isSaved
        ? lastSentTo(page, change) > received
        : change.page !== page && change.serial > received;
      if (isOther) add(key, change.isPresence);
    }
    for (const text of wholes) {
      const whole = readWhole(text);
      if (whole === undefined) continue;
      for (const [key, isPresence] of findChangedKeys(whole, canvas))
        if (this.#last.get(key)?.page !== page) add(key, isPresence);
    }
    return describeKeys(keys, { presence, places: keys.has(PLACES), whole: false });
  }

  /** Whether a page was the last one to change what an operation sets. */
  isLastBy(page: TemplatePage, { operation, data }: ClientOperation): boolean {
    const keys = keysOf(operation, data);
    return keys.every((key) => (key === PLACES && keys.length > 1) || this.#last.get(key)?.page === page);
  }

  #set(key: string, change: Change & { isPresence: boolean }): void {
    if (key.length > MAX_KEY_LENGTH) return;
    const before = this.#last.get(key);
    const isPresence = change.isPresence || before?.isPresence === true;
    const serialBefore = before === undefined ? 0 : lastSentTo(change.page, before);
    // Deleted first, so that the map is in the order of the changes.
    this.#last.delete(key);
    this.#last.set(key, { ...change, isPresence, serialBefore });
    if (this.#last.size > MAX_KEYS) this.#last.delete(this.#last.keys().next().value as string);
  }
}

/** The last change of a value that was sent to a page. A page is not sent its own operations. */
const lastSentTo = (page: TemplatePage | undefined, last: LastChange): number =>
  last.page !== page || last.isForAll ? last.serial : last.serialBefore;

function readWhole(text: string): TemplateContent | undefined {
  const { operation, data } = parseOperation(text);
  return operation === WHOLE ? (data.content as TemplateContent) : undefined;
}

/** Keys of what differs between two contents, and whether only one of them has the block. Empty for invalid contents. */
function findChangedKeys(one: TemplateContent, other: TemplateContent): Map<string, boolean> {
  try {
    const changed = new Map<string, boolean>();
    const [left, right] = [readParts(one), readParts(other)];
    for (const key of new Set([...left.keys(), ...right.keys()]))
      if (!Bun.deepEquals(left.get(key), right.get(key)))
        changed.set(key, left.has(key) !== right.has(key) && key.startsWith('block '));
    return changed;
  } catch {
    return new Map();
  }
}

function readParts(content: TemplateContent): Map<string, unknown> {
  const parts = new Map<string, unknown>();
  const { blocks, settings } = content as unknown as { blocks: Record<string, unknown>[]; settings: object };
  for (const block of blocks.flatMap((one) => [one, ...columnsOf(one).flat()])) {
    const { children: _children, ...fields } = block;
    parts.set(`block ${block.id}`, fields);
  }
  for (const [name, value] of Object.entries(settings)) parts.set(`setting ${name}`, value);
  parts.set(PLACES, describePlaces({ blocks, settings: {} }));
  return parts;
}
