import {
  noteReceived,
  parseContentBytes,
  selectContentOfVersion,
  selectTemplateWithContent,
  type TemplatePage,
} from '../features/templates/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { TenantScope } from '../platform/scope.ts';
import { askWhatArrived, compareNextSaves } from './channel.ts';
import { type Connections, dropSlowReaders } from './connections.ts';
import { Contents } from './contents.ts';
import type { WireOperation } from './editor-content.ts';
import { BARRIER_MS, type LiveSave, LiveSaves, startSave } from './live-saves.ts';
import { noteMerged } from './merged-saves.ts';
import {
  addDeleted,
  addMissed,
  addUnheard,
  findMissing,
  findOperations,
  setContent,
} from './missing-operations.ts';
import { makeRepeatable, sendOperations, sendOperationsTo, withoutCopies } from './send-operations.ts';
import { findSaver, type Saver } from './sender.ts';
import type { Channel, RealtimeSocket } from './state.ts';

/** How often the members of a channel are asked what they have received while others edit. */
const ASK_INTERVAL_MS = 1000;

interface ChangedTemplate {
  templateId: string;
  version: number;
  isReplaced?: true;
  isRewritten?: true;
}

/**
 * Keeps the pages of a channel equal: sends them the changes of others, as the smallest operations that editors know, and
 * brings those that come, or come back, up to date. Templates without open editors cost no query.
 */
export class ContentChanges {
  readonly #deps: Deps;
  readonly #contents: Contents;
  readonly #liveSaves: LiveSaves;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#contents = new Contents(deps);
    this.#liveSaves = new LiveSaves(deps);
  }

  /** Sends a new version to the members. Call it after the commit. */
  broadcast(connections: Connections, channel: Channel, scope: TenantScope, changed: ChangedTemplate): void {
    const save = startSave(channel, changed, this.#deps.clock.now());
    this.#enqueue(channel, async () => {
      const saver = await this.#findSaver(connections, channel, scope, save);
      if (saver.isLive) await this.#noteSaved(channel, scope, save, saver);
      else await this.#sendChange(channel, scope, changed, saver.sockets);
      dropSlowReaders(connections, channel);
    });
  }

  /**
   * Who has saved, once what the page sent before has arrived: a block would be added twice if its operation came later. The
   * first one tells that the page announces its changes.
   */
  async #findSaver(
    connections: Connections,
    channel: Channel,
    scope: TenantScope,
    save: LiveSave,
  ): Promise<Saver> {
    const saver = findSaver(connections, channel, scope, save.templateId);
    if (saver.isLive || saver.sockets.size === 0) return saver;
    await this.#waitForAll(saver.sockets, save.waitsUntil);
    return findSaver(connections, channel, scope, save.templateId);
  }

  async #waitForAll(sockets: Iterable<RealtimeSocket>, waitsUntil: number): Promise<void> {
    await Promise.all([...sockets].map((one) => this.#liveSaves.waitForOperations(one, { waitsUntil })));
  }

  /** A page has saved what was stored already. The others may show operations that its canvas does not have. */
  settleUnchanged(
    connections: Connections,
    channel: Channel,
    scope: TenantScope,
    saved: ChangedTemplate,
  ): void {
    const save = startSave(channel, saved, this.#deps.clock.now());
    this.#enqueue(channel, async () => {
      const saver = findSaver(connections, channel, scope, saved.templateId);
      if (saver.isLive) await this.#noteSaved(channel, scope, save, saver);
    });
  }

  /** A page’s save was merged: sends it what others have changed, and the others what the merge has left out. */
  completePage(channel: Channel, scope: TenantScope, { templateId, version }: ChangedTemplate): void {
    const { pages } = this.#deps.services.templates;
    const page = pages.find(scope, templateId);
    const shown = page && pages.ownContent(page);
    const { serial } = channel.room;
    const waitsUntil = this.#deps.clock.now() + BARRIER_MS;
    this.#enqueue(channel, async () => {
      // A block would be added twice if its operation came after what completes the page.
      await this.#waitForAll(channel.memberOf.keys(), waitsUntil);
      const stored = await this.#contents.read(scope, templateId, version);
      if (page === undefined || shown === undefined || stored === undefined) return;
      const sockets = new Set([...channel.pages].filter(([, one]) => one === page).map(([socket]) => socket));
      const canvas = await this.#contents.readCanvas(channel, scope, templateId);
      const save = { page, sockets, version, serial, shown, stored };
      const { forPage, forOthers } = noteMerged(channel.room, canvas, save);
      this.#sendToAll(channel, forOthers, sockets, page);
      this.#complete(channel, sockets, forPage, version);
    });
  }

  /** Sends a socket that has just joined what its page lacks: later versions, and operations that are not saved yet. */
  catchUp(channel: Channel, socket: RealtimeSocket): void {
    const grant = socket.grants.get(channel.name);
    if (grant?.holder === undefined) return;
    const { templateId, holder } = grant;
    const { scope, page } = holder;
    const contents = this.#contents;
    if (page) page.isShown = (saved) => contents.isShown(channel, scope, { ...saved, templateId });
    channel.outdated.add(socket);
    this.#enqueue(channel, async () => {
      const row = await selectTemplateWithContent(scope, this.#deps.db.reader, templateId);
      if (row === undefined || !channel.memberOf.has(socket)) return;
      const { room } = channel;
      room.version ??= row.version;
      room.baseVersion ??= room.version;
      const version = Math.max(room.version, page?.version ?? 0);
      const stored = await this.#contents.read(scope, templateId, version);
      // Without a history, the stored content is the only one that the template has had.
      const before = page && ((await this.#contents.readShown(scope, templateId, page)) ?? stored);
      const base = room.hasUnsaved
        ? await this.#contents.read(scope, templateId, room.baseVersion)
        : undefined;
      channel.outdated.delete(socket);
      if (before !== undefined && base !== undefined)
        this.#sendToAll(channel, addMissed({ before, base }, channel, socket), new Set());
      if (before !== undefined && stored !== undefined && channel.memberOf.has(socket)) {
        const { operations, goal } = findMissing({ before, stored, base }, channel, socket);
        this.#complete(channel, new Set([socket]), makeRepeatable(operations, goal), version);
      } else this.#askWhatArrived(channel, socket, version, true);
    });
  }

  /** Takes an operation that a member has announced to the others. */
  addAnnounced(channel: Channel, socket: RealtimeSocket, operation: unknown, text: string): void {
    const { room, pages } = channel;
    const page = pages.get(socket);
    const { operation: name, data } = Object(operation) as Partial<WireOperation>;
    const unheard = name === 'set_content' ? room.findUnheard(socket, page) : [];
    if (room.add(operation, text, { sender: socket, page })) compareNextSaves(channel);
    if (unheard.length > 0) this.#sendToAll(channel, addUnheard(Object(data).content, unheard), new Set());
    this.#askIfDue(channel);
  }

  /** Asks all members what they have received, at most once a second. */
  #askIfDue(channel: Channel): void {
    const now = this.#deps.clock.now();
    if (now - channel.askedAt < ASK_INTERVAL_MS) return;
    channel.askedAt = now;
    this.#askAll(channel);
  }

  async #noteSaved(channel: Channel, scope: TenantScope, save: LiveSave, saver: Saver): Promise<void> {
    await this.#liveSaves.share(channel, scope, save, saver);
    this.#askAll(channel);
  }

  async #sendChange(
    channel: Channel,
    scope: TenantScope,
    { templateId, version, isRewritten }: ChangedTemplate,
    origins: ReadonlySet<RealtimeSocket>,
  ): Promise<void> {
    const { room } = channel;
    // What was rewritten in place is the same in the version before.
    const before = isRewritten ? undefined : await this.#contents.read(scope, templateId, version - 1);
    // The history has each content that replaced another, but not that of creation while only the name changes.
    const { reader } = this.#deps.db;
    const after =
      before === undefined && isRewritten === undefined
        ? (await selectContentOfVersion(scope, reader, templateId, version))?.json
        : await this.#contents.read(scope, templateId, version);
    const found =
      after === undefined ? [] : before === undefined ? [setContent(after)] : findOperations(before, after);
    // After a restart of the server the others may have been told before what a page saves.
    const isRepeated = (room.hasUnsaved || scope.page !== undefined) && after !== undefined;
    const operations = isRepeated
      ? await this.#repeat(channel, scope, templateId, found, after)
      : withoutCopies(found);
    // Pages that were opened after the change have it.
    const having = [...channel.pages].filter(
      ([, page]) => !page.hasOwnContent && (page.version ?? 0) >= version,
    );
    const excepted = new Set([...origins, ...having.map(([socket]) => socket)]);
    const page = scope.page && this.#deps.services.templates.pages.find(scope, templateId);
    this.#sendToAll(channel, operations, excepted, page);
    room.noteSent(version);
    this.#askAll(channel, origins);
  }

  async #repeat(
    channel: Channel,
    scope: TenantScope,
    templateId: string,
    operations: WireOperation[],
    after: Uint8Array,
  ): Promise<WireOperation[]> {
    const goal = parseContentBytes(after);
    const canvas = await this.#contents.readCanvas(channel, scope, templateId);
    return makeRepeatable(canvas === undefined ? operations : addDeleted(operations, canvas, goal), goal);
  }

  /** Sends sockets what they lack of a version. Until it has arrived, their pages may change the same. */
  #complete(
    channel: Channel,
    sockets: ReadonlySet<RealtimeSocket>,
    operations: readonly WireOperation[],
    version: number,
  ): void {
    const { room } = channel;
    for (const socket of sockets) {
      sendOperationsTo(channel, socket, operations, this.#deps.clock.now());
      const forget = room.addCompletion(operations, socket);
      this.#askWhatArrived(channel, socket, version, true, forget);
    }
  }

  /** `page`: the one that has saved what they set. */
  #sendToAll(
    channel: Channel,
    operations: readonly WireOperation[],
    excepted: ReadonlySet<RealtimeSocket>,
    page?: TemplatePage,
  ): void {
    sendOperations(channel, operations, excepted, this.#deps.clock.now());
    channel.room.addOwn(operations, page, excepted);
  }

  #askAll(channel: Channel, excepted?: ReadonlySet<RealtimeSocket>): void {
    const { version } = channel.room;
    for (const socket of channel.memberOf.keys())
      if (!excepted?.has(socket) && !channel.outdated.has(socket))
        this.#askWhatArrived(channel, socket, version);
  }

  #askWhatArrived(
    channel: Channel,
    socket: RealtimeSocket,
    version: number | undefined,
    isComplete = false,
    whenArrived = () => {},
  ): void {
    const { room, pages } = channel;
    const { serial } = room;
    const page = pages.get(socket);
    if (page === undefined) return;
    askWhatArrived(socket, () => {
      room.noteReceived(page, serial, this.#deps.clock.now());
      whenArrived();
      room.forgetDelivered(pages.values());
      if (version === undefined) return;
      noteReceived(page, version, this.#deps.clock.now(), isComplete);
      room.followEarlier(page);
    });
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
