import { afterEach, describe, expect, test } from 'bun:test';
import type { Locks } from '../../src/platform/ports/locks.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What every driver of the port must do. `open` gives a fresh one without locks. */
export function testLocks(name: string, open: () => Locks): void {
  describe(`${name}: locks`, () => {
    const opened: Locks[] = [];
    const start = () => {
      const locks = open();
      opened.push(locks);
      return locks;
    };
    afterEach(async () => {
      for (const locks of opened.splice(0)) await locks.close();
    });

    test('jobs with a common key run one after the other in order; others run at once', async () => {
      const locks = start();
      const log: string[] = [];
      const job = (job: string, ...keys: string[]) =>
        locks.withLock(keys, async (signal) => {
          expect(signal.aborted).toBe(false);
          log.push(`${job} in`);
          for (let turns = 0; turns < 2 || (job === '1' && !log.includes('3 in')); turns += 1) await turn();
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
      const locks = start();
      const jobs = Array.from({ length: 50 }, (_, i) =>
        locks.withLock(i % 2 === 0 ? ['a', 'b', 'a'] : ['b', 'a'], turn),
      );
      expect(await Promise.all(jobs)).toHaveLength(50);
    });

    test('a job that fails releases its locks', async () => {
      const locks = start();
      const failing = locks.withLock(['a'], async () => {
        throw new Error('broken');
      });
      const next = locks.withLock(['a'], async () => 'in');
      expect(failing).rejects.toThrow('broken');
      expect(await next).toBe('in');
      await expect(
        locks.tryLock('a', async () => {
          throw new Error('broken again');
        }),
      ).rejects.toThrow('broken again');
      expect(await locks.isHeld('a')).toBe(false);
    });

    test('a try of a lock that is held does not run its job', async () => {
      const locks = start();
      const { promise, resolve } = Promise.withResolvers<void>();
      const first = locks.tryLock('a', () => promise);
      while (!(await locks.isHeld('a'))) await turn();
      let isRun = false;
      const job = async () => {
        isRun = true;
      };
      expect(await locks.tryLock('a', job)).toEqual({ isHeld: true });
      expect(await locks.tryLock('b', async () => 7)).toEqual({ isHeld: false, result: 7 });
      expect([isRun, await locks.isHeld('b')]).toEqual([false, false]);
      resolve();
      expect(await first).toMatchObject({ isHeld: false });
      expect(await locks.isHeld('a')).toBe(false);
      await locks.tryLock('a', job);
      expect(isRun).toBe(true);
    });
  });
}
