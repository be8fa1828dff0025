import type { Figure } from './figure.ts';
import { startShared, whyNoServers } from './installation.ts';
import { median } from './measure.ts';
import { whyNoUsage } from './process-usage.ts';
import { planEntry, RUNS, SUBSCRIBERS, sendLoad } from './realtime-figures.ts';
import type { RealtimePlan, RealtimeResult } from './realtime-plan.ts';
import type { RunningServer } from './servers.ts';

/**
 * Sends one message to everybody who has a template open, with half of them at each of two servers, compared with all
 * at one.
 */
export const realtimeServersFigure: Figure = {
  name: 'realtime-servers',
  whyLeftOut: () => whyNoUsage() ?? whyNoServers(),
  async measure() {
    const shared = await startShared();
    const stops: (() => Promise<void>)[] = [() => shared.stop()];
    const start = async (name: string, count: number): Promise<RealtimePlan> => {
      const installation = await shared.start(name, count);
      stops.unshift(() => installation.stop());
      const { servers, first } = installation;
      const entry = await planEntry(servers[0] as RunningServer, first, SUBSCRIBERS, 1);
      const [ports, pids] = [servers.map(({ port }) => port), servers.map(({ pid }) => pid)];
      return { ...entry, ports, pids, task: 'send' };
    };
    try {
      const plans = [await start('two', 2), await start('one', 1)] as const;
      const results: [RealtimeResult[], RealtimeResult[]] = [[], []];
      for (let run = 0; run < RUNS; run += 1)
        for (const number of [0, 1] as const) results[number].push(await sendLoad(plans[number]));
      const generatorLoad = Math.max(...results.flat().map((result) => result.generatorLoad));
      const compare = (of: keyof RealtimeResult) => ({
        galley: median(results[0].map((result) => result[of])),
        baseline: median(results[1].map((result) => result[of])),
      });
      return [
        {
          figure: `a message to ${SUBSCRIBERS} subscribers at two servers, baseline at one`,
          unit: 'deliveries/s' as const,
          ...compare('deliveriesPerSecond'),
          target: { atLeast: 0.6 },
          generatorLoad,
        },
        {
          figure: 'the same, processor time of 1,000 deliveries',
          unit: 'ms' as const,
          ...compare('serverMilliseconds'),
          target: { atMost: 1 / 0.6 },
          generatorLoad: null,
        },
        {
          figure: 'the same, p99 of the delay',
          unit: 'ms' as const,
          ...compare('p99Milliseconds'),
          target: { atMost: 2 },
          generatorLoad,
        },
      ];
    } finally {
      for (const stop of stops) await stop();
    }
  },
};
