import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { InProcessBus } from '../../src/drivers/in-process/bus.ts';
import { Cache } from '../../src/platform/cache.ts';
import { createFakeClock } from '../support/test-app.ts';

test('evicts the least recently used entry', () => {
  const cache = new Cache<string>({ maxBytes: 10 });
  cache.set('a', 'A', 4);
  cache.set('b', 'B', 4);
  expect(cache.get('a')).toBe('A');
  cache.set('c', 'C', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
});

test('does not store a value larger than itself, and drops the one before', () => {
  const cache = new Cache<string>({ maxBytes: 10 });
  cache.set('a', 'A', 4);
  cache.set('a', 'B', 11);
  expect(cache.get('a')).toBeUndefined();
});

test('never holds more than its limit, and always the newest', () => {
  const sets = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 12 })));
  fc.assert(
    fc.property(sets, (steps) => {
      const cache = new Cache<number>({ maxBytes: 10 });
      for (const [key, bytes] of steps) {
        cache.set(key, bytes, bytes);
        expect(cache.get(key)).toBe(bytes <= 10 ? bytes : undefined);
        const held = ['a', 'b', 'c', 'd'].map((name) => cache.get(name) ?? 0);
        expect(held.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(10);
      }
    }),
  );
});

test('holds no more entries than it may', () => {
  const cache = new Cache<string>({ maxEntries: 2 });
  for (const key of ['a', 'b']) cache.set(key, key);
  cache.get('a');
  cache.set('c', 'c');
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c']);
});

describe('getOrLoad', () => {
  test('loads once for concurrent callers, stores the value, and stores neither misses nor failures', async () => {
    const cache = new Cache<string>({ maxEntries: 10 });
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
    const cache = new Cache<string>({ maxEntries: 10, invalidation: { bus, clock, topics, maxAgeMs: 1000 } });
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
