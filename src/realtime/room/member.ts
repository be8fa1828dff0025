import {
  applyAll,
  applyOperation,
  type ClientOperation,
  type EditorContent,
  WHOLE,
} from './editor-content.ts';
import type { Progress } from './entry.ts';
import type { MessageList } from './message-list.ts';

/** Own operations of a tab that are remembered, because a save may arrive late. */
const MOST_POINTS = 200;

/** The same of operations with a whole content, each of which may have another megabyte. */
const MOST_WHOLES = 20;

/** How often it is told of the same block that others have replaced its values. */
const NOTICE_MS = 60_000;

/** What a tab showed at a point of its history: first when it told that as a whole, then after each operation of its own. */
export interface HistoryPoint extends Progress {
  shown: EditorContent;
  /** The operation before, except at the first point. */
  op?: ClientOperation;
  /** From this serial on it shows the canvas, until its next own operation. Undefined if that is not known. */
  settled?: number;
}

/**
 * A tab: what it shows as far as it has reported, and what is on its way to it, which are the operations of `messages` after the last one
 * that it has confirmed. What it showed at any point follows from its own operations and from these.
 */
export class Member {
  readonly id: string;
  readonly messages: MessageList;
  /** Empty until it has joined. */
  user = '';
  /** Serial of the last message that it has confirmed. */
  received = 0;
  /** How many operations it has made. */
  sent = 0;
  /** How often it has joined. */
  turn = 0;
  /** Undefined after it has left. It can come back for a while. */
  connection: string | undefined;
  /** The server with its connection. */
  server = '';
  /** Operations up to this serial were sent before it joined. */
  since = 0;
  /** When it has left: the serial of the last message that was sent to it, and the time. */
  left: { serial: number; time: number } | undefined;
  /** Blocks that it had changed since its last confirmed save when it joined. */
  own: string[] = [];
  points: HistoryPoint[] = [];
  /** Block → time of the last notice that others have replaced its values. Not in snapshots: only its own server sends. */
  readonly noticed = new Map<string, number>();

  constructor(id: string, messages: MessageList) {
    this.id = id;
    this.messages = messages;
  }

  /** It has received all messages up to a serial. */
  advance(received: number): void {
    this.received = Math.max(this.received, received);
  }

  /** It has reported what it shows as a whole. */
  start(point: HistoryPoint): void {
    this.points = [point];
  }

  /** It has made an operation. */
  add(sent: number, op: ClientOperation): void {
    this.sent = sent;
    this.addPoint({ received: this.received, sent, op });
    if (this.points.length > MOST_POINTS) this.points.splice(0, MOST_POINTS / 2);
    const wholes = this.points.filter((point) => point.op?.operation === WHOLE);
    if (wholes.length > MOST_WHOLES) this.points.splice(0, this.points.indexOf(wholes[1] as HistoryPoint));
  }

  /** Adds a point after an own operation that was made later than all others. */
  addPoint(point: Omit<HistoryPoint, 'shown'>): void {
    const shown = this.#follow(this.points.at(-1) as HistoryPoint, point.received);
    this.points.push({ ...point, shown: applyOperation(shown, point.op as ClientOperation) });
  }

  /** What it shows as far as it has reported. */
  get shown(): EditorContent {
    return this.#follow(this.points.at(-1) as HistoryPoint, this.received);
  }

  /** What it will show once all has arrived. */
  predict(): EditorContent {
    return this.#follow(this.points.at(-1) as HistoryPoint, Number.POSITIVE_INFINITY);
  }

  /** It will show the canvas once all has arrived. */
  settle(serial: number): void {
    (this.points.at(-1) as HistoryPoint).settled = serial;
  }

  /** Serial of the last message whose effect it shows once all has arrived. */
  get lastSerial(): number {
    return this.messages.lastTo(this.id, Math.max(this.received, this.since)) ?? this.received;
  }

  remembers({ received, sent }: Progress): boolean {
    const [first] = this.points;
    return first !== undefined && received >= first.received && sent >= first.sent;
  }

  /** What it showed at a point of its history. Undefined if that is too long ago. */
  at(progress: Progress): EditorContent | undefined {
    const point = this.points[this.#indexAt(progress)];
    return point && this.#follow(point, progress.received);
  }

  /** Whether it has shown a content lately, or will when all has arrived. */
  hasShown(content: EditorContent): boolean {
    let count = 0;
    for (const shown of this.#history()) {
      if (Bun.deepEquals(shown, content)) return true;
      count += 1;
      if (count > MOST_POINTS) return false;
    }
    return false;
  }

  /**
   * It has reported what it showed at a point of its history. Returns what that changes: what it would show with its own later operations
   * alone, before and after.
   */
  restart(progress: Progress, content: EditorContent): Record<'before' | 'after', EditorContent> {
    const index = this.#indexAt(progress);
    const before = this.#follow(this.points[index] as HistoryPoint, progress.received);
    const later = this.points.slice(index + 1);
    this.start({ received: progress.received, sent: progress.sent, shown: content });
    for (const { settled: _settled, shown: _shown, ...point } of later) this.addPoint(point);
    const own = later.map(({ op }) => op as ClientOperation);
    return { before: applyAll(before, own), after: applyAll(content, own) };
  }

  /**
   * The list of messages is about to be forgotten up to a serial: points before are replaced by what the tab showed then. Returns false
   * if the tab has not confirmed one of these messages, so that nothing would be known of it.
   */
  forget(upTo: number): boolean {
    const index = this.#indexAt({ received: upTo, sent: this.sent });
    const point = this.points[index];
    const last = this.messages.lastTo(this.id, this.since, Math.min(upTo, this.#end));
    if (point === undefined || last === undefined) return true;
    if (last > this.received) return false;
    const isKept = point.received >= last;
    const kept = this.points.filter(({ received }, position) => position > index || received >= last);
    if (!isKept) {
      const { op: _op, ...rest } = point;
      kept.unshift({ ...rest, received: last, shown: this.#follow(point, last) });
    }
    this.points = kept;
    return true;
  }

  /** The blocks of which it was not told in the last minute that their values are replaced. */
  recordReplaced(blocks: Iterable<string>, time: number): string[] {
    for (const [block, last] of this.noticed) if (last <= time - NOTICE_MS) this.noticed.delete(block);
    const fresh = [...blocks].filter((block) => !this.noticed.has(block));
    for (const block of fresh) this.noticed.set(block, time);
    return fresh;
  }

  #indexAt({ received, sent }: Progress): number {
    return this.points.findLastIndex((point) => point.received <= received && point.sent <= sent);
  }

  /** Nothing is sent to it after it has left. */
  get #end(): number {
    return this.left?.serial ?? Number.POSITIVE_INFINITY;
  }

  #sentAfter(point: HistoryPoint, upTo: number): ClientOperation[] {
    return this.messages.sentTo(this.id, Math.max(point.received, this.since), Math.min(upTo, this.#end));
  }

  /** What it has shown since its first point, the last first. */
  *#history(): Generator<EditorContent> {
    let upTo = Number.POSITIVE_INFINITY;
    for (const point of this.points.toReversed()) {
      const operations = this.#sentAfter(point, upTo);
      const contents = [point.shown];
      for (const op of operations) contents.push(applyOperation(contents.at(-1) as EditorContent, op));
      yield* contents.reverse();
      upTo = point.received;
    }
  }

  /** What it showed when it had received messages up to a serial after a point, and had made nothing of its own since. */
  #follow(point: HistoryPoint, received: number): EditorContent {
    const upTo = Math.min(received, this.#end);
    const { settled } = point;
    const isSettled = settled !== undefined && settled <= upTo;
    const canvas = isSettled ? this.messages.canvasAt(upTo) : undefined;
    return canvas ?? applyAll(point.shown, this.#sentAfter(point, upTo));
  }
}
