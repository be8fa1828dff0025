import { MINUTE_MS } from '../../platform/clock.ts';
import type { EndUser } from '../channel-auth.ts';
import { type EditorContent, isEditorContent } from './editor-content.ts';
import type { Entry, Message } from './entry.ts';
import type { RoomLog } from './log.ts';
import { Room } from './room.ts';
import { RoomFollower } from './room-follower.ts';
import { type Save, type SaveAnswer, type Shown, TabSaves } from './tab-saves.ts';
import type { TemplateStore } from './template-store.ts';

export type { Save, SaveAnswer, Shown } from './tab-saves.ts';

/** How often a server shows that it still looks after its tabs. */
const ALIVE_MS = MINUTE_MS;

/** How long a template without tabs on this server stays open. */
const IDLE_MS = 10 * MINUTE_MS;

/** The connection of a tab. */
export interface TabSocket {
  send(message: Message): void;
  /** Closes the connection with a code by which the tab reconnects at once. */
  close(): void;
}

interface LiveTemplateOptions {
  /** Name of this server, of this start of it. */
  server: string;
  log: RoomLog;
  store: TemplateStore;
  /** Milliseconds since the Unix epoch. */
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
}

/**
 * The part of one server in one template: it looks after the tabs that are connected to it, and stores the canvas when a tab saves. The
 * database decides which version is next. Agents and programs store first and then call `check`. A call for a person can pass a store
 * with the person as author.
 */
export class LiveTemplate {
  readonly #options: LiveTemplateOptions;
  readonly #follower: RoomFollower;
  readonly #saves: TabSaves;
  /** By the id of the connection. */
  readonly #sockets = new Map<string, TabSocket>();
  /** Connections of this server in the channel. */
  readonly #connections = new Set<string>();
  onPresence: Room['recordPresence'] = () => {};
  /** The log is gone. */
  onLost = (): void => {};
  #usedAt: number;
  #aliveAt = 0;

  constructor(options: LiveTemplateOptions) {
    const { server, log, store, now, wait } = options;
    this.#options = options;
    this.#usedAt = now();
    const make = async () => {
      const { content, version } = await store.read();
      return new Room(content, version, now() * 1_000);
    };
    const onOpen = (room: Room) => {
      room.recordPresence = (connection, change) => this.onPresence(connection, change);
      room.deliver = ({ connection = '' }, message) => this.#sockets.get(connection)?.send(message);
      room.dismiss = (connection) => this.#sockets.get(connection)?.close();
    };
    const onLose = () => this.#closeAll();
    this.#follower = new RoomFollower({ server, log, now, wait, make, onOpen, onLose });
    this.#saves = new TabSaves({ follower: this.#follower, store, now, wait });
  }

  /** Name of the server. */
  get server(): string {
    return this.#options.server;
  }

  /** A stored content. */
  async contentAt(version: number): Promise<EditorContent | undefined> {
    return (await this.#options.store.find(version))?.content;
  }

  /** Undefined while no tab or request has used the template. */
  get room(): Room | undefined {
    return this.#follower.room;
  }

  open(): Promise<Room> {
    this.#usedAt = this.#options.now();
    return this.#follower.open();
  }

  /** Whether it can be closed: no tab is connected to this server, and no request has used it for `IDLE_MS`. */
  get isIdle(): boolean {
    const isUsed = this.#connections.size > 0 || this.#sockets.size > 0;
    return !isUsed && this.#options.now() > this.#usedAt + IDLE_MS;
  }

  /** Reads the log no longer. Tabs that are connected reconnect. */
  close(): void {
    this.#follower.lose();
  }

  #closeAll(): void {
    const sockets = [...this.#sockets.values()];
    this.#sockets.clear();
    for (const socket of sockets) socket.close();
    this.onLost();
  }

  /** A connection enters the channel. */
  async enter(connection: string, user: EndUser): Promise<void> {
    this.#connections.add(connection);
    await this.#follower.append(await this.open(), { kind: 'enter', connection, person: user });
  }

  /** The first message of a tab on a connection. */
  async join(
    connection: string,
    socket: TabSocket,
    shown: Shown,
    store = this.#options.store,
  ): Promise<void> {
    if (!isEditorContent(shown.content)) {
      socket.close();
      return;
    }
    const room = await this.open();
    this.#sockets.set(connection, socket);
    await this.#saves.join(room, shown, store, connection);
    if (this.room?.members.byId.get(shown.member)?.connection === connection) return;
    this.#sockets.delete(connection);
    socket.close();
  }

  /**
   * A later message of a tab. What cannot be appended would be missing: its connection is closed, so that the tab reconnects and
   * reports what it shows.
   */
  async tell(entry: Extract<Entry, { member: string; connection: string }>): Promise<void> {
    try {
      if (this.room !== undefined) await this.#follower.append(this.room, entry);
    } catch (fault) {
      this.#sockets.get(entry.connection)?.close();
      throw fault;
    }
  }

  /** A connection has ended. */
  async exit(connection: string): Promise<void> {
    this.#sockets.delete(connection);
    this.#connections.delete(connection);
    this.#usedAt = this.#options.now();
    if (this.room !== undefined) await this.#follower.append(this.room, { kind: 'exit', connection });
  }

  /** A tab saves, at any server. */
  save(save: Save, store = this.#options.store): Promise<SaveAnswer> {
    this.#usedAt = this.#options.now();
    return this.#saves.save(save, store);
  }

  /** Stores what is on the canvas, for example before a restore, so that the history has it. */
  saveCanvas(store = this.#options.store): Promise<SaveAnswer> {
    return this.#follower.withRoom((room) => this.#saves.store(room, store));
  }

  /**
   * Tells the room of versions that agents and programs have stored, and the log that this server is there. Called after such a change,
   * and every few seconds, because a server can be killed before it tells.
   */
  async check(): Promise<void> {
    if (this.room === undefined) return;
    await this.#follower.withRoom((room) => this.#saves.catchUp(room));
    const time = this.#options.now();
    if (
      this.room === undefined ||
      this.#connections.size + this.#sockets.size === 0 ||
      time < this.#aliveAt + ALIVE_MS
    )
      return;
    this.#aliveAt = time;
    await this.#follower.append(this.room, { kind: 'alive' });
  }
}
