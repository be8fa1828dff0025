import type { TemplatePage } from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import { type Entry, findContested } from './contested.ts';
import type { WireOperation } from './editor-content.ts';
import type { Contested } from './keys.ts';
import { LastChanges } from './last-changes.ts';
import { findLater, hasOneOf, markSaved, type SavedContent } from './late-operations.ts';
import { Received } from './received.ts';
import { hasShownPlaces, parseOperation, readIds, replayOn, WHOLE } from './replay.ts';
import { findUnheard } from './unheard.ts';

/** Characters of operations kept for one template, and for all of this server. */
const MAX_ROOM_LENGTH = 1024 * 1024;
const MAX_TOTAL_LENGTH = 32 * 1024 * 1024;

/** Rooms up to this length keep their operations when others have used up the total. */
const SMALL_ROOM_LENGTH = 16 * 1024;

/** Who has sent an operation; see `Entry`. */
type Origin = Partial<Pick<Entry, 'sender' | 'page' | 'excepted'>>;

/** Which operations are applied: those after one and up to another, or of `sender`, and those that these sockets have got. */
type Applied = { after?: number; last?: number; sender?: object; sockets?: ReadonlySet<object> };

/** Counts the characters of operations that all rooms keep. */
export interface RoomBudget {
  length: number;
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
  /** The last operation before that version. */
  versionSerial = 0;
  readonly #received = new Received();
  readonly #lastChanges = new LastChanges();

  constructor(budget: RoomBudget) {
    this.#budget = budget;
  }

  /** The number of the last operation. */
  get serial(): number {
    return this.#serial;
  }

  /** Whether members show what no version has. */
  get hasUnsaved(): boolean {
    return this.#entries.values().some(({ sender, isSaved }) => sender !== undefined && !isSaved);
  }

  /** The members have been sent a version. */
  noteSent(version: number): void {
    this.version = Math.max(version, this.version ?? 0);
    this.versionSerial = this.#serial;
  }

  noteReceived(page: TemplatePage, serial: number, now: number): void {
    this.#received.note(page, serial, now);
  }

  /** The last operation that a page has received for sure, also if it has left since. */
  heardBy(page: TemplatePage): number {
    return this.#received.lastOf(page);
  }

  /** Returns whether the operations were too many and are forgotten, so that newcomers lack what they have set. */
  add(operation: unknown, text: string, { sender, page, excepted }: Origin = {}): boolean {
    const { operation: name, data } = Object(operation) as Partial<WireOperation>;
    // Editors ignore it.
    if (typeof name !== 'string') return false;
    const heard = this.#heardBySender(sender, page);
    if (name === WHOLE) this.#removeReplaced({ text, sender, heard, page });
    const { block_id, updates } = Object(data) as { block_id?: unknown; updates?: unknown };
    const typed =
      name === 'update_block' ? `${block_id} ${Object.keys(Object(updates)).join(' ')}` : undefined;
    const subject = name === WHOLE ? WHOLE : typed;
    const last = this.#lastOf.get(sender ?? this);
    if (subject !== undefined && !excepted && last?.subject === subject) this.#remove(last);
    this.#serial += 1;
    const entry = {
      ...{ serial: this.#serial, sender, page, recipient: undefined },
      ...{ text, subject, heard, excepted, isSaved: false },
    };
    this.#lastOf.set(sender ?? this, entry);
    const isForAll = sender === undefined && excepted === undefined;
    this.#lastChanges.note({ operation: name, data: Object(data) }, { serial: this.#serial, page, isForAll });
    return this.#keep(entry);
  }

  #keep(entry: Entry): boolean {
    if (this.#entries.values().every(({ isSaved }) => isSaved)) this.baseVersion = this.version;
    this.#entries.add(entry);
    this.#count(entry.text.length);
    const most = this.#budget.length > MAX_TOTAL_LENGTH ? SMALL_ROOM_LENGTH : MAX_ROOM_LENGTH;
    if (this.#length <= most) return false;
    this.clear();
    return true;
  }

  /**
   * What the sender of a whole content may not have received before, so that its content lacks it. Call it before the content
   * is added. Of two whole contents that cross, the one that is saved counts.
   */
  findUnheard(sender: object, page: TemplatePage | undefined): string[] {
    const heard = this.#heardBySender(sender, page);
    return findUnheard(this.#entries, { sender, page, heard }, (text) => this.isLastBy(page, text));
  }

  /** The whole content that a member has sent last, and what the others showed before. */
  findWhole(sender: object, base: TemplateContent): { sent: unknown; before: TemplateContent } | undefined {
    const entry = this.#entries.values().find((one) => one.sender === sender && one.subject === WHOLE);
    if (entry === undefined) return undefined;
    const before = this.apply(base, { last: entry.serial - 1 });
    return before && { sent: parseOperation(entry.text).data.content, before };
  }

  /**
   * Adds operations of the server, because members may change the same before these arrive. `page`: the one that has saved
   * what they set. `excepted`: the sockets to which they were not sent.
   */
  addOwn(operations: readonly WireOperation[], page?: TemplatePage, excepted?: ReadonlySet<object>): void {
    for (const operation of operations) this.add(operation, JSON.stringify(operation), { page, excepted });
  }

  /**
   * Adds operations that the server sends to one member, to bring it to where the others are. Returns what forgets them
   * when they have arrived, unless the member has sent some meanwhile.
   */
  addCompletion(operations: readonly WireOperation[], recipient: object): () => void {
    const ofServer = { sender: undefined, page: undefined, subject: undefined, excepted: undefined };
    const sent = operations.map((operation) => {
      this.#serial += 1;
      const text = JSON.stringify(operation);
      return { ...ofServer, serial: this.#serial, recipient, text, heard: 0, isSaved: false };
    });
    for (const entry of sent) this.#keep(entry);
    const first = sent[0]?.serial ?? 0;
    return () => {
      if ((this.#lastOf.get(recipient)?.serial ?? 0) < first) for (const entry of sent) this.#remove(entry);
    };
  }

  /** Forgets operations that are saved and that these members, all there are, have received. */
  forgetDelivered(pages: Iterable<TemplatePage>): void {
    // The present version has those of the server.
    if (!this.hasUnsaved) for (const entry of this.#entries) entry.isSaved = true;
    const unsaved = this.#entries.values().filter(({ isSaved }) => !isSaved);
    const heard = [...pages].map((page) => this.heardBy(page));
    const last = Math.min(...heard, ...unsaved.map((entry) => entry.heard));
    for (const entry of this.#entries) if (entry.isSaved && entry.serial <= last) this.#remove(entry);
  }

  /** The server sends its operations to all members after those that it has received. */
  #heardBySender(sender: object | undefined, page: TemplatePage | undefined): number {
    if (sender === undefined) return Number.POSITIVE_INFINITY;
    return page === undefined ? 0 : this.heardBy(page);
  }

  /** Operations that the sender of a whole content may not have had are kept: see `findContested`. */
  #removeReplaced({ text, sender, heard, page }: Pick<Entry, 'text' | 'sender' | 'heard' | 'page'>): void {
    const change = { serial: this.#serial + 1, page, isForAll: false };
    for (const entry of this.#entries) {
      if (entry.sender !== sender && !(entry.subject === WHOLE && entry.serial <= heard)) continue;
      this.#remove(entry);
      if (entry.subject === WHOLE)
        this.#lastChanges.noteReplaced({ before: entry.text, after: text }, change);
      else this.#lastChanges.note(parseOperation(entry.text), change);
    }
  }

  /** Whether a page was the last one to change what an operation sets. */
  isLastBy(page: TemplatePage | undefined, text: string): boolean {
    return page !== undefined && this.#lastChanges.isLastBy(page, parseOperation(text));
  }

  /** What a page may show differently from the canvas: one that comes back, or whose save was merged. */
  findDoubtful(page: TemplatePage, canvas: TemplateContent, isSaved = false): Contested | undefined {
    // It was never here.
    if (!this.#received.has(page)) return undefined;
    const heard = isSaved ? this.#received.lastBeforeSave(page) : this.heardBy(page);
    const isLater = (one: Entry) => one.subject === WHOLE && one.serial > heard && one.page !== page;
    const wholes = [...this.#entries].filter(isLater).map(({ text }) => text);
    return this.#lastChanges.findDoubtful(page, canvas, { heard, isSaved, wholes });
  }

  /**
   * A page has saved `saved`: its own operations up to `serial` and those it has received for sure, unless it sent the
   * content before them. Others are kept, because it may not have had them, and all that follow a whole content that is
   * kept. `isReplaced`: see `LiveSave`.
   */
  noteSaved(
    { version, serial, saved, heard, isReplaced = false }: SavedContent,
    sockets: ReadonlySet<object>,
    page: TemplatePage | undefined,
  ): void {
    const received = page === undefined ? serial : Math.min(this.heardBy(page), serial);
    markSaved(this.#entries, { serial, received, heard, saved: isReplaced ? undefined : saved }, sockets);
    this.version = version;
    this.versionSerial = serial;
    this.baseVersion = version;
  }

  /** The last operation that a content has which was saved when `serial` was the last one. */
  lastIn(
    save: { saved: TemplateContent; serial: number; heard: number },
    sockets: ReadonlySet<object>,
  ): number {
    const later = findLater(this.#entries, save, sockets);
    return Math.min(save.serial, ...[...later].map((entry) => entry.serial - 1));
  }

  clear(): void {
    for (const entry of this.#entries) this.#remove(entry);
  }

  /** What several members have set since the last save. */
  findContested(): Contested | undefined {
    return findContested(this.#entries);
  }

  /**
   * The blocks that operations after one of them change, without those of some senders; undefined if that may be any block.
   */
  changedSince(serial: number, excepted: ReadonlySet<object> = new Set()): Set<string> | undefined {
    const ids = [...this.#entries]
      .filter(({ recipient, isSaved }) => recipient === undefined && !isSaved)
      .filter((entry) => entry.serial > serial && !(entry.sender && excepted.has(entry.sender)))
      .flatMap(({ text }) => readIds(text) ?? [undefined]);
    return ids.includes(undefined) ? undefined : new Set(ids as string[]);
  }

  /** Whether somebody else has replaced the whole content since an operation, and no version has that. */
  hasWholeAfter(serial: number, excepted: ReadonlySet<object>): boolean {
    const isOther = ({ sender }: Entry) => sender === undefined || !excepted.has(sender);
    const isLater = (one: Entry) => one.subject === WHOLE && one.serial > serial && !one.isSaved;
    return this.#entries.values().some((entry) => isLater(entry) && isOther(entry));
  }

  /**
   * Call it when a page has confirmed the present version. A save that has what the page announces from now on was made
   * after it, and one that has what others have announced after this version, unless the earlier version has that too.
   */
  followEarlier(page: TemplatePage): void {
    const confirmed = this.#serial;
    const sent = this.versionSerial;
    if (page.earlier === undefined) return;
    page.earlier.isPast ??= (saved, before) => {
      const isLater = (entry: Entry) => entry.serial > (entry.page === page ? confirmed : sent);
      const later = [...this.#entries].filter((entry) => entry.sender !== undefined && isLater(entry));
      return hasOneOf(later, { saved, before, confirmed });
    };
  }

  /** A content with the operations applied. Undefined if it is not a content then, or if that takes too long. */
  apply(content: TemplateContent, applied: Applied = {}): TemplateContent | undefined {
    return replayOn(content, this.#textsOf(applied));
  }

  /** Whether the members have shown the blocks of a content in these places. True if that cannot be found out. */
  hasShownPlaces(base: TemplateContent, content: TemplateContent): boolean {
    return hasShownPlaces(base, this.#textsOf({}), content);
  }

  /** Operations for all members that are not saved. */
  #textsOf({ after = 0, last = this.#serial, sender, sockets = new Set() }: Applied): string[] {
    return [...this.#entries]
      .filter(({ recipient, isSaved }) => recipient === undefined && !isSaved)
      .filter((one) => one.serial > after && (one.serial <= last || (sender && one.sender === sender)))
      .filter(({ excepted }) => excepted?.isDisjointFrom(sockets) !== false)
      .map(({ text }) => text);
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#count(-entry.text.length);
  }

  #count(length: number): void {
    this.#length += length;
    this.#budget.length += length;
  }
}
