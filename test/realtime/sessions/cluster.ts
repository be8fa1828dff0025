import { expect } from 'bun:test';
import type { EditorContent } from '../../../src/realtime/room/editor-content.ts';
import { LiveTemplate } from '../../../src/realtime/room/live-template.ts';
import {
  type LogEntry,
  LogLost,
  type LogReader,
  type RoomLog,
  type Snapshot,
} from '../../../src/realtime/room/log.ts';
import type { StoredVersion } from '../../../src/realtime/room/template-store.ts';
import type { Page } from './tab.ts';
import { connectStore, copy, type Versions } from './versions.ts';

/** Lets all promises go on that wait for nothing else. */
export async function tick(): Promise<void> {
  for (let round = 0; round < 16; round += 1) await Promise.resolve();
}

/** Servers with one log and one database. Each message, append and read is a step of its own, which a test chooses. */
export class Cluster {
  readonly versions: Versions;
  readonly machines: Machine[];
  /** Whether the log ends with its only server. */
  readonly isLocal: boolean;
  epoch = 0;
  snapshot: Omit<Snapshot, 'last'> | undefined;
  entries: LogEntry[] = [];
  /** Number of entries that are forgotten. */
  forgotten = 0;
  time = 1_000_000;
  logs = 0;

  constructor(versions: Versions, servers: number, isLocal = false) {
    this.versions = versions;
    this.isLocal = isLocal;
    this.machines = Array.from({ length: servers }, (_, index) => new Machine(this, index));
  }

  loseLog(): void {
    this.entries = [];
    this.forgotten = 0;
    this.epoch = 0;
    this.snapshot = undefined;
  }

  openLog(snapshot: Omit<Snapshot, 'last'>): Snapshot {
    if (this.snapshot === undefined) {
      this.epoch = snapshot.epoch;
      this.snapshot = snapshot;
      this.logs += 1;
    }
    return this.findLog() as Snapshot;
  }

  findLog(): Snapshot | undefined {
    const last = this.forgotten + this.entries.length;
    return this.snapshot && copy({ ...this.snapshot, last });
  }

  append(epoch: number, entry: LogEntry): void {
    if (epoch !== this.epoch) throw new LogLost();
    this.entries.push(entry);
  }

  trim(snapshot: Omit<Snapshot, 'last'>): void {
    if (snapshot.epoch !== this.epoch || snapshot.position <= (this.snapshot?.position ?? 0)) return;
    this.snapshot = snapshot;
    // Servers that are behind keep what they have to read, as with a margin of entries.
    const positions = this.machines.flatMap(({ reading }) =>
      reading?.epoch === this.epoch ? [reading.position] : [],
    );
    const upTo = Math.min(snapshot.position, ...positions);
    this.entries.splice(0, upTo - this.forgotten);
    this.forgotten = upTo;
  }
}

type Call = () => void;

/** A server with its connections to log and database. Calls wait until a step runs them; a killed server runs none. */
export class Machine {
  readonly cluster: Cluster;
  readonly index: number;
  server!: LiveTemplate;
  name = '';
  logCalls: Call[] = [];
  storeCalls: Call[] = [];
  timers: Call[] = [];
  /** How often it was started. */
  generation = 0;
  reading: { epoch: number; position: number; reader: LogReader } | undefined;
  readonly pages = new Set<Page>();

  constructor(cluster: Cluster, index: number) {
    this.cluster = cluster;
    this.index = index;
    this.start();
  }

  start(): void {
    this.generation += 1;
    this.name = `s${this.index}.${this.generation}`;
    this.reading = undefined;
    // What a killed server still calls is never run.
    this.logCalls = [];
    this.storeCalls = [];
    this.timers = [];
    const { cluster, name, timers, storeCalls } = this;
    this.server = new LiveTemplate({
      server: name,
      log: this.#connectLog(),
      store: connectStore(cluster.versions, (run) => later(storeCalls, run)),
      wait: () => new Promise((resolve) => timers.push(resolve)),
      now: () => {
        cluster.time += 1_000;
        return cluster.time;
      },
    });
  }

  #connectLog(): RoomLog {
    const { cluster, logCalls } = this;
    const call = <T>(run: () => T) => later(logCalls, run);
    return {
      async open(make) {
        const there = await call(() => cluster.findLog());
        if (there !== undefined) return there;
        const made = copy(await make());
        return call(() => cluster.openLog({ ...made, position: 0 }));
      },
      exists: () => call(() => cluster.snapshot !== undefined),
      follow: ({ epoch, position }, reader) => {
        const reading = { epoch, position, reader };
        if (this.logCalls === logCalls) this.reading = reading;
        return () => {
          if (this.reading === reading) this.reading = undefined;
        };
      },
      append(epoch, entry) {
        const sent = copy(entry);
        return call(() => cluster.append(epoch, sent));
      },
      trim(epoch, position, write) {
        const snapshot = { epoch, position, room: copy(write()) };
        return call(() => cluster.trim(snapshot));
      },
    };
  }

  /** Folds the next entry of the log, if there is one. */
  read(): boolean {
    const { reading, cluster } = this;
    if (reading === undefined || reading.epoch !== cluster.epoch) return false;
    const entry = cluster.entries[reading.position - cluster.forgotten];
    if (entry === undefined) return false;
    reading.position += 1;
    reading.reader.fold(reading.position, copy(entry));
    return true;
  }

  /** Finds out whether its log is lost. */
  noticeLoss(): boolean {
    const isLost = this.reading !== undefined && this.reading.epoch !== this.cluster.epoch;
    if (isLost) this.server.close();
    return isLost;
  }

  callLog(): boolean {
    return runFirst(this.logCalls);
  }

  callStore(): boolean {
    return runFirst(this.storeCalls);
  }

  /** `done`: how many of its calls are still done, though it does not learn of it. */
  kill(done: number): void {
    for (let count = 0; count < done; count += 1) {
      this.callLog();
      this.callStore();
    }
    for (const page of [...this.pages]) page.cut();
    if (this.cluster.isLocal) this.cluster.loseLog();
    this.start();
  }

  /** An agent or a program changes the stored version. It is acknowledged when the database has it. Returns the version. */
  async change(edit: (content: EditorContent) => EditorContent): Promise<number> {
    const { server, storeCalls } = this;
    const { versions } = this.cluster;
    const call = <T>(run: () => T) => later(storeCalls, run);
    for (;;) {
      const { version, content } = await call(() => copy(versions.last));
      const edited = copy(edit(content));
      if (!(await call(() => versions.save(version, edited)))) continue;
      server.check().catch(() => {});
      return version + 1;
    }
  }

  /** What is on the canvas is stored before, so that the history has it. */
  async restore(version: number): Promise<void> {
    await this.server.saveCanvas();
    const { content } = this.cluster.versions.all[version - 1] as StoredVersion;
    await this.change(() => content);
  }
}

/** Runs a call when a step chooses it. */
function later<T>(calls: Call[], run: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    calls.push(() => {
      try {
        resolve(run());
      } catch (fault) {
        reject(fault);
      }
    });
  });
}

function runFirst(calls: Call[]): boolean {
  const run = calls.shift();
  run?.();
  return run !== undefined;
}

/** Runs everything until nothing is left to do. `isFinal`: pages connect again, and waits end. */
export async function settle(cluster: Cluster, pages: readonly Page[], isFinal = false): Promise<void> {
  let isDone = false;
  for (let round = 0; !isDone; round += 1) {
    expect(round).toBeLessThan(3_000);
    isDone = true;
    const note = (isSome: boolean) => {
      if (isSome) isDone = false;
    };
    for (const machine of cluster.machines) {
      note(machine.noticeLoss());
      for (const step of [() => machine.callLog(), () => machine.callStore(), () => machine.read()]) {
        note(step());
        await tick();
      }
    }
    for (const page of pages) {
      if (isFinal && !page.isOnline) {
        page.connect(cluster.machines[0] as Machine);
        isDone = false;
      }
      note(page.sendNext());
      note(page.receiveNext());
      note(page.sendSave(cluster.machines[(page.name.length + round) % cluster.machines.length] as Machine));
      await tick();
      note(page.receiveAnswer());
    }
    if (!isDone || !isFinal) continue;
    for (const { timers } of cluster.machines) note(runFirst(timers));
    await tick();
  }
}
