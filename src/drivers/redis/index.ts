import type { Logger } from '../../platform/logging/log.ts';
import type { Database } from '../../platform/ports/database.ts';
import type { RateLimits } from '../../platform/ports/rate-limits.ts';
import { RedisBus } from './bus.ts';
import { probeRedis, RedisConnection } from './connection.ts';
import { isAway } from './faults.ts';
import { RedisRateLimits } from './rate-limits.ts';
import { RedisRoomLogs } from './room-log.ts';
import { prefixOf, REDIS_SECRET, replaceSecret } from './secret.ts';
import { RedisMaps } from './shared-maps.ts';

/** What the driver provides. */
export interface OpenedRedis {
  bus: RedisBus;
  maps: RedisMaps;
  roomLogs: RedisRoomLogs;
  /** Called with the secret of the database again and again, because another server may have replaced it. */
  useSecret(secret: Uint8Array): Promise<void>;
  /** @param fallback counts while Redis is unreachable */
  shareLimits(fallback: RateLimits): RateLimits;
}

/**
 * Connects to Redis. Throws `conflict` if it cannot be used, with a sentence for the operator. If it cannot be reached, that is
 * logged, and the connection is made as soon as it can.
 */
export async function openRedis(
  url: string,
  {
    db,
    log,
  }: {
    db: Pick<Database, 'isFirst' | 'instanceSecret' | 'transaction'>;
    log: Pick<Logger, 'info' | 'warn' | 'error'>;
  },
): Promise<OpenedRedis> {
  let secret = await db.instanceSecret(REDIS_SECRET);
  const facts = await probeRedis(url, prefixOf(secret)).catch((error) => {
    if (isAway(error)) return undefined;
    throw error;
  });
  for (const warning of facts?.warnings ?? []) log.warn(warning);
  // A copy of a database has the secret of the original.
  if (db.isFirst === true && facts?.listeners !== 0) {
    secret = await replaceSecret(db);
    if (facts?.listeners !== undefined)
      log.info(
        { servers: facts.listeners },
        'Redis has the keys of servers with another database, such as a copy of this one; this installation uses other keys from now on',
      );
  }
  const connection = new RedisConnection({ url, prefix: prefixOf(secret), log });
  const bus = new RedisBus(connection, log);
  await connection.untilUp(facts === undefined ? 0 : undefined);
  return {
    bus,
    maps: new RedisMaps(connection),
    roomLogs: new RedisRoomLogs(connection),
    useSecret: (current) => bus.usePrefix(prefixOf(current)),
    shareLimits: (fallback) => new RedisRateLimits({ connection, fallback, log }),
  };
}

/** Throws `conflict` if the server cannot be used. An unreachable server is accepted, because it may come back. */
export async function requireUsableRedis(url: string): Promise<void> {
  await probeRedis(url, 'galley:').catch((error) => {
    if (!isAway(error)) throw error;
  });
}
