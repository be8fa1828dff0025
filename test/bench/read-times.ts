import { stopwatch } from '../../src/platform/clock.ts';
import { fetchOnce } from './client.ts';
import type { PlannedRequest } from './load-plan.ts';
import { generateLoad, median } from './measure.ts';
import type { RunningScript } from './servers.ts';

/** Number of loads. Before and beside each, reads are made one after the other. */
const ROUNDS = 3;

/** Duration of the load. The reads are made in this time. */
const LOAD_TIME = { warmUpSeconds: 1, seconds: 6 };
const START_AFTER_MS = 2000;
const READ_MS = 4000;

/** The pause between reads, as between the clicks of many users. */
const PAUSE_MS = 2;

const PERCENTILE = 0.99;

/**
 * The 99th percentile of the time of a read in ms, alone and beside a load with one connection for each of its
 * requests.
 */
export async function compareReads(
  galley: RunningScript,
  read: PlannedRequest,
  load: readonly PlannedRequest[],
): Promise<{ idle: number; loaded: number }> {
  const idle: number[] = [];
  const loaded: number[] = [];
  await timeReads(galley, read);
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(await timeReads(galley, read));
    const task = {
      port: galley.port,
      connections: load.length,
      requests: load,
      firstSerial: round * 1_000_000,
    };
    const running = generateLoad({ ...task, ...LOAD_TIME });
    await Bun.sleep(START_AFTER_MS);
    loaded.push(await timeReads(galley, read));
    await running;
  }
  return { idle: median(idle), loaded: median(loaded) };
}

/** The 99th percentile of the milliseconds of a few seconds of reads. */
async function timeReads(galley: RunningScript, read: PlannedRequest): Promise<number> {
  const times: number[] = [];
  const total = stopwatch();
  while (total() < READ_MS) {
    const elapsed = stopwatch();
    await fetchOnce(galley, read);
    times.push(elapsed());
    await Bun.sleep(PAUSE_MS);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * PERCENTILE)] ?? Number.NaN;
}
