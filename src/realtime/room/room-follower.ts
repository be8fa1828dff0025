import type { Entry } from './entry.ts';
import { type LogEntry, LogLost, type LogReader, LogUnreachable, type RoomLog } from './log.ts';
import type { Room } from './room.ts';
import { readRoom, writeRoom } from './room-state.ts';

/** Entries after which a snapshot is written although nobody saves. */
const MOST_ENTRIES = 1_000;

/** How long a room that is opened waits for the entries of its log. */
const OPENING_MS = 1_000;

/** How often a job begins again whose log was lost under it. */
const MAX_TRIES = 20;

interface RoomFollowerOptions {
  /** Name of this server. */
  server: string;
  log: RoomLog;
  /** Milliseconds since the Unix epoch. */
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
  /** A new room, when there is no log. */
  make: () => Promise<Room>;
  onOpen: (room: Room) => void;
  onLose: () => void;
}

/** Follows the log of one template: it folds the entries in their order, and appends those of this server. */
export class RoomFollower implements LogReader {
  /** Undefined while the log is not open. */
  room: Room | undefined;
  epoch = 0;
  #position = 0;
  #count = 0;
  #stop = (): void => {};
  #opening: Promise<Room> | undefined;
  readonly #options: RoomFollowerOptions;
  /** Calls that wait until something is folded. */
  readonly #waiting = new Set<() => void>();
  /** Entries of this server that are not folded yet, by id. */
  readonly #appended = new Map<string, PromiseWithResolvers<boolean>>();

  constructor(options: RoomFollowerOptions) {
    this.#options = options;
  }

  /** The room with all that was in its log when it was opened. */
  async open(): Promise<Room> {
    if (this.#opening === undefined && this.room !== undefined) return this.room;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<Room> {
    const { log, make, onOpen, wait } = this.#options;
    const {
      epoch,
      position,
      last,
      room: state,
    } = await log.open(async () => {
      const made = await make();
      return { epoch: made.serial, room: writeRoom(made) };
    });
    this.epoch = epoch;
    this.#position = position;
    const room = readRoom(state);
    this.room = room;
    onOpen(room);
    this.#stop = log.follow({ epoch, position }, this);
    if (last > position) await this.until(room, () => this.#position >= last, wait(OPENING_MS));
    return room;
  }

  fold(position: number, { id, server, time, ...entry }: LogEntry): void {
    this.#position = position;
    const isTaken = this.room?.fold(entry as Entry, { server, time }) ?? false;
    this.#appended.get(id)?.resolve(isTaken);
    this.#appended.delete(id);
    for (const check of this.#waiting) check();
    if (position % MOST_ENTRIES === 0 && server === this.#options.server) this.trim().catch(() => {});
  }

  /** The log is gone, or not needed any more. */
  lose(): void {
    this.#stop();
    this.room = undefined;
    for (const { reject } of this.#appended.values()) reject(new LogLost());
    this.#appended.clear();
    for (const check of this.#waiting) check();
    this.#options.onLose();
  }

  /** Appends an entry and waits until it is folded here. Returns what the fold returns. */
  async append(room: Room, entry: Entry): Promise<boolean> {
    if (this.room !== room) throw new LogLost();
    const { server, log, now } = this.#options;
    this.#count += 1;
    const id = `${server}.${this.#count}`;
    const folded = Promise.withResolvers<boolean>();
    this.#appended.set(id, folded);
    log.append(this.epoch, { ...entry, id, server, time: now() }).catch((fault) => {
      this.#appended.delete(id);
      folded.reject(fault);
      if (fault instanceof LogLost && this.room === room) this.lose();
    });
    return folded.promise;
  }

  /** Waits until something is folded, but not longer than `timeout`. Throws `LogLost` if the log is lost meanwhile. */
  async until(room: Room, isFolded: () => boolean, timeout: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => {
      if (this.room !== room || isFolded()) resolve();
    };
    check();
    this.#waiting.add(check);
    await Promise.race([promise, timeout]);
    this.#waiting.delete(check);
    if (this.room !== room) throw new LogLost();
  }

  /** Begins a job again whose log was lost. `otherwise`: while the log cannot be reached. */
  async withRoom<T>(job: (room: Room) => Promise<T>, otherwise?: () => Promise<T>): Promise<T> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      try {
        return await job(await this.open());
      } catch (fault) {
        if (fault instanceof LogUnreachable && otherwise !== undefined) return otherwise();
        if (!(fault instanceof LogLost)) throw fault;
      }
    }
    throw new LogLost();
  }

  /** The log may forget what is folded here. */
  async trim(): Promise<void> {
    const { room } = this;
    if (room !== undefined) await this.#options.log.trim(this.epoch, this.#position, () => writeRoom(room));
  }
}
