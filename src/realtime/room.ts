import type { TemplatePage } from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import { contestsPlaces, type Entry, findContested, subjectOf } from './contested.ts';
import type { WireOperation } from './editor-content.ts';
import { type Contested, changesPlaces } from './keys.ts';
import { LastChanges } from './last-changes.ts';
import {
  type ComparedSave,
  findLater,
  followEarlier,
  markSaved,
  type SavedContent,
} from './late-operations.ts';
import { MAX_ROOM_LENGTH, MAX_TOTAL_LENGTH, SMALL_ROOM_LENGTH } from './limits.ts';
import { type Arrival, findOvertaking, withoutOvertaken } from './overtaking.ts';
import { Received } from './received.ts';
import {
  type ClientOperation,
  hasShownPlaces,
  parseOperation,
  readOperation,
  replayOn,
  WHOLE,
} from './replay.ts';
import {
  type Applied,
  changedSince,
  hasWholeAfter,
  type PageWithSockets,
  selectTexts,
} from './select-operations.ts';
import { findUnreceived } from './unreceived.ts';

/** Who has sent an operation; see `Entry`. */
type Origin = Partial<Pick<Entry, 'sender' | 'page' | 'excepted'>>;

/** The characters of operations in all rooms. */
export interface RoomBudget {
  length: number;
}

/**
 * The canvas of a channel, as a stored version and the operations since. The content is computed only when a page joins or
 * saves. If the operations become too many, all are dropped, and pages that join get the stored version.
 */
export class Room {
  readonly #budget: RoomBudget;
  readonly #entries = new Set<Entry>();
  /** The last operation of each sender. */
  readonly #lastOf = new WeakMap<object, Entry>();
  #length = 0;
  /** The serial of the last operation. */
  serial = 0;
  /** The version that the operations apply to. */
  baseVersion: number | undefined;
  /** The last version that was sent to the members. */
  version: number | undefined;
  /** The last operation before `version` was sent. */
  versionSerial = 0;
  /** Stays true until all members were sent the saved places, also if the operations that crossed are forgotten. */
  arePlacesContested = false;
  readonly #received = new Received();
  readonly #lastChanges = new LastChanges();

  constructor(budget: RoomBudget) {
    this.#budget = budget;
  }

  /** Whether an announced operation is in no version yet. */
  get hasUnsaved(): boolean {
    return this.#entries.values().some(({ sender, isSaved }) => sender !== undefined && !isSaved);
  }

  /** Notes that a version was sent to the members. */
  noteSent(version: number): void {
    this.version = Math.max(version, this.version ?? 0);
    this.versionSerial = this.serial;
  }

  noteReceived(page: TemplatePage, serial: number, now: number): void {
    this.#received.note(page, serial, now);
  }

  /** The last operation that a page has received, also if it was cut off since. */
  receivedBy(page: TemplatePage): number {
    return this.#received.lastOf(page);
  }

  /** Adds an operation. Returns whether all were dropped, because they became too many. */
  add(change: ClientOperation, text: string, { sender, page, excepted }: Origin = {}): boolean {
    const { operation, data } = change;
    // Editors ignore an operation without a name.
    if (typeof operation !== 'string') return false;
    const received = this.#receivedBySender(sender, page);
    if (operation === WHOLE) this.#removeReplaced({ text, sender, received, page });
    const subject = subjectOf(change);
    const last = this.#lastOf.get(sender ?? this);
    if (subject !== undefined && !excepted && last?.subject === subject) this.#remove(last);
    this.serial += 1;
    const entry = {
      ...{ serial: this.serial, sender, page, recipient: undefined },
      ...{ text, subject, received, excepted, isSaved: false },
      setsPlaces: changesPlaces(operation, data),
    };
    this.#lastOf.set(sender ?? this, entry);
    const isForAll = sender === undefined && excepted === undefined;
    this.#lastChanges.note(change, { serial: this.serial, page, isForAll });
    return this.#keep(entry);
  }

  #keep(entry: Entry): boolean {
    if (this.#entries.values().every(({ isSaved }) => isSaved)) this.baseVersion = this.version;
    this.arePlacesContested ||= contestsPlaces(this.#entries, entry);
    this.#entries.add(entry);
    this.#count(entry.text.length);
    const most = this.#budget.length > MAX_TOTAL_LENGTH ? SMALL_ROOM_LENGTH : MAX_ROOM_LENGTH;
    if (this.#length <= most) return false;
    this.clear();
    return true;
  }

  /**
   * Operations that the sender of a whole content may not have received, so that its content lacks their effect. Call it
   * before the content is added. It leaves out other whole contents: if two cross, the one that is saved next wins.
   */
  findUnreceived(sender: object, page: TemplatePage | undefined): string[] {
    const received = this.#receivedBySender(sender, page);
    return findUnreceived(this.#entries, { sender, page, received }, (text) => this.isLastBy(page, text));
  }

  /** See `overtaking.ts`. Call it before the operation is added. */
  findOvertaking(change: ClientOperation, origin: Arrival): WireOperation | undefined {
    return findOvertaking(this.#entries, change, origin);
  }

  /** See `overtaking.ts`. `serial`: the last operation when the save was stored. */
  withoutOvertaken(operations: WireOperation[], page: TemplatePage, serial: number): WireOperation[] {
    const received = this.#received.lastBeforeSave(page);
    return withoutOvertaken(this.#entries, operations, { page, serial, received });
  }

  /** The last whole content that a member has sent, and the canvas before it. */
  findWhole(sender: object, base: TemplateContent): { sent: unknown; before: TemplateContent } | undefined {
    const entry = this.#entries.values().find((one) => one.sender === sender && one.subject === WHOLE);
    if (entry === undefined) return undefined;
    const before = this.apply(base, { last: entry.serial - 1 });
    return before && { sent: parseOperation(entry.text).data.content, before };
  }

  /**
   * Adds operations of the server, because members may change the same values before they receive them. `page`: the page
   * whose save they come from. `excepted`: sockets to which they were not sent.
   */
  addOfServer(
    operations: readonly WireOperation[],
    page?: TemplatePage,
    excepted?: ReadonlySet<object>,
  ): void {
    for (const operation of operations)
      this.add(readOperation(operation), JSON.stringify(operation), { page, excepted });
  }

  /**
   * Adds operations that the server sends to one member only, because it lacks them. Returns a function to call when they
   * have arrived: it removes them, unless the member has announced operations meanwhile, which may cross them.
   */
  addForMember(operations: readonly WireOperation[], recipient: object): () => void {
    const ofServer = { sender: undefined, page: undefined, subject: undefined, excepted: undefined };
    const sent = operations.map((change) => {
      this.serial += 1;
      const text = JSON.stringify(change);
      const setsPlaces = changesPlaces(change.operation, change.data);
      return { ...ofServer, serial: this.serial, recipient, text, setsPlaces, received: 0, isSaved: false };
    });
    for (const entry of sent) this.#keep(entry);
    const first = sent[0]?.serial ?? 0;
    return () => {
      if ((this.#lastOf.get(recipient)?.serial ?? 0) < first) for (const entry of sent) this.#remove(entry);
    };
  }

  /** Removes operations that are saved and that all members have received. `pages`: those of all members. */
  forgetDelivered(pages: Iterable<TemplatePage>): void {
    // The stored version has all operations of the server.
    if (!this.hasUnsaved) for (const entry of this.#entries) entry.isSaved = true;
    const unsaved = this.#entries.values().filter(({ isSaved }) => !isSaved);
    const received = [...pages].map((page) => this.receivedBy(page));
    const last = Math.min(...received, ...unsaved.map((entry) => entry.received));
    for (const entry of this.#entries) if (entry.isSaved && entry.serial <= last) this.#remove(entry);
  }

  /** The server sends its operations in order with those of members, so it has always received all. */
  #receivedBySender(sender: object | undefined, page: TemplatePage | undefined): number {
    if (sender === undefined) return Number.POSITIVE_INFINITY;
    return page === undefined ? 0 : this.receivedBy(page);
  }

  /** Removes what a whole content replaces. Operations that its sender may not have received stay for `findContested`. */
  #removeReplaced(whole: Pick<Entry, 'text' | 'sender' | 'received' | 'page'>): void {
    const change = { serial: this.serial + 1, page: whole.page, isForAll: false };
    for (const entry of this.#entries) {
      if (entry.sender !== whole.sender && !(entry.subject === WHOLE && entry.serial <= whole.received))
        continue;
      this.#remove(entry);
      if (entry.subject === WHOLE)
        this.#lastChanges.noteReplaced({ before: entry.text, after: whole.text }, change);
      else this.#lastChanges.note(parseOperation(entry.text), change);
    }
  }

  /** Whether a page was the last to change what an operation sets. */
  isLastBy(page: TemplatePage | undefined, text: string): boolean {
    return page !== undefined && this.#lastChanges.isLastBy(page, parseOperation(text));
  }

  /** What is doubtful on a page that was cut off, or whose save was merged (`isSaved`). */
  findDoubtful(page: TemplatePage, canvas: TemplateContent, isSaved = false): Contested | undefined {
    // A page that has received nothing has loaded the stored version.
    if (!this.#received.has(page)) return undefined;
    const received = isSaved ? this.#received.lastBeforeSave(page) : this.receivedBy(page);
    const isLater = (one: Entry) => one.subject === WHOLE && one.serial > received && one.page !== page;
    const wholes = [...this.#entries].filter(isLater).map(({ text }) => text);
    return this.#lastChanges.findDoubtful(page, canvas, { received, isSaved, wholes });
  }

  /**
   * Notes that a page has saved the content `saved`. It has the page's own operations up to `serial`, and others that the
   * page has received, unless the page sent the save before them. The rest stays unsaved, and all that follows a whole
   * content which stays unsaved. `isReplaced`: see `LiveSave`.
   */
  noteSaved(save: SavedContent, saver: PageWithSockets): void {
    const { version, serial, saved, isReplaced } = save;
    const received = saver.page === undefined ? serial : Math.min(this.receivedBy(saver.page), serial);
    markSaved(this.#entries, { ...save, received, saved: isReplaced ? undefined : saved }, saver);
    this.version = version;
    this.versionSerial = serial;
    this.baseVersion = version;
  }

  /** The last operation whose effect a saved content has. `serial`: the last operation when it was saved. */
  lastIn(save: ComparedSave, saver: PageWithSockets): number {
    const later = findLater(this.#entries, save, saver);
    return Math.min(save.serial, ...[...later].map((entry) => entry.serial - 1));
  }

  clear(): void {
    for (const entry of this.#entries) this.#remove(entry);
  }

  /** Values that several members have set since the last save without having received each other's operations. */
  findContested(): Contested | undefined {
    return findContested(this.#entries, this.arePlacesContested);
  }

  /** Ids of blocks that operations after one change, see `changedSince`. */
  changedSince(serial: number, excepted?: PageWithSockets): Set<string> | undefined {
    return changedSince(this.#entries, serial, excepted);
  }

  /** Whether another sender has sent a whole content after an operation, see `hasWholeAfter`. */
  hasWholeAfter(serial: number, excepted: ReadonlySet<object>): boolean {
    return hasWholeAfter(this.#entries, serial, excepted);
  }

  /** Notes that a page has received the present version, see `followEarlier`. */
  followEarlier(page: TemplatePage): void {
    followEarlier(this.#entries, page, { confirmed: this.serial, sent: this.versionSerial });
  }

  /** Unsaved operations that were sent to all members. */
  texts(applied: Applied = {}): string[] {
    return selectTexts(this.#entries, applied);
  }

  /** A content after the unsaved operations. Undefined if the result is no valid content, or takes too long. */
  apply(content: TemplateContent, applied: Applied = {}): TemplateContent | undefined {
    return replayOn(content, this.texts(applied));
  }

  /** Whether the server sent the next operation after one to the members. */
  isCorrectedAfter(serial: number): boolean {
    const next = this.#entries.values().find((one) => one.serial > serial && one.recipient === undefined);
    return next !== undefined && next.sender === undefined;
  }

  /** Whether the members have shown blocks in the places of a content. True if that takes too long to find out. */
  hasShownPlaces(base: TemplateContent, content: TemplateContent): boolean {
    return hasShownPlaces(base, this.texts(), content);
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#count(-entry.text.length);
  }

  #count(length: number): void {
    this.#length += length;
    this.#budget.length += length;
  }
}
