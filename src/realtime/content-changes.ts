import {
  noteReceived,
  parseContentBytes,
  selectContentOfVersion,
  selectTemplateWithContent,
  selectVersionAt,
  type TemplatePage,
} from '../features/templates/index.ts';
import type { TemplateContent } from '../mail/model/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import { askWhatArrived } from './channel.ts';
import { type Connections, dropSlowReaders } from './connections.ts';
import type { WireOperation } from './editor-content.ts';
import {
  findMissing,
  findOperations,
  isTooLarge,
  setContent,
  settleContested,
} from './missing-operations.ts';
import { makeRepeatable, placeAll, sendOperations, sendOperationsTo } from './send-operations.ts';
import { findSaver, type Saver } from './sender.ts';
import type { Channel, RealtimeSocket } from './state.ts';
import { translateChange } from './wire-operations.ts';

/** How often the members of a channel are asked what they have received while others edit. */
const ASK_INTERVAL_MS = 1000;

/** How long a save waits for operations that its page sent before it. */
const BARRIER_MS = 1000;

interface ChangedTemplate {
  templateId: string;
  version: number;
}

interface Save extends ChangedTemplate {
  /** How long it waits for operations that its page sent before. */
  waitsUntil: number;
}

/**
 * Keeps the pages of a channel equal: sends them the changes of others, as the smallest operations that editors know, and
 * brings those that come, or come back, up to date. Templates without open editors cost no query.
 */
export class ContentChanges {
  readonly #deps: Deps;
  readonly #startedAt: number;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
  }

  /** Sends a new version to the members. Call it after the commit. */
  broadcast(connections: Connections, channel: Channel, scope: TenantScope, changed: ChangedTemplate): void {
    // Counted from now, so that several saves in the queue do not wait one after the other.
    const waitsUntil = this.#deps.clock.now() + BARRIER_MS;
    this.#enqueue(channel, async () => {
      const saver = findSaver(connections, channel, scope, changed.templateId);
      if (saver.isLive) await this.#noteSaved(channel, scope, { ...changed, waitsUntil }, saver);
      else await this.#sendChange(channel, scope, changed, saver.sockets);
      dropSlowReaders(connections, channel);
    });
  }

  /** Sends a page what others have changed since the version from which it saved. */
  completePage(channel: Channel, scope: TenantScope, { templateId, version }: ChangedTemplate): void {
    const { pages } = this.#deps.services.templates;
    const page = pages.find(scope, templateId);
    const shown = page && pages.ownContent(page);
    this.#enqueue(channel, async () => {
      const stored = await this.#read(scope, templateId, version);
      if (page === undefined || shown === undefined || stored === undefined) return;
      const operations = makeRepeatable(findOperations(shown, stored), parseContentBytes(stored));
      for (const [socket, one] of channel.pages) {
        if (one !== page) continue;
        sendOperationsTo(channel, socket, operations, this.#deps.clock.now());
        this.#askWhatArrived(channel, socket, version, true);
      }
    });
  }

  /** Sends a socket that has just joined what its page lacks: later versions, and operations that are not saved yet. */
  catchUp(channel: Channel, socket: RealtimeSocket): void {
    const grant = socket.grants.get(channel.name);
    if (grant?.holder === undefined) return;
    const { templateId, holder } = grant;
    const { scope, page } = holder;
    this.#enqueue(channel, async () => {
      const row = await selectTemplateWithContent(scope, this.#deps.db.reader, templateId);
      if (row === undefined || !channel.memberOf.has(socket)) return;
      const { room } = channel;
      room.version ??= row.version;
      room.baseVersion ??= room.version;
      const version = Math.max(room.version, page?.version ?? 0);
      const before = page && (await this.#readShown(scope, templateId, page));
      const stored = await this.#read(scope, templateId, version);
      const base = room.hasOperations ? await this.#read(scope, templateId, room.baseVersion) : undefined;
      if (before !== undefined && stored !== undefined && channel.memberOf.has(socket)) {
        const { operations, goal } = findMissing({ before, stored, base }, channel, page);
        sendOperationsTo(channel, socket, makeRepeatable(operations, goal), this.#deps.clock.now());
      }
      this.#askWhatArrived(channel, socket, version, true);
    });
  }

  /** Asks all members what they have received, at most once a second. */
  askIfDue(channel: Channel): void {
    const now = this.#deps.clock.now();
    if (now - channel.askedAt < ASK_INTERVAL_MS) return;
    channel.askedAt = now;
    this.#askAll(channel);
  }

  /** The members have a saved content already, but for what its page could not announce while it was cut off. */
  async #noteSaved(channel: Channel, scope: TenantScope, save: Save, { sockets }: Saver): Promise<void> {
    const { room } = channel;
    const [saver] = sockets;
    if (saver !== undefined && channel.memberOf.size > 1) {
      const joinedAt = channel.unchecked.get(saver);
      if (joinedAt !== undefined) {
        await this.#waitForOperations(saver, save);
        await this.#sendUnannounced(channel, scope, save, { sockets, joinedAt });
      } else await this.#sendPlaces(channel, scope, save, { saver, sockets });
    }
    const settled = saver && (await this.#settle(channel, scope, save, saver));
    for (const socket of sockets) channel.unchecked.delete(socket);
    room.noteSaved(save.version, saver, saver && channel.pages.get(saver));
    room.addOwn(settled ?? []);
    this.#askAll(channel);
  }

  /** Sends all members, also the one that saved, the saved values of what several have set since the last save. */
  async #settle(
    channel: Channel,
    scope: TenantScope,
    { templateId, version, ...save }: Save,
    saver: RealtimeSocket,
  ): Promise<WireOperation[]> {
    const { room } = channel;
    const { serial } = room;
    const contested = room.findContested();
    const saved = contested && (await this.#read(scope, templateId, version));
    if (contested === undefined || saved === undefined || isTooLarge(saved, saved)) return [];
    await this.#waitForOperations(saver, save);
    const changed = room.changedSince(serial);
    if (changed === undefined) return [];
    const content = parseContentBytes(saved);
    const operations = settleContested(contested, content, (id) => changed.has(id));
    sendOperations(channel, operations, new Set(), this.#deps.clock.now());
    return operations;
  }

  async #sendUnannounced(
    channel: Channel,
    scope: TenantScope,
    save: Save,
    { sockets, joinedAt }: { sockets: ReadonlySet<RealtimeSocket>; joinedAt: number },
  ): Promise<void> {
    const { room } = channel;
    const contents = await this.#readChange(channel, scope, save);
    const shown = contents && room.apply(contents.base);
    const announced = room.changedSince(joinedAt);
    if (contents === undefined || shown === undefined || announced === undefined) return;
    const operations = (translateChange(shown, contents.saved) ?? []).filter(
      (operation) => !readChanged(operation).some((id) => announced.has(id)),
    );
    const repeatable = makeRepeatable(operations, contents.saved);
    sendOperations(channel, repeatable, sockets, this.#deps.clock.now());
  }

  /**
   * Two members who add or move blocks in the same moment show them in different orders, because each applies its own
   * operation first. The order that is saved counts.
   */
  async #sendPlaces(
    channel: Channel,
    scope: TenantScope,
    save: Save,
    { saver, sockets }: { saver: RealtimeSocket; sockets: ReadonlySet<RealtimeSocket> },
  ): Promise<void> {
    const { room } = channel;
    const contents = await this.#readChange(channel, scope, save);
    if (contents === undefined || room.hasShownPlaces(contents.base, contents.saved)) return;
    await this.#waitForOperations(saver, save);
    if (room.hasShownPlaces(contents.base, contents.saved)) return;
    sendOperations(channel, placeAll(contents.saved), sockets, this.#deps.clock.now());
  }

  /** A saved content, and the one that the operations of the room apply to. Undefined if they are not to be compared. */
  async #readChange(
    { room }: Channel,
    scope: TenantScope,
    { templateId, version }: Save,
  ): Promise<Record<'base' | 'saved', TemplateContent> | undefined> {
    const base = await this.#read(scope, templateId, room.baseVersion ?? version - 1);
    const saved = await this.#read(scope, templateId, version);
    if (base === undefined || saved === undefined || isTooLarge(base, saved)) return undefined;
    return { base: parseContentBytes(base), saved: parseContentBytes(saved) };
  }

  async #sendChange(
    channel: Channel,
    scope: TenantScope,
    { templateId, version }: ChangedTemplate,
    origins: ReadonlySet<RealtimeSocket>,
  ): Promise<void> {
    const { room } = channel;
    const before = await this.#read(scope, templateId, version - 1);
    // The history has each content that replaced another, but not that of creation while only the name changes.
    const { reader } = this.#deps.db;
    const after =
      before === undefined
        ? (await selectContentOfVersion(scope, reader, templateId, version))?.json
        : await this.#read(scope, templateId, version);
    const found =
      after === undefined ? [] : before === undefined ? [setContent(after)] : findOperations(before, after);
    // After a restart of the server the others may have been told before what a page saves.
    const isRepeated = (room.hasOperations || scope.page !== undefined) && after !== undefined;
    const operations = isRepeated ? makeRepeatable(found, parseContentBytes(after)) : found;
    // Pages that were opened after the change have it.
    const having = [...channel.pages].filter(
      ([, page]) => !page.hasOwnContent && (page.version ?? 0) >= version,
    );
    const excepted = new Set([...origins, ...having.map(([socket]) => socket)]);
    sendOperations(channel, operations, excepted, this.#deps.clock.now());
    room.addOwn(operations);
    room.version = Math.max(version, room.version ?? 0);
    this.#askAll(channel, origins);
  }

  #askAll(channel: Channel, excepted?: ReadonlySet<RealtimeSocket>): void {
    const { version } = channel.room;
    for (const socket of channel.memberOf.keys())
      if (!excepted?.has(socket)) this.#askWhatArrived(channel, socket, version);
  }

  #askWhatArrived(
    channel: Channel,
    socket: RealtimeSocket,
    version: number | undefined,
    isComplete = false,
  ): void {
    const { room, pages } = channel;
    const { serial } = room;
    const page = pages.get(socket);
    if (page === undefined) return;
    askWhatArrived(socket, () => {
      room.noteReceived(page, serial);
      if (version !== undefined) noteReceived(page, version, this.#deps.clock.now(), isComplete);
    });
  }

  /** What a page showed when the server last heard of it. An unknown page was open before this server started. */
  async #readShown(scope: TenantScope, id: string, page: TemplatePage): Promise<Uint8Array | undefined> {
    if (page.hasOwnContent) return this.#deps.services.templates.pages.ownContent(page);
    if (page.version !== undefined) return this.#read(scope, id, page.version);
    return (await selectVersionAt(scope, this.#deps.db.reader, id, this.#startedAt))?.json;
  }

  /** The content of a template at a version. */
  async #read(scope: TenantScope, id: string, version: number): Promise<Uint8Array | undefined> {
    const { reader } = this.#deps.db;
    const row = await selectTemplateWithContent(scope, reader, id);
    return row?.version === version
      ? row.json
      : (await selectContentOfVersion(scope, reader, id, version))?.json;
  }

  /** Waits until everything has arrived that a client sent before now; not for long. */
  async #waitForOperations(socket: RealtimeSocket, { waitsUntil }: Pick<Save, 'waitsUntil'>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    askWhatArrived(socket, resolve);
    const timer = setTimeout(resolve, Math.min(BARRIER_MS, waitsUntil - this.#deps.clock.now()));
    await promise;
    clearTimeout(timer);
  }

  #enqueue(channel: Channel, job: () => Promise<void>): void {
    channel.work = channel.work.then(job).catch((error) => {
      this.#deps.log.error(
        { err: error, channel: channel.name },
        'a change could not be sent to open editors',
      );
    });
  }
}

/** The blocks an operation changes. */
function readChanged({ data }: WireOperation): string[] {
  if ('block_id' in data) return [data.block_id];
  return 'block' in data ? [data.block.id as string] : [];
}
