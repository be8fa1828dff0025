import { expect, test } from 'bun:test';
import { IdleMemory } from '../../src/platform/idle-memory.ts';

/** Processor time in milliseconds that the server takes before each check → the checks at which memory was given back. */
function checksAfter(work: readonly number[]): { collections: number[]; releases: number[] } {
  let time = 0;
  let check = 0;
  const collections: number[] = [];
  const releases: number[] = [];
  const memory = new IdleMemory({
    processorTime: () => time,
    collect: () => collections.push(check),
    release: () => releases.push(check),
  });
  for (const milliseconds of work) {
    time += milliseconds;
    check += 1;
    memory.check();
  }
  return { collections, releases };
}

test('garbage is collected at the first check without work, and compiled code is discarded at the sixth, each once', () => {
  expect(checksAfter([900, 99, 99, 99, 99, 99, 99, 99, 99])).toEqual({ collections: [2], releases: [7] });
});

test('a server that works keeps its compiled code and its garbage', () => {
  expect(checksAfter([900, 100, 100, 100, 100, 100, 100, 100])).toEqual({ collections: [], releases: [] });
});

test('work in between begins the half minute anew', () => {
  expect(checksAfter([900, 0, 0, 0, 0, 0, 100, 0, 0])).toEqual({ collections: [2], releases: [] });
});

test('a server with few requests collects again after a second of work, and forgets code again after five', () => {
  const idle = [0, 0, 0, 0, 0, 0];
  expect(checksAfter([900, ...idle, 900, ...idle, 110, ...idle])).toEqual({
    collections: [2, 16],
    releases: [7],
  });
  expect(checksAfter([900, ...idle, 5_000, ...idle])).toEqual({ collections: [2, 9], releases: [7, 14] });
});
