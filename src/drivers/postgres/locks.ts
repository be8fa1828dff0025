import type { Locks } from '../../platform/ports/locks.ts';
import { InProcessLocks, sortKeys } from '../in-process/locks.ts';
import { leaseLost, type ServerLease } from './lease.ts';

/** Wait between two attempts to get a lock that another server holds. */
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 250;

type Job<Result> = (signal: AbortSignal) => Promise<Result>;

/** Locks that are rows of the database. They end with the lease of their server. */
export class PostgresLocks implements Locks {
  /** Among the jobs of this process. */
  readonly #local = new InProcessLocks();
  readonly #jobs = new Set<AbortController>();
  readonly #lease: ServerLease;
  /** Keys whose release failed, with their leases. */
  readonly #unreleased = new Map<string, number>();

  constructor(lease: ServerLease) {
    this.#lease = lease;
    lease.onRenewed(() => this.#releaseRest());
    lease.onEnd(() => {
      for (const job of this.#jobs) job.abort(new Error('the lock was lost'));
      this.#jobs.clear();
    });
  }

  withLock<Result>(
    keys: readonly string[],
    job: Job<Result>,
    { isShared = false }: { isShared?: boolean } = {},
  ): Promise<Result> {
    return this.#local.withLock(keys, async () => {
      const serverId = this.#lease.requireId();
      const held: string[] = [];
      try {
        for (const key of sortKeys(keys)) {
          await this.#acquire(key, serverId, isShared);
          held.push(key);
        }
        return await this.#run(job, serverId);
      } finally {
        await this.#release(held, serverId);
      }
    });
  }

  async tryLock<Result>(
    key: string,
    job: Job<Result>,
  ): Promise<{ isHeld: true } | { isHeld: false; result: Result }> {
    const outcome = await this.#local.tryLock(key, async () => {
      const serverId = this.#lease.requireId();
      if (!(await this.#try(key, serverId, false))) return undefined;
      try {
        return { result: await this.#run(job, serverId) };
      } finally {
        await this.#release([key], serverId);
      }
    });
    if (outcome.isHeld || outcome.result === undefined) return { isHeld: true };
    return { isHeld: false, result: outcome.result.result };
  }

  async isHeld(key: string): Promise<boolean> {
    if (await this.#local.isHeld(key)) return true;
    const [row] = await this.#lease.query(
      (sql) => sql`SELECT EXISTS (SELECT 1 FROM server_locks WHERE key = ${key}) AS held`,
    );
    return row.held;
  }

  async close(): Promise<void> {}

  async #run<Result>(job: Job<Result>, serverId: number): Promise<Result> {
    // The lease may have ended while the lock was acquired.
    if (this.#lease.requireId() !== serverId || !this.#lease.isCurrent) throw leaseLost();
    const controller = new AbortController();
    this.#jobs.add(controller);
    try {
      return await job(controller.signal);
    } finally {
      this.#jobs.delete(controller);
    }
  }

  async #acquire(key: string, serverId: number, isShared: boolean): Promise<void> {
    for (
      let waitMs = FIRST_WAIT_MS;
      !(await this.#try(key, serverId, isShared));
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
    )
      await Bun.sleep(waitMs);
  }

  /** A row of this server may be left from a job whose release failed. */
  async #try(key: string, serverId: number, isShared: boolean): Promise<boolean> {
    try {
      const rows = await this.#lease.query(
        (sql) => sql`
          INSERT INTO server_locks (key, server_id, is_shared)
          SELECT ${key}, s.id, ${Number(isShared)}::int FROM servers s WHERE s.id = ${serverId} AND NOT EXISTS (
            SELECT 1 FROM server_locks l WHERE l.key = ${key} AND l.server_id <> s.id AND (l.is_shared = 0 OR ${!isShared}))
          ON CONFLICT (key, server_id) DO UPDATE SET is_shared = excluded.is_shared RETURNING key`,
      );
      return rows.length > 0;
    } catch (error) {
      // Another server was faster.
      if ((error as { errno?: unknown }).errno === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  async #release(keys: readonly string[], serverId: number): Promise<void> {
    for (const key of keys) {
      try {
        await this.#lease.query(
          (sql) => sql`DELETE FROM server_locks WHERE key = ${key} AND server_id = ${serverId}`,
        );
        this.#unreleased.delete(key);
      } catch {
        this.#unreleased.set(key, serverId);
      }
    }
  }

  async #releaseRest(): Promise<void> {
    for (const [key, serverId] of this.#unreleased)
      await this.#local.tryLock(key, () => this.#release([key], serverId));
  }
}

const UNIQUE_VIOLATION = '23505';
