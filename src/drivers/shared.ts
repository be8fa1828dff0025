import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { Bus } from '../platform/ports/bus.ts';
import type { ChannelLogs } from '../platform/ports/channel-log.ts';
import type { Database } from '../platform/ports/database.ts';
import type { Locks } from '../platform/ports/locks.ts';
import type { Fingerprint, Nodes } from '../platform/ports/nodes.ts';
import type { RateLimits } from '../platform/ports/rate-limits.ts';
import type { SharedMaps } from '../platform/ports/shared-maps.ts';
import { Leader } from '../platform/tasks/leader.ts';
import type { OpeningMode } from './database.ts';
import { InProcessBus } from './in-process/bus.ts';
import { LocalLogs } from './in-process/channel-log.ts';
import { InProcessLocks } from './in-process/locks.ts';
import { OneServer } from './in-process/nodes.ts';
import { InProcessMaps } from './in-process/shared-maps.ts';
import type { ServerLease } from './postgres/lease.ts';
import { SqliteRateLimits } from './sqlite/rate-limits.ts';

/** What the servers of an installation share in addition to the database. */
interface Shared {
  bus: Bus;
  locks: Locks;
  leader: Leader;
  nodes: Nodes;
  rateLimits: RateLimits;
  sharedMaps: SharedMaps;
  roomLogs: ChannelLogs;
}

interface SharedOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  mode: OpeningMode;
  /** Of this server on a database of PostgreSQL. */
  lease: ServerLease | undefined;
  /** `key`: of the installation. */
  fingerprint(key: Uint8Array): Fingerprint;
}

/** Opens the parts for this process alone, unless the settings name a Redis server. Throws `conflict` if that cannot be used. */
export async function openShared(
  { redis_url: url }: { redis_url: string },
  { db, clock, log, mode, lease, fingerprint }: SharedOptions,
): Promise<Shared> {
  const own = {
    bus: new InProcessBus(log) as Bus,
    rateLimits: new SqliteRateLimits({ db, clock, log }) as RateLimits,
    sharedMaps: new InProcessMaps(clock) as SharedMaps,
    roomLogs: new LocalLogs() as ChannelLogs,
  };
  if (url !== '' && mode !== 'read') {
    const redis = await import('./redis/index.ts');
    if (mode === 'rehearse') await redis.requireUsableRedis(url);
    else {
      const { bus, shareLimits, useSecret, maps, roomLogs } = await redis.openRedis(url, { db, log });
      lease?.onRenewed(async ({ redisSecret }) => {
        if (redisSecret !== null) await useSecret(redisSecret);
      });
      Object.assign(own, { bus, rateLimits: shareLimits(own.rateLimits), sharedMaps: maps, roomLogs });
    }
  }
  if (lease === undefined || mode !== 'hold') {
    const locks = new InProcessLocks();
    return { ...own, locks, leader: new Leader(locks), nodes: new OneServer() };
  }
  const { PostgresLocks } = await import('./postgres/locks.ts');
  const { PostgresServers } = await import('./postgres/nodes.ts');
  const settings = fingerprint(await db.instanceSecret('servers'));
  const nodes = new PostgresServers(lease, { settings, bus: own.bus, clock, log });
  await lease.announce(settings);
  const locks = new PostgresLocks(lease);
  return { ...own, locks, leader: new Leader(locks), nodes };
}
