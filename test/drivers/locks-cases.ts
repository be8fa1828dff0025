import { describe, expect, test } from 'bun:test';
import type { Locks } from '../../src/platform/ports/locks.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What every driver of the port must do. `open` gives a fresh one. */
export function testLocks(name: string, open: () => Locks): void {
  describe(`${name}: locks`, () => {
    test('jobs with a common key run one after the other in order; others run at once', async () => {
      const locks = open();
      const log: string[] = [];
      const job = (job: string, ...keys: string[]) =>
        locks.withLock(keys, async (signal) => {
          expect(signal.aborted).toBe(false);
          log.push(`${job} in`);
          await turn();
          await turn();
          log.push(`${job} out`);
          return job;
        });
      const names = await Promise.all([job('1', 'a'), job('2', 'a'), job('3', 'b'), job('4', 'a', 'b')]);
      expect(names).toEqual(['1', '2', '3', '4']);
      expect(log.indexOf('3 in')).toBeLessThan(log.indexOf('1 out'));
      expect(log.indexOf('2 in')).toBeGreaterThan(log.indexOf('1 out'));
      expect(log.indexOf('4 in')).toBeGreaterThan(Math.max(log.indexOf('2 out'), log.indexOf('3 out')));
    });

    test('the same key twice, and keys in any order, cause no deadlock', async () => {
      const locks = open();
      const jobs = Array.from({ length: 50 }, (_, i) =>
        locks.withLock(i % 2 === 0 ? ['a', 'b', 'a'] : ['b', 'a'], turn),
      );
      expect(await Promise.all(jobs)).toHaveLength(50);
    });

    test('a job that fails releases its locks', async () => {
      const locks = open();
      const failing = locks.withLock(['a'], async () => {
        throw new Error('broken');
      });
      const next = locks.withLock(['a'], async () => 'in');
      expect(failing).rejects.toThrow('broken');
      expect(await next).toBe('in');
    });
  });
}
