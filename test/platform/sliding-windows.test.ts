import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { packTimes, unpackTimes } from '../../src/platform/packed-times.ts';
import { createSlidingWindows, type SlidingWindow } from '../../src/platform/sliding-windows.ts';
import { createFakeClock } from '../support/test-app.ts';

/** The same by the plainest means: every time in a list, counted anew each time. */
function createModel(windows: readonly SlidingWindow[]) {
  const longestMs = Math.max(...windows.map(({ windowMs }) => windowMs));
  let times: number[] = [];
  const within = (now: number, { windowMs }: SlidingWindow) => times.filter((time) => time > now - windowMs);
  const isFree = (now: number) => windows.every((window) => within(now, window).length < window.limit);
  return {
    take(now: number) {
      times = times.filter((time) => time > now - longestMs).map((time) => Math.min(time, now));
      const allowed = isFree(now);
      let retryAfterSeconds = 0;
      while (!isFree(now + retryAfterSeconds * 1000)) retryAfterSeconds += 1;
      if (allowed) times.push(now);
      return {
        allowed,
        retryAfterSeconds,
        windows: windows.map((window) => {
          const inside = within(now, window);
          // With a smaller limit than there are entries, the wait is for the first that makes room.
          const first = inside[Math.max(0, inside.length - window.limit)];
          return {
            limit: window.limit,
            windowSeconds: window.windowMs / 1000,
            remaining: Math.max(0, window.limit - inside.length),
            resetSeconds: first === undefined ? 0 : Math.ceil((first + window.windowMs - now) / 1000),
          };
        }),
      };
    },
  };
}

const someWindows = fc.array(
  fc.record({ limit: fc.integer({ min: 1, max: 12 }), windowMs: fc.integer({ min: 1, max: 20_000 }) }),
  { minLength: 1, maxLength: 3 },
);

/** Mostly forward and by little, sometimes far, sometimes back. */
const someSteps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.nat({ max: 1500 }) },
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.nat({ max: 30_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -30_000, max: 0 }) },
  ),
  { maxLength: 150, size: 'max' },
);

const perMinuteAndHour = [
  { limit: 120, windowMs: 60_000 },
  { limit: 2_000, windowMs: 3_600_000 },
];

describe('sliding windows', () => {
  test('decide as the model does, whatever the clock does', () => {
    fc.assert(
      fc.property(someWindows, someSteps, (windows, steps) => {
        const clock = createFakeClock();
        const limiter = createSlidingWindows(clock, windows);
        const model = createModel(windows);
        for (const step of steps) {
          clock.advance(step);
          const asked = limiter.secondsBlocked('k');
          const expected = model.take(clock.now());
          expect(asked).toBe(expected.retryAfterSeconds);
          expect(limiter.take('k')).toEqual(expected);
        }
      }),
    );
  });

  test('go on as the model does after having been packed and loaded at any moment', () => {
    fc.assert(
      fc.property(someWindows, someSteps, fc.nat({ max: 20 }), (windows, steps, every) => {
        const clock = createFakeClock();
        const model = createModel(windows);
        let limiter = createSlidingWindows(clock, windows);
        for (const [i, step] of steps.entries()) {
          clock.advance(step);
          const expected = model.take(clock.now());
          expect(limiter.take('k')).toEqual(expected);
          if (i % (every + 1) !== 0) continue;
          limiter.markChanged('k');
          const [kept] = limiter.collectChanges(10);
          limiter = createSlidingWindows(clock, windows);
          if (kept !== undefined) limiter.load(kept.key, kept.packed);
        }
      }),
    );
  });

  test('120 a minute and 2,000 an hour: each is in force, and the wait it tells is enough', () => {
    const clock = createFakeClock();
    const limiter = createSlidingWindows(clock, perMinuteAndHour);
    const passed: number[] = [];
    let waits = 0;
    while (passed.length < 4_000) {
      const { allowed, retryAfterSeconds } = limiter.take('k');
      if (allowed) {
        passed.push(clock.now());
        clock.advance(7);
        continue;
      }
      waits += 1;
      clock.advance(retryAfterSeconds * 1000);
      expect(limiter.secondsBlocked('k')).toBe(0);
    }
    expect(waits).toBeGreaterThan(20);
    for (const { limit, windowMs } of perMinuteAndHour) {
      const gaps = passed.slice(limit).map((time, i) => time - (passed[i] as number));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(windowMs);
    }
  });

  test('a refused request does not count, and keys are apart', () => {
    const clock = createFakeClock();
    const limiter = createSlidingWindows(clock, [{ limit: 2, windowMs: 10_000 }]);
    expect([1, 2, 3, 4].map(() => limiter.take('a').allowed)).toEqual([true, true, false, false]);
    expect(limiter.take('__proto__').allowed).toBe(true);
    clock.advance(10_000);
    expect(limiter.take('a')).toEqual({
      allowed: true,
      retryAfterSeconds: 0,
      windows: [{ limit: 2, windowSeconds: 10, remaining: 1, resetSeconds: 10 }],
    });
  });

  test('a clock set back by years blocks nobody for longer than a window', () => {
    const clock = createFakeClock();
    const limiter = createSlidingWindows(clock, perMinuteAndHour);
    for (let i = 0; i < 120; i += 1) limiter.take('k');
    clock.advance(-3 * 365 * 86_400_000);
    expect(limiter.take('k').retryAfterSeconds).toBe(60);
    clock.advance(60_000);
    expect(limiter.take('k').allowed).toBe(true);
  });

  test('a limit that was lowered holds for what was counted before', () => {
    const clock = createFakeClock();
    const before = createSlidingWindows(clock, [{ limit: 10, windowMs: 10_000 }]);
    for (let i = 0; i < 10; i += 1) {
      before.take('k');
      clock.advance(100);
    }
    const after = createSlidingWindows(clock, [{ limit: 3, windowMs: 10_000 }]);
    after.load('k', before.collectChanges(1)[0]?.packed as Uint8Array);
    // The eighth came 700 ms after the first, now is 1,000 ms after it.
    const wait = { retryAfterSeconds: 10, windows: [{ remaining: 0, resetSeconds: 10 }] };
    expect(after.take('k')).toMatchObject({ allowed: false, ...wait });
    clock.advance(10_000);
    expect(after.take('k').allowed).toBe(true);
  });
});

describe('large limits', () => {
  const windows = [{ limit: 100_000, windowMs: 3_600_000 }];

  test('are never exceeded in any window; room comes back a 4,000th of it later at most', () => {
    for (let offset = 0; offset < 40; offset += 1) {
      const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z') + offset);
      const limiter = createSlidingWindows(clock, [{ limit: 5_000, windowMs: 60_000 }]);
      for (let i = 0; i < 5_000; i += 1) expect(limiter.take('k').allowed).toBe(true);
      expect([60, 61]).toContain(limiter.take('k').retryAfterSeconds);
      clock.advance(59_999);
      expect(limiter.take('k').allowed).toBe(false);
      clock.advance(1 + 15);
      expect(limiter.take('k').allowed).toBe(true);
    }
  });

  test('cost a key no more entries than 4,000 and a few', () => {
    const clock = createFakeClock();
    const limiter = createSlidingWindows(clock, windows);
    for (let i = 0; i < 100_000; i += 1) {
      expect(limiter.take('k').allowed).toBe(true);
      clock.advance(i % 1000 === 0 ? 20 : 36);
    }
    const packed = limiter.collectChanges(1)[0]?.packed as Uint8Array;
    expect(unpackTimes(packed).length / 2).toBeLessThanOrEqual(4_002);
    expect(limiter.take('k').windows[0]?.remaining).toBeLessThan(100);
  });
});

describe('keys', () => {
  const windows = [{ limit: 1, windowMs: 1000 }];

  test('beyond 100,000 the longest unused is forgotten, not one in use', () => {
    const limiter = createSlidingWindows(createFakeClock(), windows);
    limiter.take('unused');
    limiter.take('in use');
    for (let i = 0; i < 99_999; i += 1) {
      limiter.take(`key ${i}`);
      if (i % 1000 === 0) limiter.take('in use');
    }
    expect([limiter.has('unused'), limiter.has('in use')]).toEqual([false, true]);
    expect(limiter.collectChanges(1_000_000)).toHaveLength(100_000);
  });

  test('with nothing left in a window are forgotten when asked to', () => {
    const clock = createFakeClock();
    const limiter = createSlidingWindows(clock, windows);
    limiter.take('old');
    clock.advance(900);
    limiter.take('young');
    clock.advance(200);
    limiter.forgetIdle();
    expect([limiter.has('old'), limiter.has('young')]).toEqual([false, true]);
  });

  test('are collected once per change, a batch at a time, and refused requests are no change', () => {
    const limiter = createSlidingWindows(createFakeClock(), windows);
    const collect = (atMost: number) => limiter.collectChanges(atMost).map(({ key }) => key);
    for (const key of ['a', 'b', 'c', 'a']) limiter.take(key);
    expect([collect(2), collect(2), collect(2)]).toEqual([['a', 'b'], ['c'], []]);
    limiter.take('a');
    expect(collect(2)).toEqual([]);
    for (const key of ['b', 'never seen']) limiter.markChanged(key);
    expect(collect(2)).toEqual(['b']);
  });
});

describe('packed times', () => {
  test('come back as they were', () => {
    const step = fc.tuple(fc.nat({ max: 4_000_000 }), fc.integer({ min: 1, max: 1_000_000 }));
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 42 }), fc.array(step), (start, steps) => {
        let time = start;
        const entries = steps.flatMap(([pause, count]) => {
          time += pause;
          return [time, count];
        });
        expect(unpackTimes(packTimes(entries))).toEqual(entries);
      }),
    );
  });

  test('any other bytes are no fault and keep nobody out for longer than a window', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const clock = createFakeClock();
        const limiter = createSlidingWindows(clock, perMinuteAndHour);
        limiter.load('k', bytes);
        const { retryAfterSeconds } = limiter.take('k');
        expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
        clock.advance(3_600_000);
        expect(limiter.take('k').allowed).toBe(true);
      }),
      // A count that an entry cannot hold.
      { examples: [[Uint8Array.from([75, 128, 128, 128, 128, 16])]] },
    );
  });

  test('take two bytes for a request every few seconds', () => {
    const start = createFakeClock().now();
    const entries = Array.from({ length: 2_000 }, (_, i) => [start + i * 1800, 1]).flat();
    expect(packTimes(entries).length).toBeLessThan(4_010);
  });
});
