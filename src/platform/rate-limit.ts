import type { Clock } from './clock.ts';

export interface RateLimit {
  /** How many within the window. */
  limit: number;
  windowMs: number;
}

export interface RateLimiter {
  /** Seconds until `key` may go on, or 0 if it may now. Counts nothing. */
  secondsBlocked(key: string): number;
  /** Counts one for `key`. */
  count(key: string): void;
}

/** Keys remembered at once; beyond that the longest unused ones are forgotten, so memory stays bounded. */
const MAX_KEYS = 100_000;

/**
 * Counts in a sliding window: the exact times of the last `limit` counts are kept per key, so there is no burst at
 * the border of two windows. A limit of a few hundred is what it is made for.
 */
export function createRateLimiter(clock: Clock, { limit, windowMs }: RateLimit): RateLimiter {
  const timesByKey = new Map<string, number[]>();

  const timesWithinWindow = (key: string, now: number): number[] => {
    const times = timesByKey.get(key);
    if (times === undefined) return [];
    const oldest = now - windowMs;
    while (times.length > 0 && (times[0] as number) <= oldest) times.shift();
    if (times.length === 0) timesByKey.delete(key);
    return times;
  };

  return {
    secondsBlocked(key) {
      const now = clock.now();
      const times = timesWithinWindow(key, now);
      if (times.length < limit) return 0;
      return Math.max(1, Math.ceil(((times[0] as number) + windowMs - now) / 1000));
    },
    count(key) {
      const now = clock.now();
      const times = timesWithinWindow(key, now);
      times.push(now);
      if (times.length > limit) times.shift();
      timesByKey.delete(key);
      timesByKey.set(key, times);
      if (timesByKey.size > MAX_KEYS) timesByKey.delete(timesByKey.keys().next().value as string);
    },
  };
}
