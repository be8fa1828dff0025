import { parseContentBytes } from '../features/templates/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import { askWhatArrived } from './channel.ts';
import { Contents } from './contents.ts';
import type { WireOperation } from './editor-content.ts';
import type { Unchecked } from './late-operations.ts';
import { placeAll, sendOperations } from './send-operations.ts';
import type { Saver } from './sender.ts';
import { settleContested } from './settle-contested.ts';
import type { Channel, RealtimeSocket } from './state.ts';
import { findUnannounced, hasSameElsewhere, type Unannounced } from './unannounced.ts';
import { isTooLarge } from './wire-operations.ts';

/** How long a save waits at most for operations that its page sent before it. */
export const BARRIER_MS = 1000;

/** Of a page that has saved on this connection already. */
const SAVED_ALREADY: Unchecked = { joinedAt: 0, receivedBefore: 0 };

/** A content as stored before and after a save. */
type Change = Record<'base' | 'saved', Uint8Array>;

/** The sockets of the page that saved, and one of them. */
interface SavingSockets {
  saver: RealtimeSocket;
  sockets: ReadonlySet<RealtimeSocket>;
}

export interface LiveSave {
  templateId: string;
  version: number;
  /** When it stops waiting for operations that its page sent before it. */
  waitsUntil: number;
  /** The last operation in the room when it was stored. */
  serial: number;
  /** It restores an earlier version. So the page has dropped operations that it had received. */
  isReplaced: boolean;
}

/** The wait begins now, so that saves in the queue do not wait one after the other. */
export function startSave(
  { room }: Channel,
  saved: { templateId: string; version: number; isReplaced?: true },
  now: number,
): LiveSave {
  const { templateId, version, isReplaced = false } = saved;
  return { templateId, version, waitsUntil: now + BARRIER_MS, serial: room.serial, isReplaced };
}

/**
 * Handles live saves. The other members show the saved content already, apart from three things: what the page could not
 * announce while it was cut off, contested values, and places of blocks that were added or moved at the same time.
 */
export class LiveSaves {
  readonly #deps: Deps;
  readonly #contents: Contents;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#contents = new Contents(deps);
  }

  /** Sends the members what they do not show of a saved content, and notes the save in the room. */
  async share(channel: Channel, scope: TenantScope, save: LiveSave, { sockets }: Saver): Promise<void> {
    const { room } = channel;
    const [saver] = sockets;
    const sent: WireOperation[] = [];
    if (saver !== undefined) {
      if (channel.memberOf.size > 1)
        sent.push(...(await this.#sendMissing(channel, scope, save, { saver, sockets })));
      sent.push(...(await this.#settle(channel, scope, save, saver)));
    }
    const stored = room.hasUnsaved
      ? await this.#contents.read(scope, save.templateId, save.version)
      : undefined;
    const saved = stored && parseContentBytes(stored);
    const unchecked = saver && channel.unchecked.get(saver);
    // A page that has joined after the content was stored is compared with its next save.
    for (const socket of sockets)
      if ((channel.unchecked.get(socket)?.joinedAt ?? 0) <= save.serial) channel.unchecked.delete(socket);
    const page = saver && channel.pages.get(saver);
    room.noteSaved({ ...save, saved, unchecked }, { page, sockets });
    room.addOfServer(sent, page);
  }

  /** Sends the others what they do not show of a live save. */
  async #sendMissing(
    channel: Channel,
    scope: TenantScope,
    save: LiveSave,
    { saver, sockets }: SavingSockets,
  ): Promise<WireOperation[]> {
    const unchecked = channel.unchecked.get(saver);
    if (unchecked === undefined) return this.#sendPlaces(channel, scope, save, { saver, sockets });
    await this.waitForOperations(saver, save);
    const change = await this.#readChange(channel, scope, save);
    if (change === undefined) return [];
    const sent = this.#sendUnannounced(channel, save, change, { saver, sockets, unchecked });
    return [...sent.operations, ...this.#sendPlacesOfSame(channel, change, sockets, sent)];
  }

  /** Sends all members, also the one that saved, the saved values of what is contested. */
  async #settle(
    channel: Channel,
    scope: TenantScope,
    { templateId, version, ...save }: LiveSave,
    saver: RealtimeSocket,
  ): Promise<WireOperation[]> {
    const { room } = channel;
    const { serial } = room;
    const contested = room.findContested();
    const saved = contested && (await this.#contents.read(scope, templateId, version));
    if (contested === undefined || saved === undefined || isTooLarge(saved, saved)) return [];
    await this.waitForOperations(saver, save);
    const changed = room.changedSince(serial);
    if (changed === undefined) return [];
    const content = parseContentBytes(saved);
    // Places that were changed since are settled by the next save.
    const places = contested.places && room.changedSince(save.serial)?.size === 0;
    const operations = settleContested({ ...contested, places }, content, (id) => changed.has(id));
    if (places) room.arePlacesContested = false;
    sendOperations(channel, operations, new Set(), this.#deps.clock.now());
    return operations;
  }

  /** Sends what a page has saved and has not announced. */
  #sendUnannounced(
    channel: Channel,
    { serial }: LiveSave,
    change: Change,
    { saver, sockets, unchecked }: SavingSockets & { unchecked: Unchecked },
  ): Unannounced {
    const page = channel.pages.get(saver);
    const found = findUnannounced(channel.room, change, { page, sockets, unchecked, serial });
    const excepted = found.isForAll ? new Set<RealtimeSocket>() : sockets;
    sendOperations(channel, found.operations, excepted, this.#deps.clock.now());
    return found;
  }

  /**
   * Two members who add or move blocks in the same moment show different orders, because each applies its own operation
   * first. All get the order that is saved.
   */
  async #sendPlaces(
    channel: Channel,
    scope: TenantScope,
    save: LiveSave,
    { saver, sockets }: SavingSockets,
  ): Promise<WireOperation[]> {
    const { room } = channel;
    const change = await this.#readChange(channel, scope, save);
    if (change === undefined || isTooLarge(change.base, change.saved)) return [];
    const [base, saved] = [parseContentBytes(change.base), parseContentBytes(change.saved)];
    if (room.hasShownPlaces(base, saved)) return [];
    await this.waitForOperations(saver, save);
    if (room.hasShownPlaces(base, saved)) return [];
    // After operations that crossed, only this page may show some blocks.
    const sent = room.hasWholeAfter(0, sockets)
      ? []
      : this.#sendUnannounced(channel, save, change, { saver, sockets, unchecked: SAVED_ALREADY }).operations;
    const places = placeAll(saved);
    sendOperations(channel, places, sockets, this.#deps.clock.now());
    return [...sent, ...places];
  }

  /**
   * Sends the places of blocks at the page that saved, if all show the same blocks after `operations`. Announced operations
   * of the page that crossed those of others count as later than its save, so the places cannot be compared before.
   */
  #sendPlacesOfSame(
    channel: Channel,
    change: Change,
    sockets: ReadonlySet<RealtimeSocket>,
    { operations, goal }: Unannounced,
  ): WireOperation[] {
    const { room } = channel;
    if (isTooLarge(change.base, change.saved)) return [];
    const base = parseContentBytes(change.base);
    const canvas = room.apply(base);
    if (canvas === undefined || room.hasShownPlaces(base, goal)) return [];
    if (!hasSameElsewhere(canvas, operations, goal)) return [];
    const places = placeAll(goal);
    sendOperations(channel, places, sockets, this.#deps.clock.now());
    return places;
  }

  /** The saved content, and the base version of the room. */
  async #readChange(
    { room }: Channel,
    scope: TenantScope,
    { templateId, version }: LiveSave,
  ): Promise<Change | undefined> {
    const base = await this.#contents.read(scope, templateId, room.baseVersion ?? version - 1);
    const saved = await this.#contents.read(scope, templateId, version);
    return base && saved && { base, saved };
  }

  /** Waits until everything has arrived that a client sent before now, until `waitsUntil` at most. */
  async waitForOperations(
    socket: RealtimeSocket,
    { waitsUntil }: Pick<LiveSave, 'waitsUntil'>,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    askWhatArrived(socket, resolve);
    const forget = socket.receipts.onEnd(resolve);
    const timer = setTimeout(resolve, Math.max(0, Math.min(BARRIER_MS, waitsUntil - this.#deps.clock.now())));
    await promise;
    clearTimeout(timer);
    forget();
  }
}
