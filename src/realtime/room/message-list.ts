import { applyOperation, type ClientOperation, type EditorContent } from './editor-content.ts';

/** Limits of what is kept for tabs that have not confirmed it. A tab that is further behind has to reconnect. */
const MAX_MESSAGES = 4_000;
const MAX_CHARACTERS = 4_000_000;

/** An operation that is sent to all tabs but `from`, or only to `to`, which does not change the canvas. */
export interface SentOperation {
  serial: number;
  op: ClientOperation;
  /** Id of the tab that has made it. */
  from?: string;
  to?: string;
}

interface Kept extends SentOperation {
  /** The canvas after it. Contents share their parts, so this costs a list of blocks at most. */
  canvas: EditorContent;
  characters: number;
}

/**
 * The latest operations of a room, and the canvas after each. All tabs share the list: what is on its way to a tab are those after
 * the serial that it has confirmed.
 */
export class MessageList {
  #kept: Kept[] = [];
  #characters = 0;
  /** The canvas before the first operation, and the serial of the last one that is forgotten. */
  first: EditorContent;
  start: number;

  constructor(canvas: EditorContent, start: number) {
    this.first = canvas;
    this.start = start;
  }

  get canvas(): EditorContent {
    return this.#kept.at(-1)?.canvas ?? this.first;
  }

  /** Without the canvases, which follow from the first one. */
  get operations(): SentOperation[] {
    return this.#kept.map(({ canvas: _canvas, characters: _characters, ...operation }) => operation);
  }

  add(sent: SentOperation): void {
    const { op, to } = sent;
    const characters = JSON.stringify(op).length;
    this.#characters += characters;
    const canvas = to === undefined ? applyOperation(this.canvas, op) : this.canvas;
    this.#kept.push({ ...sent, canvas, characters });
  }

  /** The canvas after a message. Undefined if that is forgotten. */
  canvasAt(serial: number): EditorContent | undefined {
    if (serial < this.start) return undefined;
    return this.#kept[this.#countUpTo(serial) - 1]?.canvas ?? this.first;
  }

  /** The operations sent to a tab after one serial, up to another. */
  sentTo(member: string, after: number, upTo: number): ClientOperation[] {
    const kept = this.#kept.slice(this.#countUpTo(after), this.#countUpTo(upTo));
    return kept.filter((one) => isFor(one, member)).map(({ op }) => op);
  }

  /** The serial of the last operation sent to a tab, if it is greater than `after`. */
  lastTo(member: string, after: number, upTo = Number.POSITIVE_INFINITY): number | undefined {
    for (let index = this.#countUpTo(upTo) - 1; index >= 0; index -= 1) {
      const one = this.#kept[index] as Kept;
      if (one.serial <= after) return undefined;
      if (isFor(one, member)) return one.serial;
    }
    return undefined;
  }

  /** The operations after a serial, the last one first. */
  *backTo(serial: number): Generator<SentOperation> {
    for (let index = this.#kept.length - 1; index >= 0; index -= 1) {
      const one = this.#kept[index] as Kept;
      if (one.serial <= serial) return;
      yield one;
    }
  }

  /** Up to which serial the list is to be forgotten. Undefined while it is short. */
  get excess(): number | undefined {
    const isLong = this.#kept.length > MAX_MESSAGES || this.#characters > MAX_CHARACTERS;
    return isLong ? (this.#kept[Math.floor(this.#kept.length / 2)] as Kept).serial : undefined;
  }

  forget(upTo: number): void {
    const forgotten = this.#kept.splice(0, this.#countUpTo(upTo));
    for (const { characters } of forgotten) this.#characters -= characters;
    this.first = forgotten.at(-1)?.canvas ?? this.first;
    this.start = upTo;
  }

  #countUpTo(serial: number): number {
    let [low, high] = [0, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#kept[middle] as Kept).serial <= serial) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const isFor = ({ from, to }: SentOperation, member: string): boolean =>
  to === undefined ? from !== member : to === member;
