import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { FairQueue } from '../../../src/platform/fair-use/fair-queue.ts';
import { FairSemaphore } from '../../../src/platform/fair-use/fair-semaphore.ts';
import type { Release } from '../../../src/platform/fair-use/quota.ts';

const open = (options: Partial<ConstructorParameters<typeof FairSemaphore>[0]> = {}) =>
  new FairSemaphore({
    limit: 1,
    maxWaiting: 100,
    refusal: () => new Error('refused'),
    ...options,
  });

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('a fair queue', () => {
  test('owners take turns, and items of one owner keep their order', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item[0] as string, item);
    expect([queue.length, queue.countOf('a'), queue.countOf('d')]).toEqual([6, 3, 0]);
    expect(queue.remove('a', 'a2')).toBe(true);
    expect(queue.remove('a', 'a2')).toBe(false);
    const order = Array.from({ length: 5 }, () => queue.shift());
    expect(order).toEqual(['a1', 'b1', 'c1', 'a3', 'b2']);
    expect(queue.shift()).toBeUndefined();
  });

  test('skips owners that may not start', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'b1']) queue.push(item[0] as string, item);
    expect(queue.shift((owner) => owner !== 'a')).toBe('b1');
    expect(queue.shift(() => false)).toBeUndefined();
    expect(queue.clear()).toEqual(['a1']);
    expect(queue.length).toBe(0);
  });

  const steps = fc.array(fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd'), shifts: fc.nat(2) }), {
    maxLength: 60,
  });

  test('an owner waits for at most one item of each other owner, and no item is lost', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const queue = new FairQueue<string>();
        const order: string[] = [];
        /** Items of others served while the owner has been waiting. */
        const waited = new Map<string, string[]>();
        const pushed = script.map(({ owner }, index) => `${owner}${index}`);
        const shift = () => {
          const item = queue.shift();
          if (item === undefined) return;
          order.push(item);
          const owner = item[0] as string;
          waited.delete(owner);
          for (const [other, served] of waited) {
            served.push(owner);
            expect([other, ...served]).toHaveLength(new Set([other, ...served]).size);
          }
          if (queue.countOf(owner) > 0) waited.set(owner, []);
        };
        for (const [index, { owner, shifts }] of script.entries()) {
          queue.push(owner, pushed[index] as string);
          if (!waited.has(owner)) waited.set(owner, []);
          for (let i = 0; i < shifts; i += 1) shift();
        }
        while (queue.length > 0) shift();
        expect(order.toSorted()).toEqual(pushed.toSorted());
        for (const owner of ['a', 'b', 'c', 'd']) {
          const own = (items: string[]) => items.filter((item) => item[0] === owner);
          expect(own(order)).toEqual(own(pushed));
        }
      }),
    );
  });
});

describe('a fair semaphore', () => {
  test('grants its permits, then one for each that is released; releasing twice frees one', async () => {
    const semaphore = open({ limit: 2 });
    const order: number[] = [];
    const releases: Release[] = [];
    const all = [0, 1, 2, 3].map((number) =>
      semaphore.acquire('a').then((release) => {
        order.push(number);
        releases.push(release);
      }),
    );
    await Promise.all(all.slice(0, 2));
    expect(order).toEqual([0, 1]);
    releases[0]?.();
    releases[0]?.();
    await all[2];
    await Bun.sleep(5);
    expect(order).toEqual([0, 1, 2]);
    releases[1]?.();
    await all[3];
    expect(order).toEqual([0, 1, 2, 3]);
  });

  test('refuses callers over the limits of waiting, in total and per owner', async () => {
    const semaphore = open({ maxWaiting: 2, maxWaitingPerOwner: 1 });
    const release = await semaphore.acquire('a');
    const waiting = [semaphore.acquire('a')];
    expect(await failureOf(semaphore.acquire('a'))).toBe('refused');
    waiting.push(semaphore.acquire('b'));
    expect(await failureOf(semaphore.acquire('c'))).toBe('refused');
    expect(semaphore.waiting).toBe(2);
    release();
    for (const next of waiting) (await next)();
    expect(semaphore.waiting).toBe(0);
  });

  test('a caller that waits for too long is refused, and one that aborts leaves the queue', async () => {
    const semaphore = open();
    const release = await semaphore.acquire('a');
    expect(await failureOf(semaphore.acquire('a', { timeoutMs: 5 }))).toBe('refused');
    const controller = new AbortController();
    const aborted = semaphore.acquire('a', { signal: controller.signal });
    const next = semaphore.acquire('b');
    controller.abort(new Error('gone'));
    expect(await failureOf(aborted)).toBe('gone');
    expect(semaphore.waiting).toBe(1);
    release();
    (await next)();
    const { signal } = controller;
    expect(await failureOf(semaphore.acquire('a', { signal }))).toBe('gone');
    (await semaphore.acquire('a'))();
  });

  /** Steps of owners: acquire a permit, release one, or abort a wait. */
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('acquire', 'acquire', 'release', 'abort'),
      owner: fc.constantFrom('a', 'b', 'c'),
      pick: fc.nat(),
    }),
    { maxLength: 80 },
  );
  const limits = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    limitPerOwner: fc.integer({ min: 1, max: 4 }),
    maxWaiting: fc.integer({ min: 0, max: 6 }),
    maxWaitingPerOwner: fc.integer({ min: 0, max: 6 }),
  });

  test('never exceeds a limit, loses no permit, and queues no job that could start', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, async (options, script) => {
        const semaphore = open(options);
        const held: { owner: string; release: Release }[] = [];
        const waits: { owner: string; controller: AbortController }[] = [];
        const heldBy = (owner: string) => held.filter((one) => one.owner === owner).length;
        const settle = async () => {
          for (let i = 0; i < 8; i += 1) await Promise.resolve();
        };
        for (const { kind, owner, pick } of script) {
          if (kind === 'acquire') {
            const wait = { owner, controller: new AbortController() };
            waits.push(wait);
            void semaphore
              .acquire(owner, { signal: wait.controller.signal })
              .then(
                (release) => held.push({ owner, release }),
                () => {},
              )
              .finally(() => waits.splice(waits.indexOf(wait), 1));
          } else if (kind === 'release' && held.length > 0) {
            held.splice(pick % held.length, 1)[0]?.release();
          } else if (kind === 'abort' && waits.length > 0) {
            waits[pick % waits.length]?.controller.abort();
          }
          await settle();
          expect(held.length).toBeLessThanOrEqual(options.limit);
          expect(semaphore.waiting).toBe(waits.length);
          expect(waits.length).toBeLessThanOrEqual(options.maxWaiting);
          for (const one of ['a', 'b', 'c']) {
            expect(heldBy(one)).toBeLessThanOrEqual(options.limitPerOwner);
            const waiting = waits.filter((wait) => wait.owner === one).length;
            expect(waiting).toBeLessThanOrEqual(options.maxWaitingPerOwner);
            const couldStart = held.length < options.limit && heldBy(one) < options.limitPerOwner;
            expect(waiting > 0 && couldStart).toBe(false);
          }
        }
        while (held.length > 0) {
          held.pop()?.release();
          await settle();
        }
        expect(waits).toEqual([]);
        const all = Array.from({ length: options.limit }, (_, i) => semaphore.acquire(`new ${i}`));
        expect(await Promise.all(all)).toHaveLength(options.limit);
      }),
    );
  });

  test('loses no permit if callers abort while they get it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 20 }), async (areAborted) => {
        const semaphore = open({ limit: 1 });
        const first = await semaphore.acquire('x');
        const waits = areAborted.map((isAborted, index) => {
          const controller = new AbortController();
          const wait = semaphore.acquire(`owner ${index}`, { signal: controller.signal, timeoutMs: 60_000 });
          return { isAborted, controller, done: wait.then((release) => release()).catch(() => {}) };
        });
        first();
        for (const { isAborted, controller } of waits) if (isAborted) controller.abort();
        await Promise.all(waits.map(({ done }) => done));
        expect(semaphore.waiting).toBe(0);
        (await semaphore.acquire('y'))();
      }),
    );
  });
});
