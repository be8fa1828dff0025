import { describe, expect, test } from 'bun:test';
import { LargeBodyTurns } from '../../src/platform/large-body-turns.ts';

const LARGE = 65 * 1024;

describe('large bodies', () => {
  test('are worked on one at a time, and owners take turns', async () => {
    const turns = new LargeBodyTurns();
    const order: string[] = [];
    const work = async (name: string, bytes = LARGE) => {
      await turns.wait(name[0] as string, bytes);
      order.push(name);
    };
    const all = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1'].map((name) => work(name));
    await work('small', 64 * 1024);
    expect(order).toEqual(['small']);
    // A timer that is set meanwhile fires between two of them, as sockets are served.
    for (let i = 0; i < 3; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      order.push('other');
    }
    await Promise.all(all);
    expect(order.filter((name) => name !== 'other')).toEqual(['small', 'a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
    expect(order.lastIndexOf('other')).toBeLessThan(order.indexOf('a4'));
  });

  test('of one owner are bounded, and another is let in', async () => {
    const turns = new LargeBodyTurns();
    const waits = Array.from({ length: 32 }, () => turns.wait('a', LARGE));
    await expect(turns.wait('a', LARGE)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterSeconds: 1 },
    });
    await turns.wait('b', LARGE);
    await Promise.all(waits);
    await turns.wait('a', LARGE);
  });

  test('are bounded in bytes, for an owner and for all, but each owner may have one', async () => {
    const MB = 1024 * 1024;
    const turns = new LargeBodyTurns();
    const waits: (Promise<void> | undefined)[] = [];
    const fill = (owner: string) => {
      for (let i = 0; i < 8; i += 1) waits.push(turns.wait(owner, 4 * MB));
    };
    fill('a');
    await expect(turns.wait('a', LARGE)).rejects.toMatchObject({ code: 'rate_limited' });
    for (const owner of ['b', 'c', 'd']) fill(owner);
    waits.push(turns.wait('e', 4 * MB));
    await expect(turns.wait('e', LARGE)).rejects.toMatchObject({ code: 'rate_limited' });
    await Promise.all(waits);
    for (const owner of ['a', 'e']) await Promise.all([turns.wait(owner, LARGE), turns.wait(owner, LARGE)]);
  });
});

test('after each there is a pause as long as the work took', async () => {
  const turns = new LargeBodyTurns();
  const order: string[] = [];
  const work = async (name: string) => {
    await turns.wait('a', LARGE);
    order.push(name);
    setTimeout(() => order.push('other'), 5);
    const until = performance.now() + 20;
    while (performance.now() < until);
  };
  await Promise.all(['a1', 'a2', 'a3'].map(work));
  expect(order).toEqual(['a1', 'other', 'a2', 'other', 'a3']);
});
