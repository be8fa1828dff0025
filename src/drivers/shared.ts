import type { Clock } from '../platform/clock.ts';
import { Leader } from '../platform/leader.ts';
import type { Logger } from '../platform/log.ts';
import type { Bus } from '../platform/ports/bus.ts';
import type { Database } from '../platform/ports/database.ts';
import type { Fingerprint, Homes } from '../platform/ports/homes.ts';
import type { Locks } from '../platform/ports/locks.ts';
import type { RateLimits } from '../platform/ports/rate-limits.ts';
import type { OpeningMode } from './database.ts';
import { InProcessBus } from './in-process/bus.ts';
import { OneHome } from './in-process/homes.ts';
import { InProcessLocks } from './in-process/locks.ts';
import type { ShardTerms } from './postgres/shard-terms.ts';
import { SqliteRateLimits } from './sqlite/rate-limits.ts';

/** What the servers of an installation share in addition to the database. */
export interface Shared {
  bus: Bus;
  locks: Locks;
  leader: Leader;
  homes: Homes;
  rateLimits: RateLimits;
}

interface SharedOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  mode: OpeningMode;
  /** The shards of this server, if there may be other servers. */
  terms: ShardTerms | undefined;
  /** `key`: of the installation. */
  fingerprint(key: Uint8Array): Fingerprint;
}

/**
 * Opens the parts for this process alone, unless the settings name a Redis server. Throws `conflict` if that cannot be
 * used.
 */
export async function openShared(
  {
    redis_url: url,
    database_url: databaseUrl,
    database_direct_url: directUrl,
  }: { redis_url: string; database_url: string; database_direct_url: string },
  { db, clock, log, mode, terms, fingerprint }: SharedOptions,
): Promise<Shared> {
  const rateLimits = new SqliteRateLimits({ db, clock, log });
  const ownLocks = new InProcessLocks();
  const bus = new InProcessBus(log);
  const alone = { bus, locks: ownLocks, leader: new Leader(ownLocks), homes: new OneHome(), rateLimits };
  if (url === '' || mode === 'read') return alone;
  const redis = await import('./redis/index.ts');
  if (mode === 'rehearse' || terms === undefined) {
    await redis.requireUsableRedis(url);
    return alone;
  }
  const opened = await redis.openRedis(url, { db, log });
  const { PostgresLocks } = await import('./postgres/locks.ts');
  const { PostgresHomes } = await import('./postgres/homes.ts');
  // Locks are in the database, because a restart of Redis would give a lock to a second server.
  const locks = new PostgresLocks(directUrl || databaseUrl, log);
  const secret = await db.instanceSecret('servers');
  const parts = {
    ...{ url: directUrl || databaseUrl, locks, bus: opened.bus, terms, secret, clock, log },
    settings: fingerprint(secret),
    useRedisSecret: opened.useSecret,
  };
  return {
    bus: opened.bus,
    locks,
    leader: new Leader(locks),
    homes: new PostgresHomes(parts),
    rateLimits: opened.shareLimits(rateLimits),
  };
}
