import { Cache } from '../caching/cache.ts';
import type { Clock } from '../clock.ts';
import type { DomainError } from '../errors.ts';
import type { LimitState, RateDecision, RateLimit } from '../ports/rate-limits.ts';

/**
 * A fixed window. It starts with the first request after the previous window has ended. A limit holds exactly within
 * each window; around the border of two windows at most twice the limit can pass.
 */
export interface RateWindow {
  /** Milliseconds since the epoch. */
  startedAt: number;
  used: number;
}

/** Starts a new window if the current one is over. */
function updateWindow(window: RateWindow, { windowMs }: RateLimit, now: number): void {
  if (now >= window.startedAt + windowMs) {
    window.startedAt = now;
    window.used = 0;
  }
  // The clock was set back. Without this, a key could be blocked for longer than a window.
  if (now < window.startedAt) window.startedAt = now;
}

/** Counts `cost` if the limit allows it. */
export function takeFromWindow(window: RateWindow, limit: RateLimit, cost: number, now: number): boolean {
  updateWindow(window, limit, now);
  if (window.used + cost > limit.limit) return false;
  window.used += cost;
  return true;
}

/**
 * Counts one request if every limit allows it (with `isDryRun` nothing is counted). `windows` belong to `limits` by
 * index.
 */
export function takeFromWindows(
  windows: readonly RateWindow[],
  limits: readonly RateLimit[],
  now: number,
  { isDryRun = false } = {},
): RateDecision {
  const pairs = limits.map((limit, index) => ({ limit, window: windows[index] as RateWindow }));
  for (const { limit, window } of pairs) updateWindow(window, limit, now);
  const full = pairs.filter(({ limit, window }) => window.used >= limit.limit);
  const allowed = full.length === 0;
  if (allowed && !isDryRun) for (const { window } of pairs) window.used += 1;
  return {
    allowed,
    retryAfterSeconds: Math.max(0, ...full.map(({ limit, window }) => secondsToEnd(window, limit, now))),
    windows: pairs.map(({ limit, window }) => describeWindow(window, limit, now)),
  };
}

function describeWindow(window: RateWindow, rateLimit: RateLimit, now: number): LimitState {
  const { limit, windowMs } = rateLimit;
  return {
    limit,
    windowSeconds: windowMs / 1000,
    remaining: Math.max(0, limit - window.used),
    resetSeconds: window.used === 0 ? 0 : secondsToEnd(window, rateLimit, now),
  };
}

function secondsToEnd({ startedAt }: RateWindow, { windowMs }: RateLimit, now: number): number {
  return Math.ceil((startedAt + windowMs - now) / 1000);
}

/**
 * Most keys of one limiter in memory. The least recently used one is dropped, because an attacker can use many
 * addresses.
 */
const MAX_KEYS = 20_000;

/**
 * Counts in the memory of this process only: for requests whose sender is unknown, because a flood of them must not cost
 * queries. Other limits use `RateLimits`.
 */
export class MemoryRateLimiter {
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  readonly #windows = new Cache<RateWindow>({ maxEntries: MAX_KEYS });

  constructor(limit: RateLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Counts `cost` for `key` and returns 0 if the limit allows it; otherwise returns the seconds to wait. */
  take(key: string, cost = 1): number {
    const now = this.#clock.now();
    let window = this.#windows.get(key);
    if (window === undefined) {
      window = { startedAt: now, used: 0 };
      this.#windows.set(key, window);
    }
    return takeFromWindow(window, this.#limit, cost, now) ? 0 : secondsToEnd(window, this.#limit, now);
  }
}

/** How long a refusal is delayed. */
export const REFUSAL_DELAY_MS = 200;

/**
 * Throws the error of a rate limit after a delay. Otherwise clients that repeat refused requests at once could occupy
 * the serving thread.
 */
export async function refuseAfterDelay(refusal: DomainError): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, REFUSAL_DELAY_MS));
  throw refusal;
}
