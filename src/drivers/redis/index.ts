import { sha256Hex } from '../../platform/crypto.ts';
import type { Logger } from '../../platform/log.ts';
import type { RateLimits } from '../../platform/ports/rate-limits.ts';
import { RedisBus } from './bus.ts';
import { probeRedis, RedisConnection } from './connection.ts';
import { isAway } from './faults.ts';
import { RedisRateLimits } from './rate-limits.ts';

/** What the driver provides. */
export interface OpenedRedis {
  bus: RedisBus;
  /** @param fallback counts while Redis is unreachable */
  shareLimits(fallback: RateLimits): RateLimits;
}

/**
 * Connects to Redis. Throws `conflict` if it cannot be used, with a sentence for the operator. If it cannot be reached, that is
 * logged, and the connection is made as soon as it can.
 * @param secret of the installation: its hash tells installations on one Redis apart
 */
export async function openRedis(
  url: string,
  { secret, log }: { secret: Uint8Array; log: Pick<Logger, 'info' | 'warn' | 'error'> },
): Promise<OpenedRedis> {
  const prefix = prefixOf(secret);
  const warnings = await probeRedis(url, prefix).then(
    (facts) => facts.warnings,
    (error) => {
      if (isAway(error)) return undefined;
      throw error;
    },
  );
  for (const warning of warnings ?? []) log.warn(warning);
  const connection = new RedisConnection({ url, prefix, log });
  const bus = new RedisBus(connection, log);
  await connection.untilUp(warnings === undefined ? 0 : undefined);
  return { bus, shareLimits: (fallback) => new RedisRateLimits({ connection, fallback, log }) };
}

/** Throws `conflict` if the server cannot be used. An unreachable server is accepted, because it may come back. */
export async function requireUsableRedis(url: string): Promise<void> {
  await probeRedis(url, 'galley:').catch((error) => {
    if (!isAway(error)) throw error;
  });
}

const prefixOf = (secret: Uint8Array): string => `galley:${sha256Hex(secret).slice(0, 16)}:`;
