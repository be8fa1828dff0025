import type { ReservedSQL, SQL } from 'bun';
import { stopwatch } from '../../platform/clock.ts';
import { rateLimited } from '../../platform/errors.ts';
import { FairSemaphore } from '../../platform/fair-use/fair-semaphore.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { Tracing } from '../../platform/ports/tracing.ts';
import { randomBytes } from '../../platform/security/crypto.ts';
import { isConflict, isLockTimeout, toPostgresError } from './errors.ts';
import { leaseLost, type ServerLease } from './lease.ts';
import { IDLE_MS, lockOfServer } from './lease-table.ts';
import { lockNumber } from './lock-number.ts';
import { toConnection } from './session.ts';

/** How long a transaction that conflicts with others is repeated, and the pauses between attempts. */
const REPEATING_MS = 15_000;
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** Most waiting transactions: of all owners, and of one tenant. */
const MAX_WAITING = 10_000;
const MAX_WAITING_OF_OWNER = 1_000;

/** Time limit of one statement, including its wait for locks. */
export const STATEMENT_MS = 60_000;

/**
 * How long a transaction waits for a lock. The transaction of a frozen server holds those of its tenant until PostgreSQL ends it;
 * those of the service and of operators are repeated, because others wait for their connections.
 */
const TENANT_LOCK_MS = IDLE_MS + 5_000;
const SERVICE_LOCK_MS = 2_000;

/** The owner of the service's own jobs, such as sweeps and the audit, and of those of operators. */
const SERVICE = '';

const LIMITS = `SET LOCAL statement_timeout = ${STATEMENT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}`;

/**
 * Runs each transaction on a connection of its own. Those of one tenant run one after the other, on all servers of a database, under
 * a lock of the tenant. All others are serializable: PostgreSQL refuses those that would not see the same as one after the other,
 * and they are repeated. So no lock is on the path of all tenants, and a server that is frozen in the middle of a transaction
 * delays its tenant alone.
 */
export class TransactionPool {
  readonly #pool: SQL;
  readonly #tracing: Tracing | undefined;
  readonly #permits: FairSemaphore;
  /** Handles that run no transaction. They are reused because of their prepared queries. */
  readonly #idle: TransactionHandle[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #lease: ServerLease | undefined;
  #commits = 0;

  /** @param lease of this server, without which a transaction is refused */
  constructor(
    pool: SQL,
    size: number,
    { lease, tracing }: { lease?: ServerLease | undefined; tracing?: Tracing | undefined } = {},
  ) {
    this.#pool = pool;
    this.#lease = lease;
    this.#tracing = tracing;
    this.#permits = new FairSemaphore({
      limit: size,
      // Tenants find connections also while the service waits for locks.
      limitPerOwner: (owner) => (isTenant(owner) ? 1 : Math.max(1, Math.floor(size / 3))),
      maxWaiting: MAX_WAITING,
      maxWaitingPerOwner: MAX_WAITING_OF_OWNER,
      refusal: () => rateLimited('Too many changes are waiting for the database.', 1),
    });
  }

  get counts() {
    return { commits: this.#commits, transactions: this.#commits, waiting: this.#permits.waiting };
  }

  run<Result>(job: (connection: Connection) => Promise<Result>, owner = SERVICE): Promise<Result> {
    const running = this.#runInTurn(job, owner);
    this.#running.add(running);
    const forget = () => this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }

  /** Resolves when all transactions have ended. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #runInTurn<Result>(job: (connection: Connection) => Promise<Result>, owner: string): Promise<Result> {
    const release = await this.#permits.acquire(owner);
    const handle = this.#idle.pop() ?? new TransactionHandle(this.#tracing);
    try {
      const elapsed = stopwatch();
      for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        try {
          return await this.#runOnce(handle, job, owner);
        } catch (error) {
          if (elapsed() > REPEATING_MS || !mayRepeat(error, owner)) throw toPostgresError(error);
        }
        // Those that conflicted do not meet again.
        await Bun.sleep(pauseMs * ((randomBytes(1)[0] as number) / 255));
      }
    } finally {
      this.#idle.push(handle);
      release();
    }
  }

  /**
   * Sends all statements in one round trip. Does not wait for the lock of the server: if it cannot be shared, the lease is being ended.
   */
  async #begin(client: ReservedSQL, owner: string): Promise<void> {
    const leaseId = this.#lease?.requireId();
    const begin = isTenant(owner)
      ? `BEGIN; ${LIMITS}; SET LOCAL lock_timeout = ${TENANT_LOCK_MS}; SELECT pg_advisory_xact_lock(${lockNumber(`owner ${owner}`)})`
      : `BEGIN ISOLATION LEVEL SERIALIZABLE; ${LIMITS}; SET LOCAL lock_timeout = ${SERVICE_LOCK_MS}`;
    if (leaseId === undefined) {
      await client.unsafe(begin).simple();
      return;
    }
    const results = await client
      .unsafe(
        `${begin}; SELECT pg_try_advisory_xact_lock_shared(${lockOfServer(leaseId)}) AS held; SELECT id FROM servers WHERE id = ${leaseId}`,
      )
      .simple();
    const [isHeld, isThere] = [results.at(-2)?.[0]?.held, results.at(-1)?.length === 1];
    if (isHeld === true && isThere) return;
    if (!isThere) this.#lease?.recordGone(leaseId);
    throw leaseLost();
  }

  async #runOnce<Result>(
    handle: TransactionHandle,
    job: (connection: Connection) => Promise<Result>,
    owner: string,
  ): Promise<Result> {
    const client = await this.#pool.reserve();
    // The first query of the job is sent immediately; the connection keeps the order.
    const begun = this.#begin(client, owner);
    begun.catch(() => {});
    try {
      handle.begin(client);
      const result = await job(handle.connection);
      await begun;
      const { command } = await client.unsafe('COMMIT').simple();
      await handle.settle();
      // After a failed statement, PostgreSQL treats the commit as a rollback, also if the job has ignored the error.
      if (command !== 'COMMIT') throw new Error('a statement failed, so the transaction was rolled back');
      this.#commits += 1;
      return result;
    } catch (error) {
      await client
        .unsafe('ROLLBACK')
        .simple()
        .catch(() => {});
      // Statements after a failed one only report that the transaction is aborted.
      await begun;
      await handle.settle();
      throw error;
    } finally {
      handle.end();
      client.release();
    }
  }
}

const mayRepeat = (error: unknown, owner: string): boolean =>
  isConflict(error) || (isLockTimeout(error) && !isTenant(owner));

const isTenant = (owner: string): boolean => /^\d+$/.test(owner);

/** Most statements of a transaction that run at once without being awaited. */
const MAX_DEFERRED = 32;

/**
 * A drizzle handle, and the connection it has at the moment. Statements that answer with nothing are sent without
 * waiting for the ones before: the connection keeps their order, and the transaction ends only when all have succeeded.
 */
class TransactionHandle {
  #client: ReservedSQL | undefined;
  #deferred: Promise<unknown>[] = [];
  /** The error of the first failed statement. */
  #failure: { error: unknown } | undefined;
  readonly connection: Connection;

  constructor(tracing: Tracing | undefined) {
    this.connection = toConnection(
      () => {
        if (this.#client !== undefined) return this.#client;
        throw new Error('a query was made after the end of its transaction');
      },
      { tracing, defer: (statement) => this.#defer(statement) },
    );
  }

  begin(client: ReservedSQL): void {
    this.#client = client;
    this.#deferred = [];
    this.#failure = undefined;
  }

  /** Waits for all statements. Throws the error of the first one that failed. */
  async settle(): Promise<void> {
    await Promise.all(this.#deferred);
    this.#deferred = [];
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  end(): void {
    this.#client = undefined;
  }

  #defer(statement: Promise<unknown>): Promise<void> | undefined {
    const settled = statement.then(
      () => {},
      (error) => {
        this.#failure ??= { error };
      },
    );
    this.#deferred.push(settled);
    return this.#deferred.length < MAX_DEFERRED ? undefined : this.settle();
  }
}
