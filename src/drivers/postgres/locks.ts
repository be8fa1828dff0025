import type { SQL } from 'bun';
import type { Logger } from '../../platform/log.ts';
import type { Locks } from '../../platform/ports/locks.ts';
import { InProcessLocks, sortKeys } from '../in-process/locks.ts';
import { toPostgresError } from './errors.ts';
import { lockNumber } from './lock-number.ts';

/** How often the connection is checked, because all locks end with it. */
const CHECK_MS = 2_000;

/** A check that takes longer counts as failed. */
const CHECK_TIMEOUT_MS = 4_000;

/** Wait between two attempts to get a lock that another server holds. */
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 250;

/**
 * PostgreSQL ends the session of a server that is cut off after this time. Only then can another server get its locks.
 * The server itself notices earlier that it is cut off, and stops its work.
 */
const KEEP_ALIVE = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };

type Job<Result> = (signal: AbortSignal) => Promise<Result>;

/** Advisory locks of one session, so that they end with the server, and hold as long as the database can be reached. */
export class PostgresLocks implements Locks {
  /** Locks among the jobs of this process, because locks of one session do not exclude each other. */
  readonly #local = new InProcessLocks();
  readonly #leases = new Set<AbortController>();
  readonly #log: Pick<Logger, 'warn'>;
  readonly #sql: SQL;
  readonly #timer: Timer;
  #session: number | undefined;

  /** @param url the database itself: a pooler would run each statement in another session */
  constructor(url: string, log: Pick<Logger, 'warn'>) {
    this.#log = log;
    const lost = () => this.#lose();
    this.#sql = new Bun.SQL(url, { max: 1, idleTimeout: 0, connection: KEEP_ALIVE, onclose: lost });
    this.#timer = setInterval(() => void this.#check(), CHECK_MS).unref();
  }

  withLock<Result>(
    keys: readonly string[],
    job: Job<Result>,
    { isShared = false }: { isShared?: boolean } = {},
  ): Promise<Result> {
    return this.#local.withLock(keys, async () => {
      const held: string[] = [];
      try {
        for (const key of sortKeys(keys)) {
          await this.#acquire(key, isShared);
          held.push(key);
        }
        return await this.#run(job);
      } finally {
        for (const key of held) await this.#release(key, isShared);
      }
    });
  }

  async tryLock<Result>(
    key: string,
    job: Job<Result>,
  ): Promise<{ isHeld: true } | { isHeld: false; result: Result }> {
    const outcome = await this.#local.tryLock(key, async () => {
      if (!(await this.#try(key))) return undefined;
      try {
        return { result: await this.#run(job) };
      } finally {
        await this.#release(key);
      }
    });
    if (outcome.isHeld || outcome.result === undefined) return { isHeld: true };
    return { isHeld: false, result: outcome.result.result };
  }

  async isHeld(key: string): Promise<boolean> {
    if (await this.#local.isHeld(key)) return true;
    const [row] = await this.#query(
      `SELECT EXISTS (
         SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND (classid::bigint << 32) | objid::bigint = ${numberOf(key)}
       ) AS held`,
    );
    return row?.held === true;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#lose();
    await this.#sql.close();
  }

  async #run<Result>(job: Job<Result>): Promise<Result> {
    const lease = new AbortController();
    this.#leases.add(lease);
    try {
      return await job(lease.signal);
    } finally {
      this.#leases.delete(lease);
    }
  }

  async #acquire(key: string, isShared: boolean): Promise<void> {
    for (
      let waitMs = FIRST_WAIT_MS;
      !(await this.#try(key, isShared));
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
    )
      await Bun.sleep(waitMs);
  }

  async #try(key: string, isShared = false): Promise<boolean> {
    const [row] = await this.#query(
      `SELECT pg_try_advisory_lock${isShared ? '_shared' : ''}(${numberOf(key)}) AS held, pg_backend_pid() AS session`,
    );
    this.#noteSession(row?.session as number);
    return row?.held === true;
  }

  /** If the session has ended, its locks are already released. */
  async #release(key: string, isShared = false): Promise<void> {
    await this.#sql
      .unsafe(`SELECT pg_advisory_unlock${isShared ? '_shared' : ''}(${numberOf(key)})`)
      .catch(() => {});
  }

  async #query(statement: string): Promise<Record<string, unknown>[]> {
    try {
      return await this.#sql.unsafe(statement);
    } catch (error) {
      this.#lose();
      throw toPostgresError(error);
    }
  }

  async #check(): Promise<void> {
    if (this.#leases.size === 0) return;
    const late = setTimeout(() => this.#lose(), CHECK_TIMEOUT_MS);
    try {
      const [row] = await this.#sql.unsafe('SELECT pg_backend_pid() AS session');
      this.#noteSession(row.session);
    } catch {
      this.#lose();
    } finally {
      clearTimeout(late);
    }
  }

  /** The client reconnects by itself, but the locks of the former session are lost. */
  #noteSession(session: number): void {
    if (this.#session !== undefined && this.#session !== session) this.#lose();
    this.#session = session;
  }

  #lose(): void {
    this.#session = undefined;
    if (this.#leases.size === 0) return;
    this.#log.warn({ jobs: this.#leases.size }, 'the connection that holds locks in the database was lost');
    for (const lease of this.#leases) lease.abort(new Error('the lock was lost'));
    this.#leases.clear();
  }
}

/** The name of a lock's key in the database. */
export const numberOf = (key: string): string => String(lockNumber(`lock ${key}`));

/** The lock that a running server holds. */
export const lockOfServer = (id: number): string => `server ${id}`;

export const numberOfServer = (id: number): string => numberOf(lockOfServer(id));
