import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { FairShare } from '../../../src/platform/fair-use/fair-share.ts';
import { WorkerPool } from '../../../src/platform/workers/pool.ts';
import type { ProcessEvents } from '../../../src/platform/workers/worker-process.ts';

const MINUTE_MS = 60_000;

/** A pool whose workers are ready at once and end their jobs when the test says so. */
function openPools(options: { size?: number; maxQueued?: number; maxQueuedOfOwner?: number } = {}) {
  let now = 0;
  const share = new FairShare({ budgetMs: 10_000, maxRunning: 3, now: () => now });
  const running = new Map<string, ProcessEvents>();
  const started: string[] = [];
  let killed = 0;
  const open = () =>
    new WorkerPool<string, string>({
      share,
      size: 1,
      ...options,
      what: 'Rendering',
      idleMs: 60_000,
      log: { error() {} },
      start(events) {
        queueMicrotask(() => events.onMessage({ kind: 'ready' }));
        return {
          pid: -1,
          send(input) {
            started.push(input as string);
            running.set(input as string, events);
          },
          kill() {
            killed += 1;
          },
          setRef() {},
        };
      },
    });
  const pool = open();
  const outcomes = new Map<string, string>();
  /** Names begin with the owner, as in `a1`. */
  const give = async (name: string, to = pool) => {
    void to.run(name, { owner: name[0] as string }).then(
      () => outcomes.set(name, 'done'),
      (error) => outcomes.set(name, error.code),
    );
    await settle();
  };
  const end = async (name: string, processorMs: number) => {
    const events = running.get(name);
    running.delete(name);
    events?.onMessage({ kind: 'done', output: name, processorMs });
    await settle();
  };
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return { pool, open, share, running, started, outcomes, give, end, advance, killed: () => killed };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the workers of a pool', () => {
  test('one owner leaves a worker to others, whose job starts at once', async () => {
    const { give, started, pool } = openPools({ size: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) await give(name);
    expect(started).toEqual(['a1', 'a2']);
    await give('b1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    expect(pool.stats()).toMatchObject({ workers: 3, busy: 3, queued: 2 });
  });

  test('a worker for others is started while jobs of an owner wait, and only one', async () => {
    const { give, running, started, pool } = openPools();
    await give('a1');
    expect(pool.stats()).toMatchObject({ workers: 1, busy: 1 });
    await give('a2');
    await give('a3');
    expect(pool.stats()).toMatchObject({ workers: 2, busy: 1, queued: 2, started: 2 });
    expect([...running.keys()]).toEqual(['a1']);
    await give('b1');
    expect(started).toEqual(['a1', 'b1']);
    expect(pool.stats()).toMatchObject({ workers: 2, started: 2 });
  });

  test('12 long jobs of an owner do not delay another owner, however long each takes', async () => {
    const { give, end, started } = openPools();
    for (let i = 0; i < 12; i += 1) await give(`a${i}`);
    for (const name of ['b1', 'b2', 'b3']) {
      await give(name);
      expect(started.at(-1)).toBe(name);
      await end(name, 1);
    }
    expect(started).toEqual(['a0', 'b1', 'b2', 'b3']);
  });

  test('an owner over its budget gets a worker only when no other waits for one', async () => {
    const { give, end, started, share } = openPools();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'c2']) await give(name);
    expect(started).toEqual(['a1', 'b1']);
    await end('a1', 11_000);
    expect(share.isOverBudget('a')).toBe(true);
    // In turn it would be a2.
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await give('d1');
    await give('d2');
    await end('b1', 1);
    expect(started.slice(3)).toEqual(['d1']);
    await end('c1', 1);
    await end('d1', 1);
    expect(started.slice(4)).toEqual(['c2', 'd2']);
    await end('c2', 1);
    expect(started.slice(6)).toEqual(['a2']);
  });

  test('owners over their budgets together leave one worker free', async () => {
    const { give, end, started } = openPools({ size: 2 });
    for (const name of ['a1', 'b1', 'c1']) await give(name);
    for (const name of ['a1', 'b1', 'c1']) await end(name, 15_000);
    for (const name of ['a2', 'a3', 'b2', 'c2']) await give(name);
    expect(started.slice(3)).toEqual(['a2', 'b2']);
    await give('d1');
    expect(started.at(-1)).toBe('d1');
    await end('a2', 1);
    await end('a3', 1);
    expect(started.slice(6)).toEqual(['a3', 'c2']);
  });

  test('a running job counts towards the budget before it ends', async () => {
    const { give, share, advance } = openPools();
    await give('a1');
    expect(share.isOverBudget('a')).toBe(false);
    advance(10_001);
    expect(share.isOverBudget('a')).toBe(true);
  });

  test('a worker that is killed at the time limit pays for the time it took', async () => {
    const { share, advance } = openPools();
    const finish = share.start('a');
    advance(20_000);
    finish(undefined);
    expect(share.isOverBudget('a')).toBe(true);
    advance(MINUTE_MS);
    expect(share.isOverBudget('a')).toBe(false);
  });

  test('jobs of an owner in all pools count, and a job that ends lets the next start in another pool', async () => {
    const { give, end, open, started } = openPools({ size: 2 });
    const [other, third] = [open(), open()];
    await give('a1');
    await give('a2');
    await give('a3', other);
    await give('a4', other);
    expect(started).toEqual(['a1', 'a2', 'a3']);
    await give('b1', other);
    await give('a5', third);
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
    await end('a1', 1);
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
    await end('a3', 1);
    expect(started.at(-1)).toBe('a5');
  });

  test('each owner has a bound of its own, and is told when to try again', async () => {
    const { give, pool, end, outcomes } = openPools({ maxQueued: 8, maxQueuedOfOwner: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) await give(name);
    expect([...outcomes]).toEqual([['a4', 'rate_limited']]);
    await give('b1');
    expect(outcomes.has('b1')).toBe(false);
    await end('a1', 15_000);
    await give('a5');
    const refused = await pool.run('a6', { owner: 'a' }).catch((error) => error);
    // 5 of 10 seconds too much take half a minute.
    expect(refused).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 30 } });
    expect(refused.message).toBe(
      'Rendering: too many of your requests are waiting already. Try again in 30 seconds.',
    );
  });

  test('a full queue loses the newest job of the owner with the most, for the first jobs of others', async () => {
    const { give, outcomes, pool } = openPools({ maxQueued: 4, maxQueuedOfOwner: 10 });
    for (let i = 0; i < 6; i += 1) await give(`a${i}`);
    expect(pool.stats().queued).toBe(4);
    expect([...outcomes]).toEqual([['a5', 'unavailable']]);
    // The first starts at once, on the worker that is kept for others.
    for (const name of ['b1', 'c1', 'd1', 'e1']) await give(name);
    expect([...outcomes].slice(1)).toEqual([
      ['a4', 'rate_limited'],
      ['a3', 'rate_limited'],
      ['a2', 'rate_limited'],
    ]);
    await give('f1');
    expect(outcomes.get('f1')).toBe('unavailable');
  });
});

describe('shares of the processor', () => {
  test('a debt is paid at the rate of the budget, and is at most one budget', () => {
    let now = 0;
    const share = new FairShare({ budgetMs: 10_000, now: () => now });
    for (let i = 0; i < 50; i += 1) share.start('a')(5_000);
    expect(share.secondsOverBudget('a')).toBe(60);
    now += MINUTE_MS / 2;
    expect(share.secondsOverBudget('a')).toBe(30);
    now += MINUTE_MS / 2;
    expect([share.secondsOverBudget('a'), share.isOverBudget('a')]).toEqual([0, false]);
  });

  test('owners that owe nothing are forgotten', () => {
    let now = 0;
    const share = new FairShare({ budgetMs: 10_000, now: () => now });
    const finish = share.start('long');
    for (let i = 0; i < 10_000; i += 1) share.start(`owner ${i}`)(1);
    finish(1);
    expect(share.size).toBe(10_001);
    now += MINUTE_MS;
    share.start('next')(0);
    expect(share.size).toBe(0);
  });

  test('the end of a job counts once', () => {
    const share = new FairShare({ budgetMs: 10_000, maxRunning: 2 });
    const finish = share.start('a');
    share.start('a');
    finish(1);
    finish(60_000);
    expect([share.allowance('a'), share.isOverBudget('a')]).toEqual([1, false]);
  });
});

test('every job given to a pool ends, whatever its owners do', async () => {
  const job = fc.record({
    owner: fc.constantFrom('a', 'b', 'c'),
    processorMs: fc.constantFrom(1, 9_000, 30_000),
    ends: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(job, { maxLength: 30 }), fc.integer({ min: 1, max: 3 }), async (jobs, size) => {
      const { give, end, running, outcomes, pool, share } = openPools({ size, maxQueued: 12 });
      const names = jobs.map(({ owner }, index) => `${owner}${index}`);
      for (const [index, { processorMs, ends }] of jobs.entries()) {
        await give(names[index] as string);
        for (const name of [...running.keys()].slice(0, ends)) await end(name, processorMs);
        for (const owner of ['a', 'b', 'c']) {
          const own = [...running.keys()].filter((name) => name[0] === owner).length;
          expect(own).toBeLessThanOrEqual(size);
          expect(share.allowance(owner)).toBe(3 - own);
        }
      }
      while (running.size > 0) await end([...running.keys()][0] as string, 1);
      expect(names.filter((name) => !outcomes.has(name))).toEqual([]);
      expect(pool.stats()).toMatchObject({ busy: 0, queued: 0 });
    }),
  );
});
