import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { RateLimits } from '../../src/platform/ports/rate-limits.ts';

const LIMITS = [
  { limit: 3, windowMs: 60_000 },
  { limit: 5, windowMs: 3_600_000 },
];
const DAY = 86_400_000;

interface RateLimitsRig {
  clock: { advance(milliseconds: number): void };
  /** Opens the counts again; each time after the one before was closed. */
  open(): Promise<RateLimits>;
  /** Removes what is stored. */
  remove(): Promise<void>;
}

/** What every driver of the port must do. */
export function testRateLimits(name: string, { clock, open, remove }: RateLimitsRig): void {
  describe(`${name}: rate limits`, () => {
    let limiter: RateLimits;
    beforeEach(async () => {
      limiter = await open();
    });
    afterEach(async () => {
      await limiter.close();
      await remove();
    });

    async function restart(): Promise<void> {
      await limiter.close();
      limiter = await open();
    }
    async function take(key: string, times = 1, limits = LIMITS): Promise<boolean[]> {
      const allowed: boolean[] = [];
      for (let i = 0; i < times; i += 1) allowed.push((await limiter.take(key, limits)).allowed);
      return allowed;
    }

    test('keys are counted separately, and peek does not count', async () => {
      for (let i = 0; i < 5; i += 1) expect((await limiter.peek('a', LIMITS)).allowed).toBe(true);
      expect(await take('a', 4)).toEqual([true, true, true, false]);
      expect(await limiter.peek('a', LIMITS)).toMatchObject({ allowed: false, retryAfterSeconds: 60 });
      expect((await limiter.peek('b', LIMITS)).windows[0]).toEqual({
        limit: 3,
        windowSeconds: 60,
        remaining: 3,
        resetSeconds: 0,
      });
      expect(await take('__proto__', 1)).toEqual([true]);
    });

    test('a thousand requests at once get no more than the limit', async () => {
      const all = await Promise.all(Array.from({ length: 1_000 }, () => limiter.take('a', LIMITS)));
      expect(all.filter(({ allowed }) => allowed)).toHaveLength(3);
    });

    test('counts survive a restart, window by window', async () => {
      expect(await take('a', 4)).toEqual([true, true, true, false]);
      expect(await take('b')).toEqual([true]);
      clock.advance(20_000);
      await restart();
      expect(await limiter.take('a', LIMITS)).toEqual({
        allowed: false,
        retryAfterSeconds: 40,
        windows: [
          { limit: 3, windowSeconds: 60, remaining: 0, resetSeconds: 40 },
          { limit: 5, windowSeconds: 3600, remaining: 2, resetSeconds: 3580 },
        ],
      });
      expect((await limiter.take('b', LIMITS)).windows[0]?.remaining).toBe(1);
      expect((await limiter.take('c', LIMITS)).windows[0]?.remaining).toBe(2);
      clock.advance(40_000);
      expect(await take('a', 3)).toEqual([true, true, false]);
      await restart();
      expect((await limiter.take('a', LIMITS)).retryAfterSeconds).toBe(3540);
    });

    test('windows that ended during the restart do not count', async () => {
      await take('a', 3);
      clock.advance(DAY);
      await restart();
      expect(await take('a', 4)).toEqual([true, true, true, false]);
    });

    test('changed limits apply to what was counted before', async () => {
      await take('a', 3);
      await restart();
      expect(await take('a', 1, [{ limit: 2, windowMs: 60_000 }])).toEqual([false]);
      const raised = await limiter.take('a', [{ limit: 1_000_000, windowMs: 60_000 }]);
      expect(raised.windows[0]?.remaining).toBe(999_996);
    });

    test('a clock that was set back blocks for no longer than a window', async () => {
      await take('a', 3);
      clock.advance(-400 * DAY);
      await restart();
      expect((await limiter.take('a', LIMITS)).retryAfterSeconds).toBe(60);
      clock.advance(60_000);
      expect(await take('a')).toEqual([true]);
    });
  });
}
