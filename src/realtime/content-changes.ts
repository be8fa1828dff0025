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
import { addDeleted, addMissed, addUnreceived, findMissing } from './missing-operations.ts';
import { readOperation, WHOLE } from './replay.ts';
import { makeRepeatable, sendOperations, sendOperationsTo, withoutCopies } from './send-operations.ts';
import { findSaver, type Saver } from './sender.ts';
import type { Channel, RealtimeSocket } from './state.ts';
import { findOperations, setContent } from './wire-operations.ts';

/** How often the members of a channel are asked what they have received while others edit. */
const ASK_INTERVAL_MS = 1000;

interface ChangedTemplate {
  templateId: string;
  version: number;
  isReplaced?: true;
  isRewritten?: true;
}

/**
 * Keeps the pages of a channel equal. It sends them changes as the smallest operations that editors know, and sends a page
 * that joins what it lacks. The changes of a channel are handled one after the other. A template without open editors costs
 * no query. The words are explained in realtime.ts.
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
      else await this.#sendChange(channel, scope, { ...changed, serial: save.serial }, saver.sockets);
      dropSlowReaders(connections, channel);
    });
  }

  /**
   * The page that has saved. If it has announced nothing so far, it waits until everything has arrived that the page sent
   * before the save: its first operation shows that the page announces its changes, and a block would be added twice if its
   * operation came later. A save of what the others show is live too: the page has only received it.
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
    const found = findSaver(connections, channel, scope, save.templateId);
    return { ...found, isLive: found.isLive || (await this.#contents.hasShown(channel, scope, save)) };
  }

  async #waitForAll(sockets: Iterable<RealtimeSocket>, waitsUntil: number): Promise<void> {
    await Promise.all([...sockets].map((one) => this.#liveSaves.waitForOperations(one, { waitsUntil })));
  }

  /** A page has saved what is stored already. Operations of others may be in the room that the page had not received. */
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

  /** A save of a page was merged: sends the page what others have changed, and the others what the merge has left out. */
  completePage(channel: Channel, scope: TenantScope, { templateId, version }: ChangedTemplate): void {
    const { pages } = this.#deps.services.templates;
    const page = pages.find(scope, templateId);
    const shown = page && pages.ownContent(page);
    const { serial } = channel.room;
    const waitsUntil = this.#deps.clock.now() + BARRIER_MS;
    this.#enqueue(channel, async () => {
      // A block would be added twice if its operation arrived after those that the page lacks.
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

  /** Sends a socket that has just joined what its page lacks of the canvas. */
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
      // A template without a history has had the stored content only.
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

  /** Notes an operation that a member has announced. */
  addAnnounced(channel: Channel, socket: RealtimeSocket, operation: unknown, text: string): void {
    const { room, pages, joinedAt } = channel;
    const page = pages.get(socket);
    const change = readOperation(operation);
    const unreceived = change.operation === WHOLE ? room.findUnreceived(socket, page) : [];
    // The page had loaded what was sent before it joined.
    const received = Math.max(page === undefined ? 0 : room.receivedBy(page), joinedAt.get(socket) ?? 0);
    const overtaking = page && room.findOvertaking(change, { sender: socket, page, received });
    if (room.add(change, text, { sender: socket, page })) compareNextSaves(channel);
    // The others have applied both in the other order.
    if (overtaking !== undefined) this.#sendToAll(channel, [overtaking], new Set([socket]));
    if (unreceived.length > 0)
      this.#sendToAll(channel, addUnreceived(change.data.content, unreceived), new Set());
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

  /** `serial`: the last operation in the room when it was stored. */
  async #sendChange(
    channel: Channel,
    scope: TenantScope,
    { templateId, version, isRewritten, serial }: ChangedTemplate & { serial: number },
    origins: ReadonlySet<RealtimeSocket>,
  ): Promise<void> {
    const { room } = channel;
    // A rewritten content replaces that of the version before too, so there is nothing to compare it with.
    const before = isRewritten ? undefined : await this.#contents.read(scope, templateId, version - 1);
    // The history has no entry for a version that changed the name only, right after the template was created.
    const { reader } = this.#deps.db;
    const after =
      before === undefined && isRewritten === undefined
        ? (await selectContentOfVersion(scope, reader, templateId, version))?.json
        : await this.#contents.read(scope, templateId, version);
    const found =
      after === undefined ? [] : before === undefined ? [setContent(after)] : findOperations(before, after);
    // After a restart of the server, the others may have received before what a page saves now.
    const isRepeated = (room.hasUnsaved || scope.page !== undefined) && after !== undefined;
    const operations = isRepeated
      ? await this.#repeat(channel, scope, templateId, found, after)
      : withoutCopies(found);
    // Pages that have loaded this version need no operations.
    const having = [...channel.pages].filter(
      ([, page]) => !page.hasOwnContent && (page.version ?? 0) >= version,
    );
    const excepted = new Set([...origins, ...having.map(([socket]) => socket)]);
    const page = scope.page && this.#deps.services.templates.pages.find(scope, templateId);
    const lacking = page === undefined ? operations : room.withoutOvertaken(operations, page, serial);
    this.#sendToAll(channel, lacking, excepted, page);
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

  /** Sends sockets what they lack of a version. Until it has arrived, their pages may change the same values. */
  #complete(
    channel: Channel,
    sockets: ReadonlySet<RealtimeSocket>,
    operations: readonly WireOperation[],
    version: number,
  ): void {
    const { room } = channel;
    for (const socket of sockets) {
      sendOperationsTo(channel, socket, operations, this.#deps.clock.now());
      const forget = room.addForMember(operations, socket);
      this.#askWhatArrived(channel, socket, version, true, forget);
    }
  }

  /** `page`: the page whose save they come from. */
  #sendToAll(
    channel: Channel,
    operations: readonly WireOperation[],
    excepted: ReadonlySet<RealtimeSocket>,
    page?: TemplatePage,
  ): void {
    sendOperations(channel, operations, excepted, this.#deps.clock.now());
    channel.room.addOfServer(operations, page, excepted);
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
