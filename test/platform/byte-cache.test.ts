import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createByteCache } from '../../src/platform/byte-cache.ts';

test('forgets what was unused for longest', () => {
  const cache = createByteCache<string>(10);
  cache.set('a', 'A', 4);
  cache.set('b', 'B', 4);
  expect(cache.get('a')).toBe('A');
  cache.set('c', 'C', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
});

test('does not remember what is heavier than itself, nor its predecessor', () => {
  const cache = createByteCache<string>(10);
  cache.set('a', 'A', 4);
  cache.set('a', 'B', 11);
  expect(cache.get('a')).toBeUndefined();
});

test('never holds more than its limit, and always the newest', () => {
  const sets = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 12 })));
  fc.assert(
    fc.property(sets, (steps) => {
      const cache = createByteCache<number>(10);
      for (const [key, bytes] of steps) {
        cache.set(key, bytes, bytes);
        expect(cache.get(key)).toBe(bytes <= 10 ? bytes : undefined);
        const held = ['a', 'b', 'c', 'd'].map((name) => cache.get(name) ?? 0);
        expect(held.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(10);
      }
    }),
  );
});
