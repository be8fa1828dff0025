import { describe, expect, test } from 'bun:test';
import { FairShare } from '../../../src/platform/fair-use/fair-share.ts';
import { type PoolOptions, WorkerPool } from '../../../src/platform/workers/pool.ts';
import { RestartBackoff } from '../../../src/platform/workers/supervisor.ts';
import type { ProcessEvents, StartProcess } from '../../../src/platform/workers/worker-process.ts';

/** A fake process, controlled by the test. */
interface Fake extends ProcessEvents {
  inputs: unknown[];
  isKilled: boolean;
  isRef: boolean | undefined;
}

function openPool(options: Partial<PoolOptions> = {}) {
  const fakes: Fake[] = [];
  const logged: unknown[] = [];
  const start: StartProcess = (events) => {
    const fake: Fake = { ...events, inputs: [], isKilled: false, isRef: undefined };
    fakes.push(fake);
    return {
      // Its memory cannot be read, as on other systems than Linux.
      pid: -1,
      send: (input) => void fake.inputs.push(input),
      kill() {
        fake.isKilled = true;
      },
      setRef(isRef) {
        fake.isRef = isRef;
      },
    };
  };
  const pool = new WorkerPool<string, string, string>({
    start,
    share: new FairShare({ maxRunning: 4 }),
    what: 'Rendering',
    size: 2,
    maxQueued: 1,
    timeLimitMs: 60_000,
    idleMs: 60_000,
    log: { error: (facts: unknown) => void logged.push(facts) },
    ...options,
  });
  return { pool, fakes, logged, fake: (index: number) => fakes[index] as Fake };
}

/** For tests in which the owner does not matter. */
const OWN = { owner: 'a' };

const READY = { kind: 'ready' };
const BEGUN = { kind: 'begun' };
const done = (output: string, processorMs = 1) => ({ kind: 'done', output, processorMs });

/** An outcome that is awaited later. */
const outcomeOf = (run: Promise<string>) => run.then(String, (error) => error.code ?? error.message);

describe('a pool of workers', () => {
  test('starts as many as an owner may use and one for others, and refuses beyond its queue', async () => {
    const { pool, fakes } = openPool();
    expect(fakes.length).toBe(0);
    const runs = ['1', '2'].map((input) => outcomeOf(pool.run(input, OWN)));
    expect(fakes.length).toBe(2);
    runs.push(...['3', '4'].map((input) => outcomeOf(pool.run(input, OWN))));
    expect(fakes.length).toBe(3);
    expect(await runs[3]).toBe('rate_limited');
    expect(pool.stats()).toMatchObject({ workers: 3, busy: 0, queued: 3 });
  });

  test('passes the parts of an answer to the caller of that job', async () => {
    const { pool, fake } = openPool({ size: 1 });
    const heard: string[] = [];
    const listen = (name: string) => ({ ...OWN, onPart: (part: string) => heard.push(`${name} ${part}`) });
    const first = pool.run('1', listen('first'));
    const second = pool.run('2', listen('second'));
    fake(0).onMessage(READY);
    fake(0).onMessage({ kind: 'part', part: 'a' });
    fake(0).onMessage({ kind: 'part', part: 'b' });
    expect(pool.stats()).toMatchObject({ busy: 1, queued: 1 });
    fake(0).onMessage(done('one'));
    expect(await first).toBe('one');
    fake(0).onMessage({ kind: 'part', part: 'c' });
    fake(0).onMessage(done('two'));
    expect(await second).toBe('two');
    // Belongs to no caller: the worker has no job.
    fake(0).onMessage({ kind: 'part', part: 'd' });
    expect(heard).toEqual(['first a', 'first b', 'second c']);
    void pool.close();
  });

  test('owners take turns, and one owner cannot fill the queue', async () => {
    const { pool, fake } = openPool({ size: 1, maxQueued: 6, maxQueuedOfOwner: 2 });
    const order: string[] = [];
    const give = (input: string, owner: string) => outcomeOf(pool.run(input, { owner }));
    const runs = [give('a1', 'a'), give('a2', 'a'), give('a3', 'a')];
    expect(await give('a4', 'a')).toBe('rate_limited');
    runs.push(give('b1', 'b'), give('c1', 'c'), give('b2', 'b'));
    fake(0).onMessage(READY);
    for (const _ of runs) {
      order.push(fake(0).inputs.at(-1) as string);
      fake(0).onMessage(done('ok'));
    }
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(await Promise.all(runs)).toEqual(runs.map(() => 'ok'));
    void pool.close();
  });

  test('gives a job up whose turn does not come in time, and not one that has begun', async () => {
    const { pool, fake } = openPool({ size: 1 });
    const begun = outcomeOf(pool.run('1', { ...OWN, startWithinMs: 20 }));
    fake(0).onMessage(READY);
    expect(await outcomeOf(pool.run('2', { ...OWN, startWithinMs: 30 }))).toBe('unavailable');
    expect(pool.stats()).toMatchObject({ busy: 1, queued: 0 });
    fake(0).onMessage(done('one'));
    expect(await begun).toBe('one');
    void pool.close();
  });

  test('gives the next job to the worker that is free', async () => {
    const { pool, fake } = openPool();
    const runs = ['1', '2', '3'].map((input) => outcomeOf(pool.run(input, OWN)));
    fake(1).onMessage(READY);
    expect(fake(1).inputs).toEqual(['1']);
    fake(1).onMessage(done('one'));
    expect(fake(1).inputs).toEqual(['1', '2']);
    fake(0).onMessage(READY);
    fake(0).onMessage(done('three'));
    fake(1).onMessage(done('two'));
    expect(await Promise.all(runs)).toEqual(['one', 'two', 'three']);
  });

  test('an owner whose job was stopped waits for the next worker and leaves the free one to others', async () => {
    const { pool, fakes, fake } = openPool({ size: 1 });
    const cancel = new AbortController();
    const stopped = outcomeOf(pool.run('a1', { owner: 'a', signal: cancel.signal }));
    const runs = [outcomeOf(pool.run('a2', { owner: 'a' }))];
    fake(0).onMessage(READY);
    fake(1).onMessage(READY);
    cancel.abort();
    await stopped;
    expect([fakes.length, fake(1).inputs]).toEqual([3, []]);
    runs.push(outcomeOf(pool.run('b1', { owner: 'b' })));
    fake(2).onMessage(READY);
    expect([fake(1).inputs, fake(2).inputs]).toEqual([['b1'], ['a2']]);
    for (const index of [1, 2]) fake(index).onMessage(done('ok'));
    expect(await Promise.all(runs)).toEqual(['ok', 'ok']);
    void pool.close();
  });

  test('an owner whose job was stopped starts a worker with its next job', async () => {
    const { pool, fake } = openPool({ size: 1, timeLimitMs: 1 });
    const stopped = outcomeOf(pool.run('a1', { owner: 'a' }));
    fake(0).onMessage(READY);
    expect(await stopped).toBe('too_large');
    const run = outcomeOf(pool.run('a2', { owner: 'a' }));
    fake(1).onMessage(READY);
    fake(1).onMessage(done('ok'));
    expect(await run).toBe('ok');
    void pool.close();
  });

  test('keeps the program from ending only while a worker works', async () => {
    const { pool, fake } = openPool();
    const run = outcomeOf(pool.run('1', OWN));
    fake(0).onMessage(READY);
    expect(fake(0).isRef).toBe(true);
    fake(0).onMessage(done('one'));
    expect([await run, fake(0).isRef]).toEqual(['one', false]);
  });

  test('ignores messages of a worker it has stopped', async () => {
    const { pool, fake, logged } = openPool({ timeLimitMs: 1 });
    const run = outcomeOf(pool.run('1', OWN));
    fake(0).onMessage(READY);
    expect([await run, fake(0).isKilled]).toEqual(['too_large', true]);
    fake(0).onMessage(done('late'));
    fake(0).onExit('ended with SIGKILL');
    expect(pool.stats()).toMatchObject({ workers: 0, crashed: 0 });
    expect(logged).toEqual([]);
  });

  test('a job that waited for a worker which never got ready is done by the next', async () => {
    const { pool, fake, logged } = openPool();
    const run = outcomeOf(pool.run('1', OWN));
    fake(0).onExit('ended with SIGKILL');
    fake(1).onMessage(READY);
    fake(1).onMessage(done('one'));
    expect([await run, logged.length]).toEqual(['one', 1]);
  });

  test('a job given to a worker that has died goes to another, once and before later ones', async () => {
    const { pool, fake, logged } = openPool({ size: 1 });
    const first = pool.run('1', OWN);
    fake(0).onMessage(READY);
    fake(0).onMessage(BEGUN);
    fake(0).onMessage(done('one'));
    expect(await first).toBe('one');
    const second = outcomeOf(pool.run('2', OWN));
    const third = outcomeOf(pool.run('3', OWN));
    fake(0).onExit('ended with SIGKILL');
    expect(pool.stats()).toMatchObject({ busy: 0, queued: 2, crashed: 1 });
    fake(1).onMessage(READY);
    expect(fake(1).inputs).toEqual(['2']);
    fake(1).onExit('ended with SIGKILL');
    expect([await second, logged.length]).toEqual(['internal', 2]);
    expect(pool.stats()).toMatchObject({ busy: 0, queued: 1 });
    void pool.close();
    expect(await third).toBe('unavailable');
  });

  test('a job whose worker dies after it has begun fails', async () => {
    const { pool, fake } = openPool({ size: 1 });
    const run = outcomeOf(pool.run('1', OWN));
    fake(0).onMessage(READY);
    fake(0).onMessage(BEGUN);
    fake(0).onExit('ended with SIGKILL');
    expect([await run, pool.stats().queued]).toEqual(['internal', 0]);
  });

  test('a job given to a worker that has died can be withdrawn, and fails when the pool closes', async () => {
    const { pool, fake } = openPool();
    const withdrawal = new AbortController();
    const runs = [
      outcomeOf(pool.run('1', { ...OWN, signal: withdrawal.signal })),
      outcomeOf(pool.run('2', OWN)),
    ];
    fake(0).onMessage(READY);
    fake(1).onMessage(READY);
    fake(0).onExit('ended with SIGKILL');
    withdrawal.abort(new Error('withdrawn'));
    const closed = pool.close();
    fake(1).onExit('ended with SIGKILL');
    await closed;
    expect(await Promise.all(runs)).toEqual(['withdrawn', 'unavailable']);
    expect(pool.stats()).toMatchObject({ workers: 0, queued: 0 });
  });

  test('a process that cannot be started is a crash like others', async () => {
    const { pool, logged } = openPool({
      start: () => {
        throw new Error('no more processes');
      },
    });
    expect(await outcomeOf(pool.run('1', OWN))).toBe('unavailable');
    expect(logged.length).toBe(3);
  });

  test('can be closed twice, and without having run a job', async () => {
    const { pool } = openPool();
    await Promise.all([pool.close(), pool.close()]);
    expect(await outcomeOf(pool.run('1', OWN))).toBe('unavailable');
  });
});

test('restart back-off: the first crash has no delay, then it doubles up to 5 seconds; a success resets it', () => {
  let now = 0;
  const backoff = new RestartBackoff(() => now);
  const delays = Array.from({ length: 9 }, () => {
    backoff.recordCrash();
    const delay = backoff.delay();
    now += delay;
    return delay;
  });
  expect(delays).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  backoff.recordCrash();
  backoff.recordSuccess();
  expect(backoff.delay()).toBe(0);
});
