import { stopwatch } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Fingerprint } from '../../platform/ports/nodes.ts';
import { randomBytes } from '../../platform/security/crypto.ts';
import { type Connect, LEASE_MS, LeaseTable, type RenewalRow } from './lease-table.ts';

/** How often a server renews its lease. */
const RENEW_MS = 1_000;

/** What a renewal reads. */
export interface Renewal extends RenewalRow {
  /** The clock of this server before the database was asked (ms). */
  askedAt: number;
}

interface LeaseOptions {
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  clock: { now(): number };
  /** Whether other servers may run on the database at the same time. */
  isShared: boolean;
}

/**
 * The lease of a server: a row that it renews. Its locks are rows that end with it. Each of its transactions finds the row under
 * a shared lock (`transactions.ts`), and another server deletes the row, when the lease has ended, under the exclusive one. So
 * a server that was frozen or cut off cannot change anything any more once others may take its locks.
 */
export class ServerLease {
  readonly isShared: boolean;
  readonly #options: LeaseOptions;
  readonly #ending = new AbortController();
  #table = new LeaseTable(() => {
    throw new Error('the lease is not open');
  });
  #id: number | undefined;
  #faults = '';
  #settings: Fingerprint = { version: '', hashes: {} };
  /** Since the last renewal was sent. */
  #age: () => number = () => Number.POSITIVE_INFINITY;
  #expiry: Timer | undefined;
  #running: Promise<void> | undefined;
  #isReplaced = false;
  /** Since the lease was lost. */
  #lostFor: () => number = () => Number.POSITIVE_INFINITY;
  readonly #onEnd = new Set<() => void>();
  readonly #onRenewed: ((renewal: Renewal) => void | Promise<void>)[] = [];
  readonly #onReplaced: (() => void)[] = [];

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.isShared = options.isShared;
  }

  /** Whether it has been renewed in time, as far as this server knows. */
  get isCurrent(): boolean {
    return this.#id !== undefined && this.#age() < LEASE_MS;
  }

  /** The number of the lease. Throws `unavailable` if there is none. */
  requireId(): number {
    if (this.#id === undefined) throw leaseLost();
    return this.#id;
  }

  /** Called when the lease ends: another server may take the locks. */
  onEnd(listener: () => void): void {
    this.#onEnd.add(listener);
  }

  onRenewed(listener: (renewal: Renewal) => void | Promise<void>): void {
    this.#onRenewed.push(listener);
  }

  onReplaced(listener: () => void): void {
    if (this.#isReplaced) listener();
    else this.#onReplaced.push(listener);
  }

  /**
   * Begins. Tells whether no other server was there. Throws `conflict` if one is, unless both share the database.
   */
  async open(connect: Connect): Promise<{ isFirst: boolean }> {
    this.#table = new LeaseTable(connect);
    await this.#table.removeEnded();
    const begun = await this.#begin();
    if (begun === undefined) {
      await this.#table.close();
      throw inUse(this.isShared);
    }
    this.#running = this.#run();
    return begun;
  }

  /** Names the settings of this server to the others. */
  async announce(settings: Fingerprint): Promise<void> {
    this.#settings = settings;
    await this.#table.describe(this.requireId(), settings);
  }

  /**
   * Renews the lease. Throws `unavailable` if that is not possible.
   * @param faults see `OtherServer`
   */
  async renew(faults = this.#faults): Promise<void> {
    this.#faults = faults;
    const id = this.requireId();
    const age = stopwatch();
    const askedAt = this.#options.clock.now();
    const row = await this.#table.renew(id, faults);
    if (this.#id !== id) return;
    if (row.renewed === 0) {
      this.recordGone(id);
      throw leaseLost();
    }
    this.#recordRenewal(age);
    for (const listener of this.#onRenewed) await listener({ ...row, askedAt });
  }

  /** Another server has ended the lease with this number. */
  recordGone(id: number): void {
    if (this.#id !== id) return;
    this.#id = undefined;
    this.#lostFor = stopwatch();
    this.#end('another server has ended the lease of this one, which did not renew it in time');
  }

  /** Runs a statement about locks, see `LeaseTable`. */
  query: LeaseTable['query'] = (run) => this.#table.query(run);

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    clearTimeout(this.#expiry);
    const id = this.#id;
    this.#id = undefined;
    for (const listener of this.#onEnd) listener();
    if (id !== undefined) await this.#table.remove(id).catch(() => {});
    await this.#table.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    for (let isLogged = false; !signal.aborted; await pause(RENEW_MS, signal)) {
      try {
        if (this.#id === undefined) await this.#beginAgain();
        else await this.renew();
        await this.#table.removeEnded(this.#id);
        isLogged = false;
      } catch (error) {
        if (!isLogged)
          this.#options.log.warn(
            { err: error },
            'the lease of this server cannot be renewed; it is tried again',
          );
        isLogged = true;
      }
    }
  }

  /** Undefined if another server is there that does not share the database. */
  async #begin(): Promise<{ isFirst: boolean } | undefined> {
    const age = stopwatch();
    const id = new DataView(randomBytes(4).buffer).getUint32(0);
    const begun = await this.#table.insert(id, { settings: this.#settings, isShared: this.isShared });
    if (begun === undefined) return undefined;
    this.#id = id;
    this.#recordRenewal(age);
    return begun;
  }

  /** Jobs that held locks of the lost lease are told before a new one lets them write again. */
  async #beginAgain(): Promise<void> {
    if (this.#lostFor() < RENEW_MS) return;
    if ((await this.#begin()) !== undefined) {
      this.#options.log.info({}, 'this server has a new lease');
      return;
    }
    if (this.#isReplaced) return;
    this.#isReplaced = true;
    this.#options.log.error({}, 'another server has taken the place of this one');
    for (const listener of this.#onReplaced) listener();
  }

  #recordRenewal(age: () => number): void {
    this.#age = age;
    clearTimeout(this.#expiry);
    const late = () => this.#end('the lease of this server could not be renewed in time');
    this.#expiry = setTimeout(late, LEASE_MS - age()).unref();
  }

  #end(reason: string): void {
    clearTimeout(this.#expiry);
    this.#age = () => Number.POSITIVE_INFINITY;
    if (!this.#ending.signal.aborted) this.#options.log.warn({}, reason);
    for (const listener of this.#onEnd) listener();
  }
}

export const leaseLost = () =>
  new DomainError(
    'unavailable',
    'This server was cut off from the database for a while. Nothing was changed. Try again.',
    {
      retryAfterSeconds: 2,
    },
  );

const inUse = (isShared: boolean) =>
  new DomainError(
    'conflict',
    isShared
      ? 'A Galley without GALLEY_REDIS_URL, or a command that needs the database for itself, is using this database. Set GALLEY_REDIS_URL for every server, or wait until the command has ended.'
      : 'Another Galley is using this database. Stop it first, or let this one wait for its end with GALLEY_STANDBY=true, or set GALLEY_REDIS_URL for every server, so that several can share the database. Commands work beside it on its machine, with its data directory.',
    { facts: { held: true } },
  );

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  await promise;
  clearTimeout(timer);
}
