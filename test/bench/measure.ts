import { join } from 'node:path';
import type { LoadPlan, LoadResult, LoadTime, PlannedRequest } from './load-plan.ts';
import { whyNoUsage } from './process-usage.ts';

/** With more connections, requests would only queue. */
export const CONNECTIONS = 32;

const RUNS = 3;

/** Serial numbers per run, more than one run uses. */
const SERIALS_PER_RUN = 1_000_000;

export interface LoadTarget {
  port: number;
  requests: readonly PlannedRequest[];
  isRandom?: boolean;
  /** With it, the processor time of the server is measured, if the system reports it. */
  pid?: number;
}

/** Two servers under the same load. */
interface Comparison {
  /** Requests per second. */
  a: number;
  b: number;
  /** Milliseconds of processor time per request; null if it was not measured. */
  cpuMs: { a: number; b: number } | null;
  generatorLoad: number;
}

export const DEFAULT_LOAD_TIME: LoadTime = { warmUpSeconds: 1, seconds: 2 };

/**
 * Requests per second of two servers under the same load: the medians of three runs each, in turn (A B A B A B), so
 * that what else the machine does meets both. Throws if any answer was not 2xx.
 */
export async function compareUnderLoad(
  a: LoadTarget,
  b: LoadTarget,
  time: LoadTime = DEFAULT_LOAD_TIME,
): Promise<Comparison> {
  const results: Record<'a' | 'b', LoadResult[]> = { a: [], b: [] };
  for (let run = 0; run < RUNS; run += 1) {
    const plan = { connections: CONNECTIONS, ...time, firstSerial: (run + 1) * SERIALS_PER_RUN };
    results.a.push(await generateLoad({ ...plan, ...toTask(a) }));
    results.b.push(await generateLoad({ ...plan, ...toTask(b) }));
  }
  const serverMs = (runs: LoadResult[]) => median(runs.map((run) => run.serverMs ?? Number.NaN));
  const cpuMs = { a: serverMs(results.a), b: serverMs(results.b) };
  return {
    a: median(results.a.map((result) => result.requestsPerSecond)),
    b: median(results.b.map((result) => result.requestsPerSecond)),
    cpuMs: Number.isNaN(cpuMs.a + cpuMs.b) ? null : cpuMs,
    generatorLoad: Math.max(...[...results.a, ...results.b].map((result) => result.generatorLoad)),
  };
}

function toTask({ port, requests, isRandom = false, pid }: LoadTarget) {
  const isMeasured = pid !== undefined && whyNoUsage() === undefined;
  return { port, requests, isRandom, ...(isMeasured && { serverPid: pid }) };
}

/**
 * Runs the load generator in a process of its own. Throws if a request failed: such a run says nothing. `wrapper`: a
 * command to run it with, such as `nice`.
 */
export async function generateLoad(plan: LoadPlan, wrapper: readonly string[] = []): Promise<LoadResult> {
  const child = Bun.spawn([...wrapper, 'bun', join(import.meta.dir, 'load.ts')], {
    stdin: new Blob([JSON.stringify(plan)]),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error('the load generator failed');
  const result = JSON.parse(output) as LoadResult;
  if (result.failures > 0) {
    throw new Error(`${result.failures} requests failed (${result.firstFailure}); the run is void`);
  }
  return result;
}

/** The middle value; of an even number, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
