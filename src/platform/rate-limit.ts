import type { Clock } from './clock.ts';
import { createSlidingWindows, type SlidingWindow } from './sliding-windows.ts';

export type RateLimit = SlidingWindow;

export interface RateLimiter {
  /** Seconds until `key` may go on, or 0 if it may now. Counts nothing. */
  secondsBlocked(key: string): number;
  /** Counts one for `key`. */
  count(key: string): void;
}

/** Counts in one sliding window: for limits on what has failed, where asking and counting are apart. */
export function createRateLimiter(clock: Clock, limit: RateLimit): RateLimiter {
  const { secondsBlocked, count } = createSlidingWindows(clock, [limit]);
  return { secondsBlocked, count };
}
