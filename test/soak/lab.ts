import { existsSync, readdirSync } from 'node:fs';
import { readResidentMegabytes, whyNoUsage } from '../bench/process-usage.ts';
import { type Server, startServer, type TestDirectory } from '../binary/support.ts';
import type { Fault, FaultInjector } from './faults.ts';

type Outcome = 'ok' | 'throttled' | 'none';

/** Numbers from 0 to 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The server under load: it is killed and started again, and everything that was seen is counted here. */
export class Lab {
  url = '';
  /** Number of the server's run. */
  epoch = 0;
  isUp = false;
  isOver = false;
  restarts = 0;
  maxMegabytes = 0;
  /** How often each was there. */
  readonly faults = new Map<string, number>();
  /** Since the server was started. */
  #wasFull = false;
  #isFull = false;
  /** How often the disk has been full. */
  #fullTimes = 0;
  readonly violations: string[] = [];
  readonly outcomes = new Map<string, Record<Outcome, number>>();
  readonly durations = new Map<string, number[]>();
  readonly #port: number;
  #server: Server | undefined;
  #waiting: (() => void)[] = [];

  constructor(
    readonly place: TestDirectory,
    readonly random: () => number,
    port: number,
    readonly env: Record<string, string>,
  ) {
    this.#port = port;
  }

  /** A whole number from 0 to `below` - 1. */
  pick(below: number): number {
    return Math.floor(this.random() * below);
  }

  fail(violation: string): void {
    if (this.violations.length < 1_000) this.violations.push(`run ${this.epoch}: ${violation}`);
  }

  count(kind: string, outcome: Outcome): void {
    const counts = this.outcomes.get(kind) ?? { ok: 0, throttled: 0, none: 0 };
    counts[outcome] += 1;
    this.outcomes.set(kind, counts);
  }

  measure(kind: string, milliseconds: number): void {
    this.count(kind, 'ok');
    const list = this.durations.get(kind) ?? [];
    list.push(milliseconds);
    this.durations.set(kind, list);
  }

  async start(): Promise<void> {
    this.#wasFull = false;
    this.#server = await startServer(this.place, ['--port', String(this.#port)], this.env);
    this.url = this.#server.url;
    this.epoch += 1;
    this.isUp = true;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Ends the server as a power cut would, or as an upgrade does. */
  async end(how: 'kill' | 'stop'): Promise<void> {
    const server = this.#server as Server;
    this.isUp = false;
    if (how === 'kill') await server.kill();
    else if ((await server.stop()) !== 0) this.fail('the server did not stop with status 0');
    this.#checkLog(server.stderr());
  }

  async restart(how: 'kill' | 'stop'): Promise<void> {
    await this.end(how);
    this.restarts += 1;
    await this.start();
  }

  /** Lets something be wrong around the server for some time. */
  async suffer(faults: FaultInjector, fault: Fault, milliseconds: number): Promise<void> {
    this.faults.set(fault.name, (this.faults.get(fault.name) ?? 0) + 1);
    this.#isFull = fault.isFull === true;
    this.#wasFull ||= this.#isFull;
    if (this.#isFull) this.#fullTimes += 1;
    faults.set(fault);
    await Bun.sleep(milliseconds);
    faults.set();
    // Commits of before.
    await Bun.sleep(this.#isFull ? 1_000 : 0);
    this.#isFull = false;
  }

  /** Tells afterwards whether the disk was full at any time since now: a request may wait longer than that lasts. */
  watchDisk(): () => boolean {
    const [wasFull, times] = [this.#isFull, this.#fullTimes];
    return () => wasFull || this.#fullTimes > times;
  }

  /** Resolves while the server runs, also when the soak is over. */
  async whenUp(): Promise<void> {
    while (!this.isUp) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Only where the system tells. */
  readMemory(): void {
    if (whyNoUsage() !== undefined) return;
    const megabytes = readResidentMegabytes((this.#server as Server).pid);
    this.maxMegabytes = Math.max(this.maxMegabytes, megabytes);
  }

  /** Open files and connections; undefined where the system does not tell. */
  countHandles(): number | undefined {
    const folder = `/proc/${(this.#server as Server).pid}/fd`;
    return existsSync(folder) ? readdirSync(folder).length : undefined;
  }

  #checkLog(text: string): void {
    for (const line of text.split('\n')) {
      if (!line.startsWith('{')) continue;
      const { level, msg } = JSON.parse(line) as { level: number | string; msg: string };
      // What could not be written is said, and refused to its caller.
      if (this.#wasFull && /SQLITE_FULL|disk is full|disk space|ENOSPC/.test(line)) continue;
      const isError = typeof level === 'number' ? level >= 50 : /error|fatal/.test(level);
      if (isError) this.fail(`the log has an error: ${line.slice(0, 500)} ${msg ?? ''}`);
    }
  }
}
