import { defineFeature } from '../../platform/feature.ts';
import { WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';
import type { Comparison, ComparisonJob } from './comparison.ts';
import { keepStateBeforeAgents } from './keep-state-before-agents.ts';
import { declareSnapshotUses } from './media-uses.ts';
import { snapshotRoutes } from './routes.ts';
import { snapshotTools } from './tools.ts';

export const snapshots = defineFeature({
  name: 'snapshots',
  services({ log }) {
    const comparers = new WorkerPool<ComparisonJob, Comparison>({
      start: workerProcess('features/snapshots/comparing.worker'),
      what: 'Comparing',
      size: 1,
      log,
    });
    return { comparers, close: () => comparers.close() };
  },
  listeners(deps) {
    keepStateBeforeAgents(deps);
    declareSnapshotUses(deps);
  },
  routes: snapshotRoutes,
  tools: snapshotTools,
});

declare module '../../platform/deps.ts' {
  interface Services {
    snapshots: {
      /** Compares large contents in a process of its own. */
      comparers: WorkerPool<ComparisonJob, Comparison>;
      close(): Promise<void>;
    };
  }
}
