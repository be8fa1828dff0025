import type { ReservedSQL, SQL } from 'bun';
import { rateLimited } from '../../platform/errors.ts';
import { FairSemaphore } from '../../platform/fair-semaphore.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { Tracing } from '../../platform/ports/tracing.ts';
import { isConflict, toPostgresError } from './errors.ts';
import { lockNumber } from './lock-number.ts';
import { toConnection } from './session.ts';
import { lockOfShard, type ShardTerms, tenantMoved } from './shard-terms.ts';

/** Most attempts of a transaction that conflicts with another. */
const ATTEMPTS = 5;

/** Most waiting transactions: of all owners, and of one tenant. */
const MAX_WAITING = 10_000;
const MAX_WAITING_OF_OWNER = 1_000;

/** Time limit of one statement, including its wait for locks. */
export const STATEMENT_MS = 60_000;

/** The owner of the service's own jobs, such as sweeps and the audit. */
const SERVICE = '';

/** A lock that transactions of tenants hold shared, and all other transactions exclusively. */
const EVERYTHING = lockNumber('everything');

/**
 * Runs each transaction on a connection of its own. Those of one tenant run one after the other, and those of the service
 * and of operators alone, on all servers of a database: so they see the same as on the embedded engine, which has one
 * writer. Tenants do not wait for each other.
 */
export class TransactionPool {
  readonly #pool: SQL;
  readonly #tracing: Tracing | undefined;
  readonly #permits: FairSemaphore;
  /** Handles that run no transaction. They are reused because of their prepared queries. */
  readonly #idle: TransactionHandle[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #terms: ShardTerms | undefined;
  #commits = 0;

  /** @param terms the shards of this server, if there may be other servers */
  constructor(
    pool: SQL,
    size: number,
    { terms, tracing }: { terms?: ShardTerms | undefined; tracing?: Tracing | undefined } = {},
  ) {
    this.#pool = pool;
    this.#terms = terms;
    this.#tracing = tracing;
    this.#permits = new FairSemaphore({
      limit: size,
      limitPerOwner: 1,
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
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await this.#runOnce(handle, job, owner);
        } catch (error) {
          if (attempt === ATTEMPTS || !isConflict(error)) throw toPostgresError(error);
        }
      }
    } finally {
      this.#idle.push(handle);
      release();
    }
  }

  /** Sends all statements in one round trip. */
  async #begin(client: ReservedSQL, owner: string): Promise<void> {
    if (!isTenant(owner)) {
      await client.unsafe(`BEGIN; ${SET_TIMEOUT}; SELECT pg_advisory_xact_lock(${EVERYTHING})`).simple();
      return;
    }
    const expected = this.#terms?.expected(Number(owner));
    const locks = `pg_advisory_xact_lock_shared(${EVERYTHING}), pg_advisory_xact_lock(${lockNumber(`owner ${owner}`)})`;
    const begin = `BEGIN; ${SET_TIMEOUT}; SELECT ${locks}`;
    if (expected === undefined) {
      await client.unsafe(begin).simple();
      return;
    }
    const { shard, term } = expected;
    const results = await client
      .unsafe(
        `${begin}, pg_advisory_xact_lock_shared(${lockOfShard(shard)}); SELECT term FROM shards WHERE id = ${shard}`,
      )
      .simple();
    if (Number(results.at(-1)?.[0]?.term) !== term) throw tenantMoved();
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

const SET_TIMEOUT = `SET LOCAL statement_timeout = ${STATEMENT_MS}`;

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
