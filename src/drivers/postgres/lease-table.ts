import type { SQL } from 'bun';
import type { Fingerprint, OtherNode } from '../../platform/ports/nodes.ts';
import { REDIS_SECRET } from '../redis/secret.ts';
import { withDeadline } from './deadline.ts';
import { toPostgresError } from './errors.ts';
import { lockNumber } from './lock-number.ts';

/** How long a server counts as there after it has renewed its lease. */
export const LEASE_MS = 8_000;

/** How long a transaction may rest before PostgreSQL ends it: its server is frozen or cut off. */
export const IDLE_MS = 10_000;

/** How long to wait for the transactions of a server whose lease has ended, before others are tried again. */
const REMOVAL_MS = 1_000;

/** The lock of all running servers: shared, or of the only one. */
const SERVICE = 'service';

const STARTING = lockNumber('server starts');

/** The advisory lock of a server. Its transactions share it; another server that ends its lease takes it exclusively. */
export const lockOfServer = (id: number): bigint => lockNumber(`server ${id}`);

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Servers that had the time to renew their leases and did not. After a start of the database all need that time. */
export const HAS_ENDED = `renewed_at < ${NOW} - ${LEASE_MS}
  AND pg_postmaster_start_time() < clock_timestamp() - interval '${LEASE_MS} milliseconds'`;

/** What a renewal reads. */
export interface RenewalRow {
  /** 0 if another server has ended the lease. */
  renewed: number;
  others: OtherNode[];
  /** The clock of the database (ms). */
  now: number;
  redisSecret: Uint8Array | null;
}

export type Connect = () => SQL;

/** The statements about leases and locks. Each has a time limit. A connection that does not answer is replaced. */
export class LeaseTable {
  readonly #connect: Connect;
  #sql: SQL | undefined;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  async query<Result>(run: (sql: SQL) => Promise<Result>): Promise<Result> {
    this.#sql ??= this.#connect();
    const sql = this.#sql;
    try {
      return await withDeadline(run(sql));
    } catch (error) {
      if (this.#sql === sql) void this.close();
      throw toPostgresError(error);
    }
  }

  /** Inserts a lease. Undefined if another server is there that does not share the database. */
  insert(
    id: number,
    { settings, isShared }: { settings: Fingerprint; isShared: boolean },
  ): Promise<{ isFirst: boolean } | undefined> {
    return this.query((sql) =>
      sql.begin(async (transaction) => {
        await transaction.unsafe(`SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}`);
        await transaction.unsafe(`SELECT pg_advisory_xact_lock(${STARTING})`);
        const held: { isShared: number }[] = await transaction`
          SELECT is_shared AS "isShared" FROM server_locks WHERE key = ${SERVICE}`;
        if (held.some((other) => !isShared || other.isShared === 0)) return undefined;
        const text = JSON.stringify(settings);
        await transaction.unsafe(
          `INSERT INTO servers (id, settings, faults, renewed_at) VALUES ($1, $2, '', ${NOW})`,
          [id, text],
        );
        await transaction`
          INSERT INTO server_locks (key, server_id, is_shared) VALUES (${SERVICE}, ${id}, ${Number(isShared)})`;
        return { isFirst: held.length === 0 };
      }),
    );
  }

  async renew(id: number, faults: string): Promise<RenewalRow> {
    const statement = `
      WITH renewed AS (UPDATE servers SET renewed_at = ${NOW}, faults = $1 WHERE id = ${id} RETURNING id)
      SELECT (SELECT count(*) FROM renewed)::int AS renewed, ${NOW}::float8 AS now,
        (SELECT value FROM instance_secrets WHERE name = '${REDIS_SECRET}') AS "redisSecret",
        (SELECT json_agg(json_build_object('id', id, 'settings', settings::json, 'faults', faults))
          FROM servers WHERE id <> ${id})::text AS others`;
    const [row] = await this.query((sql) => sql.unsafe(statement, [faults]));
    return { ...row, others: JSON.parse(row.others ?? '[]') };
  }

  async describe(id: number, settings: Fingerprint): Promise<void> {
    await this.query(
      (sql) => sql`UPDATE servers SET settings = ${JSON.stringify(settings)} WHERE id = ${id}`,
    );
  }

  async remove(id: number): Promise<void> {
    await this.query((sql) => sql`DELETE FROM servers WHERE id = ${id}`);
  }

  /** Removes servers whose leases have ended, and with them their locks, when their transactions have ended. */
  async removeEnded(except?: number): Promise<void> {
    const ended: { id: unknown }[] = await this.query((sql) =>
      sql.unsafe(`SELECT id FROM servers WHERE ${HAS_ENDED}`),
    );
    for (const { id } of ended) {
      if (Number(id) === except) continue;
      await this.query((sql) =>
        sql.begin(async (transaction) => {
          await transaction.unsafe(`SET LOCAL lock_timeout = ${REMOVAL_MS}`);
          await transaction.unsafe(`SELECT pg_advisory_xact_lock(${lockOfServer(Number(id))})`);
          await transaction.unsafe(`DELETE FROM servers WHERE id = ${id} AND ${HAS_ENDED}`);
        }),
      ).catch(() => {});
    }
  }

  async close(): Promise<void> {
    const sql = this.#sql;
    this.#sql = undefined;
    await sql?.close({ timeout: 0 }).catch(() => {});
  }
}
