import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type RateWindow, takeFromWindow, takeFromWindows } from '../../../src/platform/limits/rate-limit.ts';

const opened = (now = 0): RateWindow => ({ startedAt: now, used: 0 });

describe('a rate limit', () => {
  test('lets its limit through in each window, and at most twice the limit in any time of that length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.array(fc.nat({ max: 3000 }), { maxLength: 120 }),
        (limit, windowMs, pauses) => {
          const window = opened();
          const passed: number[] = [];
          let now = 0;
          for (const pause of pauses) {
            now += pause;
            const decision = takeFromWindows([window], [{ limit, windowMs }], now);
            if (decision.allowed) passed.push(now);
            else {
              expect(decision.retryAfterSeconds).toBeGreaterThan(0);
              const later = now + decision.retryAfterSeconds * 1000;
              expect(takeFromWindows([{ ...window }], [{ limit, windowMs }], later).allowed).toBe(true);
            }
            const recent = passed.filter((time) => time > now - windowMs).length;
            expect(recent).toBeLessThanOrEqual(2 * limit);
            expect(window.used).toBeLessThanOrEqual(limit);
          }
        },
      ),
    );
  });

  test('gives the fewest seconds after which a request is allowed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), fc.nat({ max: 60_000 }), (windowMs, elapsed) => {
        const window = opened();
        const limits = [{ limit: 1, windowMs }];
        takeFromWindows([window], limits, 0);
        const { allowed, retryAfterSeconds } = takeFromWindows([window], limits, elapsed, { isDryRun: true });
        expect(allowed).toBe(elapsed >= windowMs);
        expect(Number.isInteger(retryAfterSeconds)).toBe(true);
        if (!allowed) expect(retryAfterSeconds * 1000).toBeLessThan(windowMs - elapsed + 1000);
      }),
    );
  });

  test('all of several limits must have room, and the longest wait is given', () => {
    const windows = [opened(), opened()];
    const limits = [
      { limit: 2, windowMs: 1000 },
      { limit: 3, windowMs: 10_000 },
    ];
    const take = (now: number) => takeFromWindows(windows, limits, now);
    expect([take(0).allowed, take(0).allowed, take(0).retryAfterSeconds]).toEqual([true, true, 1]);
    expect(take(1000).windows.map(({ remaining }) => remaining)).toEqual([1, 0]);
    expect(take(1500)).toMatchObject({ allowed: false, retryAfterSeconds: 9 });
  });

  test('amounts are taken whole or not at all', () => {
    const window = opened();
    const limit = { limit: 10, windowMs: 1000 };
    expect(takeFromWindow(window, limit, 8, 0)).toBe(true);
    expect(takeFromWindow(window, limit, 3, 0)).toBe(false);
    expect(takeFromWindow(window, limit, 2, 0)).toBe(true);
    expect(takeFromWindow(window, limit, 10, 1000)).toBe(true);
  });
});
