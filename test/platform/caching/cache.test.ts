import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { InProcessBus } from '../../../src/drivers/in-process/bus.ts';
import { Cache } from '../../../src/platform/caching/cache.ts';
import { CacheBudget } from '../../../src/platform/caching/cache-budget.ts';
import { createFakeClock } from '../../support/test-app.ts';

/** A budget with room for entries of `bytes`. An eighth of a budget is the database's. */
const roomFor = (bytes: number) => new CacheBudget((bytes * 8) / 7);

/** What an entry counts beside its value. */
const ENTRY = 256;

describe('budget', () => {
  test('evicts the entry of all caches that was unused for longest', () => {
    const budget = roomFor(8_000);
    const [texts, numbers] = [new Cache<string>({ budget }), new Cache<number>({ budget })];
    texts.set('a', 'A', 2_000 - ENTRY);
    numbers.set('a', 1, 2_000 - ENTRY);
    texts.set('b', 'B', 2_000 - ENTRY);
    numbers.set('b', 2, 2_000 - ENTRY);
    expect(texts.get('a')).toBe('A');
    texts.set('c', 'C', 2_000 - ENTRY);
    expect([numbers.get('a'), texts.get('a'), texts.get('b'), texts.get('c'), numbers.get('b')]).toEqual([
      undefined,
      'A',
      'B',
      'C',
      2,
    ]);
    texts.clear();
    expect(budget.bytes).toBe(2_000);
    numbers.delete('b');
    expect(budget.bytes).toBe(0);
  });

  test('does not store a value that would take much of it, and drops the one before', () => {
    const cache = new Cache<string>({ budget: roomFor(8_000) });
    cache.set('a', 'A', 400);
    cache.set('a', 'B', 2_001 - ENTRY);
    expect(cache.get('a')).toBeUndefined();
  });

  test('counts what two caches hold, never more than its limit', () => {
    const sets = fc.array(
      fc.tuple(fc.boolean(), fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 2_500 })),
    );
    fc.assert(
      fc.property(sets, (steps) => {
        const budget = roomFor(8_000);
        const caches = [new Cache<number>({ budget }), new Cache<number>({ budget, maxEntries: 2 })];
        for (const [isFirst, key, bytes] of steps) {
          const cache = caches[isFirst ? 0 : 1];
          cache?.set(key, bytes, bytes);
          expect(cache?.get(key)).toBe(bytes + ENTRY <= 2_000 ? bytes : undefined);
          const held = caches.flatMap((each) => ['a', 'b', 'c', 'd'].map((name) => each.get(name)));
          const sum = held.reduce<number>(
            (total, each) => total + (each === undefined ? 0 : each + ENTRY),
            0,
          );
          expect(budget.bytes).toBe(sum);
          expect(sum).toBeLessThanOrEqual(8_000);
        }
      }),
    );
  });

  test('when it is used up, a cache of many entries stores one new entry of four, and replaces every known one', () => {
    const cache = new Cache<number>({ budget: roomFor(8_000), admitsOneIn: 4 });
    for (let index = 0; index < 4; index += 1) cache.set(`first ${index}`, index, 2_000 - ENTRY);
    for (let index = 0; index < 8; index += 1) cache.set(`next ${index}`, index, 2_000 - ENTRY);
    const stored = Array.from({ length: 8 }, (_, index) => index).filter(
      (index) => cache.get(`next ${index}`) !== undefined,
    );
    expect(stored).toEqual([3, 7]);
    cache.set('next 7', 8, 2_000 - ENTRY);
    expect(cache.get('next 7')).toBe(8);
  });
});

test('every cache of the server takes the shared budget, but counters and what must not be displaced', () => {
  const root = join(import.meta.dir, '../../..');
  const others = [...new Bun.Glob('src/**/*.ts').scanSync(root)].flatMap((file) => {
    const made = readFileSync(join(root, file), 'utf8').match(/new Cache\b(<[^(]*>)?\(\{[^}]*/g) ?? [];
    return made.some((options) => !/budget: (deps\.)?cacheBudget|budget,|budget }/.test(`${options}}`))
      ? [file]
      : [];
  });
  expect(others.sort()).toEqual([
    'src/drivers/in-process/shared-maps.ts',
    'src/features/access/tool-access.ts',
    'src/features/rendering/filling.worker.ts',
    'src/features/snapshots/feature.ts',
    'src/mcp/client-name.ts',
    'src/platform/limits/rate-limit.ts',
  ]);
});

test('holds no more entries than it may', () => {
  const cache = new Cache<string>({ budget: roomFor(8_000), maxEntries: 2 });
  for (const key of ['a', 'b']) cache.set(key, key);
  cache.get('a');
  cache.set('c', 'c');
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c']);
});

describe('getOrLoad', () => {
  test('loads once for concurrent callers, stores the value, and stores neither misses nor failures', async () => {
    const cache = new Cache<string>({ budget: roomFor(8_000), maxEntries: 10 });
    let loads = 0;
    const load = (value: string | undefined) => async () => {
      loads += 1;
      await Promise.resolve();
      if (value === 'broken') throw new Error(value);
      return value;
    };
    const both = [cache.getOrLoad('a', load('A')), cache.getOrLoad('a', load('other'))];
    expect(await Promise.all(both)).toEqual(['A', 'A']);
    expect([loads, await cache.getOrLoad('a', load('other')), loads]).toEqual([1, 'A', 1]);
    expect([await cache.getOrLoad('b', load(undefined)), cache.get('b')]).toEqual([undefined, undefined]);
    await expect(cache.getOrLoad('b', load('broken'))).rejects.toThrow('broken');
    expect(await cache.getOrLoad('b', load('B'))).toBe('B');
  });
});

describe('invalidation', () => {
  const open = () => {
    const clock = createFakeClock();
    const bus = new InProcessBus({ error() {} });
    const topics = ['thing.changed'];
    const cache = new Cache<string>({
      budget: roomFor(8_000),
      invalidation: { bus, clock, topics, maxAgeMs: 1000 },
    });
    return { clock, bus, cache };
  };

  test('clears the cache at a message of its topics only', () => {
    const { bus, cache } = open();
    cache.set('a', 'A');
    bus.publish('thing.read', {});
    expect(cache.get('a')).toBe('A');
    bus.publish('thing.changed', {});
    expect(cache.get('a')).toBeUndefined();
  });

  test('a value that was loaded while the cache was cleared is not stored', async () => {
    const { bus, cache } = open();
    const gate = Promise.withResolvers<string>();
    const loading = cache.getOrLoad('a', () => gate.promise);
    bus.publish('thing.changed', {});
    const fresh = cache.getOrLoad('a', async () => 'new');
    gate.resolve('old');
    expect([await loading, await fresh, cache.get('a')]).toEqual(['old', 'new', 'new']);
  });

  test('an entry ends with its time even if a message was lost', () => {
    const { clock, cache } = open();
    cache.set('a', 'A');
    clock.advance(999);
    expect(cache.get('a')).toBe('A');
    clock.advance(1);
    expect(cache.get('a')).toBeUndefined();
  });

  test('an entry also ends with its time after the clock was set back', () => {
    const { clock, cache } = open();
    cache.set('a', 'A');
    clock.advance(-3_600_000);
    expect(cache.get('a')).toBeUndefined();
    cache.set('a', 'B');
    expect(cache.get('a')).toBe('B');
  });

  test('a value that was set during a load is not replaced by the older one', async () => {
    const { cache } = open();
    const gate = Promise.withResolvers<string>();
    const loading = cache.getOrLoad('a', () => gate.promise);
    cache.set('a', 'new');
    gate.resolve('old');
    expect([await loading, cache.get('a')]).toEqual(['old', 'new']);
  });

  test('a value whose entry was deleted during its load is not stored', async () => {
    const { cache } = open();
    const gate = Promise.withResolvers<string>();
    const loading = cache.getOrLoad('a', () => gate.promise);
    cache.delete('a');
    gate.resolve('old');
    expect([await loading, cache.get('a')]).toEqual(['old', undefined]);
  });
});
