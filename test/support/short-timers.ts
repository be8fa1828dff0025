import { spyOn } from 'bun:test';

/** The shortened delay. */
const SHORT_MS = 5;

/**
 * Lets timers with exactly these delays fire after a few milliseconds, so that tests of waits do not wait. Other timers
 * keep their delay. Returns a function that restores them.
 */
export function shortenTimers(...delays: readonly number[]): () => void {
  const shorten = (delay?: number) => (delay !== undefined && delays.includes(delay) ? SHORT_MS : delay);
  const { setTimeout, setInterval } = globalThis;
  const timeouts = spyOn(globalThis, 'setTimeout').mockImplementation(((
    callback: () => void,
    delay?: number,
    ...args: []
  ) => setTimeout(callback, shorten(delay), ...args)) as typeof setTimeout);
  const intervals = spyOn(globalThis, 'setInterval').mockImplementation(((
    callback: () => void,
    delay?: number,
    ...args: []
  ) => setInterval(callback, shorten(delay), ...args)) as typeof setInterval);
  return () => {
    timeouts.mockRestore();
    intervals.mockRestore();
  };
}

/** Stops timers with this delay. Returns a function after which new ones fire again. */
export function stopTimers(stopped: number): () => void {
  const { setTimeout } = globalThis;
  const timeouts = spyOn(globalThis, 'setTimeout').mockImplementation(((
    callback: () => void,
    delay?: number,
    ...args: []
  ) => setTimeout(delay === stopped ? () => {} : callback, delay, ...args)) as typeof setTimeout);
  return () => timeouts.mockRestore();
}

/** Holds timers with this delay until the returned function is called. Later ones fire as usual. */
export function holdTimers(held: number): () => void {
  const { setTimeout } = globalThis;
  const waiting: (() => void)[] = [];
  const timeouts = spyOn(globalThis, 'setTimeout').mockImplementation(((
    callback: () => void,
    delay?: number,
    ...args: []
  ) => {
    if (delay !== held) return setTimeout(callback, delay, ...args);
    waiting.push(callback);
    return setTimeout(() => {}, delay);
  }) as typeof setTimeout);
  return () => {
    timeouts.mockRestore();
    for (const fire of waiting) fire();
  };
}
