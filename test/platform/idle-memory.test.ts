import { expect, test } from 'bun:test';
import { IdleMemory } from '../../src/platform/idle-memory.ts';

/** Processor time in milliseconds that the server takes before each look → the looks after which memory was given back. */
function releasesOf(work: readonly number[]): number[] {
  let time = 0;
  let look = 0;
  const releases: number[] = [];
  const memory = new IdleMemory({ processorTime: () => time, release: () => releases.push(look) });
  for (const milliseconds of work) {
    time += milliseconds;
    look += 1;
    memory.look();
  }
  return releases;
}

test('memory is given back after three looks without work, and once', () => {
  expect(releasesOf([900, 99, 99, 99, 99, 99])).toEqual([4]);
});

test('a server that works keeps its compiled code', () => {
  expect(releasesOf([900, 99, 99, 100, 99, 99, 100])).toEqual([]);
});

test('a server with few requests gives memory back again after five seconds of work only', () => {
  expect(releasesOf([900, 0, 0, 0, 4_900, 0, 0, 0, 0, 100, 0, 0, 0])).toEqual([4, 13]);
});
