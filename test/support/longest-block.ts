import { readThreadMs } from './growth.ts';

/** Interval of the measurement. */
const TICK_MS = 2;

/**
 * The longest time in milliseconds in which the serving thread answered nothing else while `work` ran: the most
 * processor time of this thread between two ticks of a timer. Uses processor time, because a busy machine delays ticks
 * by itself.
 */
export async function measureLongestBlock(work: () => Promise<unknown>): Promise<number> {
  let last = readThreadMs();
  let longest = 0;
  const tick = () => {
    const now = readThreadMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, TICK_MS);
  try {
    await work();
  } finally {
    tick();
    clearInterval(timer);
  }
  return longest;
}
