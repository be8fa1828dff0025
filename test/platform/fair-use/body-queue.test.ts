import { describe, expect, test } from 'bun:test';
import { BodyQueue } from '../../../src/platform/fair-use/body-queue.ts';

const LARGE = 65 * 1024;

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Sockets are read when such a callback runs. */
async function recordTicks(order: string[], count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await nextTick();
    order.push('other');
  }
}

describe('bodies', () => {
  for (const bytes of [9 * 1024, LARGE]) {
    test(`of ${bytes} bytes are handled one at a time, and owners take turns`, async () => {
      const queue = new BodyQueue();
      const order: string[] = [];
      const work = async (name: string, size = bytes) => {
        await queue.wait(name[0] as string, size);
        order.push(name);
      };
      const all = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1'].map((name) => work(name));
      await work('small', 8 * 1024);
      expect(order).toEqual(['small']);
      await Promise.all([...all, recordTicks(order, 3)]);
      expect(order.filter((name) => name !== 'other')).toEqual(['small', 'a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
      expect(order.lastIndexOf('other')).toBeLessThan(order.indexOf('a4'));
    });
  }

  test('of medium size do not wait for the pause after a large one', async () => {
    const queue = new BodyQueue();
    const order: string[] = [];
    const large = async () => {
      await queue.wait('a', LARGE);
      order.push('large');
      const until = performance.now() + 20;
      while (performance.now() < until);
    };
    const medium = async () => {
      await queue.wait('b', LARGE / 2);
      order.push('medium');
    };
    await Promise.all([large(), large(), nextTick().then(nextTick).then(medium)]);
    expect(order).toEqual(['large', 'medium', 'large']);
  });

  test('are bounded in bytes, for an owner and for all, but each owner may have one', async () => {
    const MB = 1024 * 1024;
    const queue = new BodyQueue();
    const waits: (Promise<void> | undefined)[] = [];
    const fill = (owner: string) => {
      for (let i = 0; i < 8; i += 1) waits.push(queue.wait(owner, 4 * MB));
    };
    fill('a');
    await expect(queue.wait('a', LARGE)).rejects.toMatchObject({ code: 'rate_limited' });
    for (const owner of ['b', 'c', 'd']) fill(owner);
    waits.push(queue.wait('e', 4 * MB));
    await expect(queue.wait('e', LARGE)).rejects.toMatchObject({ code: 'rate_limited' });
    await Promise.all(waits);
    for (const owner of ['a', 'e']) await Promise.all([queue.wait(owner, LARGE), queue.wait(owner, LARGE)]);
  });
});

test('after each there is a pause as long as the work took', async () => {
  const queue = new BodyQueue();
  const order: string[] = [];
  const work = async (name: string) => {
    await queue.wait('a', LARGE);
    order.push(name);
    setTimeout(() => order.push('other'), 5);
    const until = performance.now() + 20;
    while (performance.now() < until);
  };
  await Promise.all(['a1', 'a2', 'a3'].map(work));
  expect(order).toEqual(['a1', 'other', 'a2', 'other', 'a3']);
});

describe('a pause', () => {
  /** Works on four bodies; a pause ends when the test calls it. */
  async function record(bytes: number, isAlone: boolean) {
    let now = 0;
    const pauses: { end: () => void; milliseconds: number }[] = [];
    const startTimer = (end: () => void, milliseconds: number) => pauses.push({ end, milliseconds });
    const queue = new BodyQueue({ now: () => now, startTimer });
    queue.note('b');
    now += isAlone ? 1_000 : 999;
    for (let i = 0; i < 3; i += 1) queue.note('a');
    const order: string[] = [];
    for (const name of ['a1', 'a2', 'a3', 'b1']) {
      void queue.wait(name[0] as string, bytes)?.then(() => order.push(name));
    }
    for (let i = 0; i < 20; i += 1) await nextTick();
    return { order, pauses };
  }

  test('of its owner follows a body of medium size while others are active', async () => {
    const { order, pauses } = await record(LARGE / 2, false);
    expect(order).toEqual(['a1', 'b1']);
    expect(pauses).toHaveLength(2);
    pauses[0]?.end();
    for (let i = 0; i < 20; i += 1) await nextTick();
    expect(order).toEqual(['a1', 'b1', 'a2']);
  });

  test('does not, when the owner was the only one in the last second', async () => {
    const { order } = await record(LARGE / 2, true);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  test('of all follows a large body', async () => {
    const { order, pauses } = await record(LARGE, true);
    expect(order).toEqual(['a1']);
    expect(pauses).toHaveLength(1);
  });
});

test('a large body has two turns, before its owner has another one', async () => {
  const queue = new BodyQueue();
  const order: string[] = [];
  const work = async (name: string) => {
    const own = queue.of(name[0] as string);
    await own.wait(LARGE);
    order.push(`${name} parsed`);
    await own.waitAgain(LARGE);
    order.push(name);
  };
  await Promise.all(['a1', 'a2', 'b1'].map(work));
  expect(order).toEqual(['a1 parsed', 'b1 parsed', 'a1', 'b1', 'a2 parsed', 'a2']);
  expect(queue.waitAgain('a', LARGE / 2)).toBeUndefined();
});

test('large bodies stay in their order after a worker process has worked on them', async () => {
  const queue = new BodyQueue();
  const order: string[] = [];
  const store = async (name: string) => {
    await queue.waitAfterWorker('a');
    order.push(name);
  };
  await Promise.all([queue.wait('a', LARGE), store('a1'), store('a2')]);
  expect(order).toEqual(['a1', 'a2']);
});
