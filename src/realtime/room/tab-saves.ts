import { isWhole, mergeOwn } from './content-merge.ts';
import type { EditorContent } from './editor-content.ts';
import type { JoinEntry } from './entry.ts';
import { findMissing, ReplacedSaves, readBack } from './kept-saves.ts';
import { LogLost, LogUnreachable } from './log.ts';
import type { Member } from './member.ts';
import type { Room } from './room.ts';
import type { RoomFollower } from './room-follower.ts';
import type { TemplateStore } from './template-store.ts';

/** How long a save waits for operations that its tab has sent before it. */
const BARRIER_MS = 1_000;

/** How often a save is tried whose version was overtaken. */
const MAX_TRIES = 20;

/** What a tab sends first on a connection. `version`: the last one that it was given. */
export type Shown = Omit<JoinEntry, 'kind' | 'connection' | 'base'> & { version: number };

/** A save of a tab. */
export interface Save {
  content: EditorContent;
  /** The last version that the tab was given. */
  version: number;
  /** Who has the tab. */
  user?: string;
  /** From what it was made, if that is no version: a save of the tab that was merged. */
  base?: EditorContent;
  /** Id of the tab. */
  member?: string;
  /** Where in its history the tab has made the save. Without it, of a tab that does not report. */
  tab?: TellingTab;
}

type TellingTab = Pick<JoinEntry, 'turn' | 'received' | 'sent' | 'own'>;

/** `received`: the tab shows the version when it has received this message. */
export type SaveAnswer = { status: 200 | 409; version: number; received?: number };

interface TabSavesOptions {
  follower: RoomFollower;
  store: TemplateStore;
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
}

/** Saves of tabs, at any server. What is acknowledged is stored, whatever happens to the log. */
export class TabSaves {
  readonly #options: TabSavesOptions;
  readonly #replaced = new ReplacedSaves();

  constructor(options: TabSavesOptions) {
    this.#options = options;
  }

  /** `store`: with the author of the save. */
  save(save: Save, store: TemplateStore): Promise<SaveAnswer> {
    return this.#options.follower.withRoom(
      (room) =>
        save.tab === undefined
          ? this.#saveSilent(room, save, store)
          : this.#saveTold(room, save, save.tab, store),
      () => this.#saveWithoutLog(save, store),
    );
  }

  /** A tab saves that reports its progress. If the room knows what it showed then, only what it has not reported is missing. */
  async #saveTold(
    room: Room,
    save: Save,
    { own, ...tab }: TellingTab,
    store: TemplateStore,
  ): Promise<SaveAnswer> {
    const { follower, wait, now } = this.#options;
    const { member: id = '', user = '', version, content } = save;
    const isTold = () => {
      const { turn = 0, sent = 0, connection } = room.members.byId.get(id) ?? {};
      return turn >= tab.turn && (sent >= tab.sent || connection === undefined);
    };
    await follower.until(room, isTold, wait(BARRIER_MS));
    const isMerged =
      room.find(id, tab.received) !== undefined ||
      (await this.join(room, { member: id, user, own, ...tab, content, version }, store));
    if (!isMerged) return { status: 409, version: room.version };
    const member = room.members.byId.get(id);
    if (member === undefined) return this.#saveMerged(room, save, store);
    const shown = member.at(tab);
    // If that is too long ago, the tab has reported since what it shows.
    const isTaken =
      shown === undefined ||
      Bun.deepEquals(shown, content) ||
      (await follower.append(room, { kind: 'untold', member: id, ...tab, content }));
    if (!isTaken) return this.#saveMerged(room, save, store);
    const answer = await this.store(room, store, member);
    const made = { content, tab, time: now() };
    const versions = { store, stored: answer.version, version };
    if (await this.#replaced.isKept(member, made, versions)) await store.keep(content, 'replaced');
    return answer;
  }

  async #saveSilent(room: Room, save: Save, store: TemplateStore): Promise<SaveAnswer> {
    const member = room.members.byId.get(save.member ?? '');
    if (!member?.hasShown(save.content)) return this.#saveMerged(room, save, store);
    return this.store(room, store, member);
  }

  /** The base is the version that was given last. Conflicts are kept in the history. */
  async #saveMerged(room: Room, save: Save, store: TemplateStore): Promise<SaveAnswer> {
    const { version, content, member = '' } = save;
    // What the tab has received is no base: an editor without collaboration is in the channel too, and shows none of it.
    const base = save.base ?? (await store.find(version))?.content;
    const entry = base && { kind: 'merge' as const, member, base, content };
    if (entry && (await this.#options.follower.append(room, entry)))
      return this.store(room, store, room.members.byId.get(member));
    await store.keep(content, 'conflict');
    return { status: 409, version: room.version };
  }

  /** The same while the log cannot be reached. Rooms learn of the version as of one by a program. */
  async #saveWithoutLog(
    { version, content, base: saved, tab }: Save,
    store: TemplateStore,
  ): Promise<SaveAnswer> {
    const base = saved ?? (await store.find(version))?.content;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const last = await store.read();
      const merged = base && mergeOwn(base, content, last.content, tab?.own ?? []);
      if (merged === undefined || !isWhole(merged)) {
        await store.keep(content, 'conflict');
        return { status: 409, version: last.version };
      }
      const stored = await store.save(last.version, merged.content);
      if (stored !== undefined) return { status: 200, version: stored };
    }
    throw new LogUnreachable();
  }

  /** A tab shows a content, on a connection or in its save. Returns false if something of its own is in the history alone. */
  async join(
    room: Room,
    { version, ...shown }: Shown,
    store: TemplateStore,
    connection?: string,
  ): Promise<boolean> {
    // It may have saved a version of which the room has not been told, because the log could not be reached. What it changed since
    // comes later.
    const hasChanged = shown.own.length > 0;
    if (hasChanged || version > room.version) await this.catchUp(room);
    const isKnown = room.find(shown.member, shown.received) !== undefined;
    const base = isKnown ? undefined : (await store.find(version))?.content;
    const on = connection === undefined ? {} : { connection };
    const entry = { kind: 'join' as const, ...shown, ...on, ...(base && { base }) };
    const isTaken = await this.#options.follower.append(room, entry);
    if (hasChanged) await this.catchUp(room);
    if (isTaken) return true;
    const missing = await this.#findUnmerged(room, { ...shown, version }, store);
    if (missing.length > 0) await store.keep(shown.content, 'rejoin');
    return !missing.some((id) => shown.own.includes(id));
  }

  /**
   * Blocks of which a tab has a value that is in no version and not on the canvas. What another tab has reported as its own is not
   * looked for: this tab may have shown an older state of it.
   */
  #findUnmerged(room: Room, { member, content, version }: Shown, store: TemplateStore): Promise<string[]> {
    const others = [...room.members.byId.values()].filter(({ id }) => id !== member);
    const isCandidate = (id: string) => !others.some(({ own }) => own.includes(id));
    async function* present() {
      yield room.canvas;
      yield* readBack(store, room.version, version);
    }
    return findMissing(content, isCandidate, present());
  }

  /** Stores the canvas as the next version. */
  async store(room: Room, store: TemplateStore, member?: Member): Promise<SaveAnswer> {
    const { follower } = this.#options;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await this.catchUp(room);
      const { canvas, version } = room;
      const received = member?.connection === undefined ? undefined : member.lastSerial;
      const stored = await store.save(version, canvas, follower.epoch);
      if (stored === undefined) continue;
      this.catchUp(room)
        .then(() => follower.trim())
        .catch(() => {});
      return { status: 200, version: stored, ...(received !== undefined && { received }) };
    }
    throw new LogLost();
  }

  /** Tells the room of stored versions that it does not know: its own only by number, others by what they changed. */
  async catchUp(room: Room): Promise<void> {
    const { follower, store } = this.#options;
    for (;;) {
      const { version } = room;
      const next = await store.find(version + 1);
      if (follower.room !== room) throw new LogLost();
      if (next === undefined) return;
      const isOwn = next.epoch === follower.epoch;
      const last = isOwn || next.isRewritten ? undefined : await store.find(version);
      if (follower.room !== room) throw new LogLost();
      const outside = isOwn ? {} : { content: next.content, ...(last && { base: last.content }) };
      if (room.version === version)
        await follower.append(room, { kind: 'version', version: version + 1, ...outside });
    }
  }
}
