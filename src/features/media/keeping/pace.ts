import { stopwatch } from '../../../platform/clock.ts';

/** Of the time, work that nobody waits for takes one part in so many. */
const PARTS = 5;

const LONGEST_PAUSE_MS = 500;

/** To be awaited between two batches of such work: pauses the longer, the longer the last batch took. */
export function createPace(): () => Promise<void> {
  let elapsed = stopwatch();
  return async () => {
    await Bun.sleep(Math.min(LONGEST_PAUSE_MS, elapsed() * (PARTS - 1)));
    elapsed = stopwatch();
  };
}
