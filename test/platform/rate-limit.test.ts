import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createRateLimiter } from '../../src/platform/rate-limit.ts';
import { createFakeClock } from '../support/test-app.ts';

describe('a rate limiter', () => {
  test('never lets more than its limit through in any window, and never less than it could', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.array(fc.nat({ max: 3000 }), { maxLength: 120 }),
        (limit, windowMs, pauses) => {
          const clock = createFakeClock();
          const limiter = createRateLimiter(clock, { limit, windowMs });
          const passed: number[] = [];
          for (const pause of pauses) {
            clock.advance(pause);
            const now = clock.now();
            const recent = passed.filter((time) => time > now - windowMs).length;
            expect(limiter.secondsBlocked('k') === 0).toBe(recent < limit);
            if (recent === limit) continue;
            limiter.count('k');
            passed.push(now);
          }
          for (const [i, time] of passed.entries()) {
            const end = passed[i + limit];
            if (end !== undefined) expect(end - time).toBeGreaterThanOrEqual(windowMs);
          }
        },
      ),
    );
  });

  test('tells seconds that are enough, and not one too many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), fc.nat({ max: 60_000 }), (windowMs, passed) => {
        const clock = createFakeClock();
        const limiter = createRateLimiter(clock, { limit: 1, windowMs });
        limiter.count('k');
        clock.advance(passed);
        const seconds = limiter.secondsBlocked('k');
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds > 0).toBe(passed < windowMs);
        if (seconds === 0) return;
        expect(seconds * 1000).toBeLessThan(windowMs - passed + 1000);
        clock.advance(seconds * 1000);
        expect(limiter.secondsBlocked('k')).toBe(0);
      }),
    );
  });

  test('keeps keys apart, and asking counts nothing', () => {
    const limiter = createRateLimiter(createFakeClock(), { limit: 1, windowMs: 1000 });
    for (let i = 0; i < 5; i += 1) expect(limiter.secondsBlocked('a')).toBe(0);
    limiter.count('a');
    expect([limiter.secondsBlocked('a'), limiter.secondsBlocked('b')]).toEqual([1, 0]);
    expect(limiter.secondsBlocked('__proto__')).toBe(0);
  });

  test('forgets the longest unused key beyond 100,000, not one in use', () => {
    const limiter = createRateLimiter(createFakeClock(), { limit: 1, windowMs: 1000 });
    limiter.count('unused');
    limiter.count('in use');
    for (let i = 0; i < 99_999; i += 1) {
      limiter.count(`key ${i}`);
      if (i % 1000 === 0) limiter.count('in use');
    }
    expect(limiter.secondsBlocked('unused')).toBe(0);
    expect(limiter.secondsBlocked('in use')).toBe(1);
  });
});
