import { isWhole, merge, mergeOwn, withoutChanges } from './content-merge.ts';
import {
  applyOperation,
  type ClientOperation,
  type EditorContent,
  findPosition,
  isEditorContent,
  repeatable,
  toClientOperation,
  toEditorContent,
  WHOLE,
} from './editor-content.ts';
import type {
  Entry,
  JoinEntry,
  MergeEntry,
  Message,
  OperationEntry,
  Stamp,
  UntoldEntry,
  VersionEntry,
} from './entry.ts';
import { Member } from './member.ts';
import { MemberTable } from './member-table.ts';
import { MessageList } from './message-list.ts';
import { Presence, type PresenceChange } from './presence.ts';
import { findReplaced } from './replaced-values.ts';
import { RoomDelivery, targetsOf } from './room-delivery.ts';
import type { SelectedBlocks } from './selected-blocks.ts';
import { findDifference } from './wire-operations.ts';

export type { Entry, Message } from './entry.ts';

/**
 * The canvas of a template and its tabs: a fold of the log, the same on each server. After each entry, what a tab shows, followed by
 * what is on its way to it, is the canvas. An operation of a tab changes the canvas and is sent to all others. So only the tab that has
 * sent something can differ, if its operation crossed a message; then the difference is sent to it. Nothing else is ever compared.
 */
export class Room {
  /** The serial before its first message. Smaller ones are of rooms that the template had before. */
  readonly epoch: number;
  version: number;
  /** Number of the last message to tabs. */
  serial: number;
  readonly messages: MessageList;
  readonly members = new MemberTable();
  readonly #delivery = new RoomDelivery(this.members);
  presence = new Presence();
  /** The serial at the last version: who changes it from outside has seen no later change. */
  versionSerial: number;
  /** A connection has come or gone. `change`: so has its person. */
  recordPresence: (connection: string, change: PresenceChange | undefined) => void = () => {};
  /** Closes the connection of a tab, so that it reconnects and reports what it shows. */
  dismiss: (connection: string) => void = () => {};

  /** `serial`: beyond those of all rooms that the template had before, such as the time in microseconds. */
  constructor(
    canvas: EditorContent,
    version: number,
    serial: number,
    epoch = serial,
    messages = new MessageList(canvas, serial),
  ) {
    this.epoch = epoch;
    this.version = version;
    this.serial = serial;
    this.messages = messages;
    this.versionSerial = serial;
  }

  /** Sends a message to a tab, if its connection is on this server. */
  set deliver(send: (member: Member, message: Message) => void) {
    this.#delivery.send = send;
  }

  get locks(): SelectedBlocks {
    return this.#delivery.locks;
  }

  get canvas(): EditorContent {
    return this.messages.canvas;
  }

  /** The tab, unless it is not known, or has received messages of another room since. */
  find(id: string, received: number): Member | undefined {
    const member = this.members.byId.get(id);
    const isOfThisRoom = received > this.epoch && received <= this.serial;
    return isOfThisRoom || received <= (member?.received ?? 0) ? member : undefined;
  }

  /** Folds the next entry. Returns false if something of it could not be taken, so that the history has to keep it. */
  fold(entry: Entry, stamp: Stamp = { server: '', time: this.members.time }): boolean {
    this.members.hear(stamp);
    const isTaken = this.#fold(entry, stamp.server);
    for (const gone of this.members.sweep()) this.#forgetServer(gone);
    this.#forgetMessages();
    return isTaken;
  }

  #fold(entry: Entry, server: string): boolean {
    if ('content' in entry && !isEditorContent(entry.content)) return false;
    if (entry.kind === 'join') return this.#join(entry, server);
    if (entry.kind === 'merge') return this.#merge(entry);
    if (entry.kind === 'version') this.#version(entry);
    if (entry.kind === 'enter')
      this.recordPresence(entry.connection, this.presence.add(entry.connection, entry.person, server));
    if (entry.kind === 'exit') this.#exit(entry.connection);
    const member = 'member' in entry ? this.members.byId.get(entry.member ?? '') : undefined;
    if (member === undefined) return entry.kind !== 'untold';
    if (entry.kind === 'untold') this.#untold(member, entry);
    else if (!('connection' in entry) || member.connection !== entry.connection) return true;
    else if (entry.kind === 'operation') this.#operation(member, entry);
    else if (entry.kind === 'received') member.advance(this.#clamp(entry.received));
    else if (entry.kind === 'lock') this.#select(member, entry.block, entry.isLocked);
    return true;
  }

  /** A tab has changed its content. A whole content (an undo) counts as its difference to what the tab showed. */
  #operation(member: Member, { received, sent, op: told }: OperationEntry): void {
    if (sent <= member.sent) return; // It was in a content that the tab has sent since.
    member.advance(this.#clamp(received));
    const op = toClientOperation(told);
    const { shown } = member;
    const ops = op.operation === WHOLE ? this.#delta(shown, applyOperation(shown, op)) : [op];
    this.#notice(ops, member.received, member);
    member.add(sent, op);
    // An editor refuses an operation on a locked block, and tells it all the same. It gets it once more.
    const mayBeLocked = (id: string) => this.locks.mayBeLocked(id, member.user, received);
    if (targetsOf(op).some(mayBeLocked)) for (const one of repeatable(op)) this.#sendTo(member, one);
    this.#change(ops, member);
  }

  /** A save has something that its tab has not reported: it is put at its place, and what the tab itself did later stays. */
  #untold(member: Member, { turn, received, sent, content }: UntoldEntry): void {
    const progress = { received: this.#clamp(received), sent };
    if (!member.remembers(progress)) return; // It has reported since what it shows.
    if (sent >= member.sent) member.advance(progress.received);
    const { before, after } = member.restart(progress, content);
    member.sent = Math.max(member.sent, sent);
    member.turn = Math.max(member.turn, turn);
    this.#change(this.#delta(before, after), member);
  }

  /**
   * A tab shows a content. Of a tab that is not known, its changes are those since the version that it names, and of what the canvas
   * has in another way, its own blocks count.
   */
  #join(entry: JoinEntry, server: string): boolean {
    const { member: id, user, connection, turn, received, sent, content, own } = entry;
    const present = this.members.byId.get(id);
    const known = this.find(id, received);
    // A save reports nothing new of a tab that is known.
    const isNew =
      connection === undefined ? !known && turn >= (present?.turn ?? 0) : turn > (present?.turn ?? -1);
    if (!isNew || (!present && !this.members.makeRoom())) return true;
    const member = known ?? new Member(id, this.messages);
    known?.advance(this.#clamp(received));
    const base = entry.base ?? withoutChanges(content, this.canvas, own);
    const merged = known ? undefined : mergeOwn(base, content, this.canvas, own);
    const ops = merged ? findDifference(this.canvas, merged.content) : this.#delta(member.shown, content);
    const progress = { received: this.#clamp(received), sent };
    // Equal contents are kept once.
    member.start({ ...progress, shown: Bun.deepEquals(content, this.canvas) ? this.canvas : content });
    member.sent = Math.max(sent, member.sent);
    const left = connection === undefined ? { serial: this.serial, time: this.members.time } : undefined;
    Object.assign(member, { user, own, connection, server, turn, since: this.serial, left });
    member.advance(progress.received);
    this.members.byId.set(id, member);
    this.#delivery.sendLocks(member);
    this.#notice(ops, progress.received, member);
    this.#change(ops, member);
    return merged === undefined || (entry.base !== undefined && isWhole(merged));
  }

  #merge({ member: id = '', base, content }: MergeEntry): boolean {
    const merged = merge(base, content, this.canvas).content;
    const known = this.members.byId.get(id);
    known?.restart(known, content);
    if (merged === undefined) return false;
    this.#change(findDifference(this.canvas, toEditorContent(merged)), known);
    return true;
  }

  #exit(connection: string): void {
    for (const member of this.members.byId.values())
      if (member.connection === connection) this.#leave(member);
    this.recordPresence(connection, this.presence.remove(connection));
  }

  #forgetServer(server: string): void {
    for (const member of this.members.byId.values()) if (member.server === server) this.#dismiss(member);
    for (const connection of this.presence.connectionsOf(server)) this.#exit(connection);
  }

  /** A block is unlocked by who has locked it. Another one may be selected by now. */
  #select(member: Member, block: string, isLocked: boolean): void {
    if (isLocked) this.#lock(member, block);
    else if (this.locks.selected.get(member.user) === block) this.#lock(member, null);
  }

  #dismiss(member: Member): void {
    if (member.connection !== undefined) this.dismiss(member.connection);
    this.#leave(member);
  }

  /** It is kept for a while without messages, so that it can come back. */
  #leave(member: Member): void {
    this.#lock(member, null);
    member.left = { serial: this.serial, time: this.members.time };
    member.connection = undefined;
  }

  #version({ version, base, content }: VersionEntry): void {
    if (version !== this.version + 1) return; // Several servers may tell of the same version.
    this.version = version;
    if (content === undefined) {
      this.versionSerial = this.serial;
      return;
    }
    const ops = base === undefined ? findDifference(this.canvas, content) : this.#delta(base, content);
    this.#notice(ops, this.versionSerial);
    this.#change(ops);
    this.versionSerial = this.serial;
  }

  /** What somebody changed who had seen `base`, for the canvas. For some changes editors have no operations but a whole content. */
  #delta(base: EditorContent, content: EditorContent): ClientOperation[] {
    const ops = findDifference(base, content);
    if (ops[0]?.operation !== WHOLE) return ops;
    return findDifference(this.canvas, mergeOwn(base, content, this.canvas).content);
  }

  /** Changes the canvas and all tabs. `from`: the tab that shows the change already. */
  #change(ops: readonly ClientOperation[], from?: Member): void {
    for (const one of ops.flatMap((op) => this.#withUniqueIds(op))) {
      if (applyOperation(this.canvas, one) === this.canvas) continue;
      this.serial += 1;
      this.messages.add({ serial: this.serial, op: one, ...(from && { from: from.id }) });
      const message = { serial: this.serial, op: one, ...(from && { user: from.user }) };
      for (const member of this.members.byId.values())
        if (member !== from) this.#delivery.sendOperation(member, message);
    }
    if (from?.connection !== undefined) this.#correct(from);
  }

  /** A block is on the canvas once: a block that is added again is deleted first. */
  #withUniqueIds(op: ClientOperation): ClientOperation[] {
    const id = op.operation === 'add_block' ? Object(op.data.block).id : undefined;
    return id !== undefined && findPosition(this.canvas, id) !== undefined ? repeatable(op) : [op];
  }

  /** Only what crossed an operation of the tab makes it show something else than the others. */
  #correct(member: Member): void {
    for (const op of findDifference(member.predict(), this.canvas)) this.#sendTo(member, op);
    if (!Bun.deepEquals(member.predict(), this.canvas))
      this.#sendTo(member, { operation: WHOLE, data: { content: this.canvas } });
    member.settle(this.serial);
  }

  #sendTo(member: Member, op: ClientOperation): void {
    if (member.connection === undefined) return;
    this.serial += 1;
    this.messages.add({ serial: this.serial, op, to: member.id });
    this.#delivery.sendOperation(member, { serial: this.serial, op });
  }

  #lock(member: Member, block: string | null): void {
    this.serial += 1;
    this.#delivery.select(member.user, block, this.serial);
  }

  /** Tells tabs that values of theirs are replaced by somebody who had received messages up to `seen` only. */
  #notice(ops: readonly ClientOperation[], seen: number, author?: Member): void {
    for (const [id, blocks] of findReplaced(ops, this.messages.backTo(seen), author?.id)) {
      const member = this.members.byId.get(id);
      if (member?.connection === undefined || member.user === author?.user) continue;
      const replaced = member.recordReplaced(blocks, this.members.time);
      if (replaced.length > 0)
        this.#delivery.send(member, { replaced, ...(author && { user: author.user }) });
    }
  }

  /** Nothing on its way to a tab may be unknown: a tab that is too far behind has to reconnect. */
  #forgetMessages(): void {
    const { excess } = this.messages;
    if (excess === undefined) return;
    for (const member of [...this.members.byId.values()]) {
      if (member.forget(excess)) continue;
      this.#dismiss(member);
      this.members.byId.delete(member.id);
    }
    this.messages.forget(excess);
  }

  /** Clients may tell any number. */
  #clamp(received: number): number {
    return received >= 0 ? Math.min(received, this.serial) : 0;
  }
}
