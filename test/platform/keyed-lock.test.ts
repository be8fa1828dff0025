import { expect, test } from 'bun:test';
import { createKeyedLock } from '../../src/platform/keyed-lock.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('who shares a key comes one after the other, in order; who does not comes at once', async () => {
  const lock = createKeyedLock();
  const log: string[] = [];
  const job = (name: string, ...keys: string[]) =>
    lock.hold(keys, async () => {
      log.push(`${name} in`);
      await turn();
      await turn();
      log.push(`${name} out`);
      return name;
    });
  const names = await Promise.all([job('1', 'a'), job('2', 'a'), job('3', 'b'), job('4', 'a', 'b')]);
  expect(names).toEqual(['1', '2', '3', '4']);
  expect(log.indexOf('3 in')).toBeLessThan(log.indexOf('1 out'));
  expect(log.indexOf('2 in')).toBeGreaterThan(log.indexOf('1 out'));
  expect(log.indexOf('4 in')).toBeGreaterThan(Math.max(log.indexOf('2 out'), log.indexOf('3 out')));
});

test('the same key twice, and keys in any order, hold nobody up for ever', async () => {
  const lock = createKeyedLock();
  const holds = Array.from({ length: 50 }, (_, i) =>
    lock.hold(i % 2 === 0 ? ['a', 'b', 'a'] : ['b', 'a'], turn),
  );
  expect(await Promise.all(holds)).toHaveLength(50);
});

test('a job that fails lets the next one in', async () => {
  const lock = createKeyedLock();
  const failing = lock.hold(['a'], async () => {
    throw new Error('broken');
  });
  const next = lock.hold(['a'], async () => 'in');
  expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('in');
});
