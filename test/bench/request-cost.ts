import type { PlannedRequest } from './load-plan.ts';
import { CONNECTIONS, generateLoad, median } from './measure.ts';
import { readCpuSeconds } from './process-usage.ts';
import type { RunningScript } from './servers.ts';

const RUNS = 5;

/** Answers before the measurement, until the code is fully compiled. */
const WARM_UP_ANSWERS = 10_000;

/** Many, because processor time is reported in steps of 10 ms. */
const ANSWERS = 20_000;

/** Waits for writes that follow the answers, because they are part of the cost. */
const SETTLING_MS = 400;

/** A request to a server. */
interface Costed {
  server: RunningScript;
  request: PlannedRequest;
}

/** The median processor time of two requests in microseconds, measured in turn. */
export async function compareCost(a: Costed, b: Costed) {
  for (const each of [a, b]) await measureCost(each, WARM_UP_ANSWERS);
  const costs: Record<'a' | 'b', Awaited<ReturnType<typeof measureCost>>[]> = { a: [], b: [] };
  for (let run = 0; run < RUNS; run += 1) {
    costs.a.push(await measureCost(a, ANSWERS));
    costs.b.push(await measureCost(b, ANSWERS));
  }
  return {
    a: median(costs.a.map(({ microseconds }) => microseconds)),
    b: median(costs.b.map(({ microseconds }) => microseconds)),
    generatorLoad: Math.max(...[...costs.a, ...costs.b].map(({ generatorLoad }) => generatorLoad)),
  };
}

async function measureCost(
  { server: { port, pid }, request }: Costed,
  answers: number,
): Promise<{ microseconds: number; generatorLoad: number }> {
  const before = readCpuSeconds(pid);
  const { generatorLoad } = await generateLoad({
    port,
    connections: CONNECTIONS,
    answers,
    requests: [request],
    firstSerial: 0,
  });
  await Bun.sleep(SETTLING_MS);
  return { microseconds: ((readCpuSeconds(pid) - before) / answers) * 1e6, generatorLoad };
}
