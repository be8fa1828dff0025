import type { SQL } from 'bun';
import { randomBytes } from '../../platform/crypto.ts';
import type { OtherServer } from '../../platform/ports/homes.ts';
import { REDIS_SECRET } from '../redis/secret.ts';
import { ClockCheck, type ClockCheckOptions } from './clock-check.ts';
import { numberOfServer } from './locks.ts';
import { MessageCheck, type MessageCheckOptions } from './message-check.ts';
import { lockOfShard, SHARDS } from './shard-terms.ts';

export interface ShardRow {
  id: number;
  serverId: number | null;
  term: number;
}

/** How long to wait for transactions of a server that has lost a shard. */
const LOCK_MS = 10_000;

/** Numbers of the advisory locks that are held in this database. */
const HELD_LOCKS = `
  SELECT (classid::bigint << 32) | objid::bigint AS number FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

export interface RegistryOptions extends ClockCheckOptions, MessageCheckOptions {
  /** The address of the database itself, see `PostgresLocks`. */
  url: string;
  /** Called about once a second with the secret of Redis, which another server may have replaced. */
  useRedisSecret?: (secret: Uint8Array) => Promise<void>;
}

/** The tables of servers and of shards. */
export class Registry {
  readonly #sql: SQL;
  readonly #clockCheck: ClockCheck;
  readonly #messageCheck: MessageCheck;
  readonly #useRedisSecret: RegistryOptions['useRedisSecret'];

  constructor(options: RegistryOptions) {
    this.#sql = new Bun.SQL(options.url, { max: 1, idleTimeout: 0 });
    this.#clockCheck = new ClockCheck(options);
    this.#messageCheck = new MessageCheck(options);
    this.#useRedisSecret = options.useRedisSecret;
  }

  /** Sentences for the operator. */
  get faults(): readonly string[] {
    return [...this.#clockCheck.faults, ...this.#messageCheck.faults];
  }

  async add({ id, address, settings }: OtherServer): Promise<void> {
    await this.#sql`
      INSERT INTO shards (id, term) SELECT number, 0 FROM generate_series(0, ${SHARDS - 1}::int) AS number ON CONFLICT DO NOTHING`;
    await this
      .#sql`INSERT INTO servers (id, address, settings) VALUES (${id}, ${address}, ${JSON.stringify(settings)})`;
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.#sql.unsafe(`DELETE FROM servers WHERE id IN (${ids.join(', ')})`);
  }

  /** From now on the server gets no more shards. */
  async hide(id: number): Promise<void> {
    await this.#sql`UPDATE servers SET address = '' WHERE id = ${id}`;
  }

  async read(): Promise<{ servers: OtherServer[]; shards: ShardRow[]; locks: Set<string> }> {
    const askedAt = this.#clockCheck.now();
    const [{ now, redisSecret }] = await this.#sql`
      SELECT extract(epoch FROM clock_timestamp()) AS now,
        (SELECT value FROM instance_secrets WHERE name = ${REDIS_SECRET}) AS "redisSecret"`;
    this.#clockCheck.compare(Number(now) * 1000, askedAt);
    if (redisSecret !== null) await this.#useRedisSecret?.(redisSecret);
    const servers = (await this.#sql`SELECT id, address, settings FROM servers`).map(toServer);
    const shards = await this.#sql`SELECT id, server_id, term FROM shards ORDER BY id`;
    const held: { number: unknown }[] = await this.#sql.unsafe(HELD_LOCKS);
    const locks = new Set(held.map(({ number }) => String(number)));
    const there = servers.filter(({ id }: OtherServer) => locks.has(numberOfServer(id)));
    this.#messageCheck.compare(there.length - 1);
    return {
      servers,
      shards: shards.map((row: { id: unknown; server_id: unknown; term: unknown }) => ({
        id: Number(row.id),
        serverId: row.server_id === null ? null : Number(row.server_id),
        term: Number(row.term),
      })),
      locks,
    };
  }

  /** Takes the shards that no other server has taken since they were read. Returns them with their new terms. */
  take(serverId: number, shards: readonly ShardRow[]): Promise<ShardRow[]> {
    const wanted = shards.map(({ id, term }) => `(${id}, ${term})`).join(', ');
    return this.#change(
      shards.map(({ id }) => id),
      `UPDATE shards SET server_id = ${serverId}, term = shards.term + 1 FROM (VALUES ${wanted}) AS wanted (id, term)
       WHERE shards.id = wanted.id AND shards.term = wanted.term RETURNING shards.id, shards.term`,
    );
  }

  async release(serverId: number, shards: readonly number[]): Promise<void> {
    await this.#change(
      shards,
      `UPDATE shards SET server_id = NULL, term = term + 1
       WHERE id IN (${shards.join(', ')}) AND server_id = ${serverId} RETURNING id, term`,
    );
  }

  close(): Promise<void> {
    return this.#sql.close();
  }

  /** Waits until the transactions of these shards have ended. */
  async #change(shards: readonly number[], statement: string): Promise<ShardRow[]> {
    const locks = shards
      .toSorted((a, b) => a - b)
      .map((shard) => `pg_advisory_xact_lock(${lockOfShard(shard)})`);
    return this.#sql.begin(async (transaction) => {
      await transaction.unsafe(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      await transaction.unsafe(`SELECT ${locks.join(', ')}`);
      const rows: { id: unknown; term: unknown }[] = await transaction.unsafe(statement);
      return rows.map(({ id, term }) => ({ id: Number(id), serverId: null, term: Number(term) }));
    });
  }
}

const toServer = (row: { id: unknown; address: string; settings: string }): OtherServer => ({
  id: Number(row.id),
  address: row.address,
  settings: JSON.parse(row.settings),
});

/** Shuffles, so that servers do not all try for the same shards. */
export const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: randomBytes(1)[0] as number }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
