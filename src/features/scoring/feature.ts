import type { CheckedFinding, Rating, ScoringJob } from '../../mail/score/index.ts';
import { defineFeature } from '../../platform/feature.ts';
import { WorkerPool } from '../../platform/workers/pool.ts';
import { workerProcess } from '../../platform/workers/worker-process.ts';
import { Rater } from './rater.ts';
import { scoringRoutes } from './routes.ts';
import { scoringTools } from './tools.ts';

interface ScoringSettings {
  ai_provider: string;
}

export const scoring = defineFeature({
  name: 'scoring',
  services({ cacheBudget, fairShare, log }, { ai_provider }: ScoringSettings) {
    const workers = new WorkerPool<ScoringJob, Rating | CheckedFinding>({
      start: workerProcess('features/scoring/scoring.worker'),
      share: fairShare,
      what: 'Scoring',
      size: 1,
      idleMs: 30_000,
      log,
    });
    const rater = new Rater(workers, cacheBudget);
    return { rater, hasModel: ai_provider !== 'none', close: () => rater.close() };
  },
  routes: scoringRoutes,
  tools: scoringTools,
});

declare module '../../platform/deps.ts' {
  interface Services {
    scoring: {
      rater: Rater;
      /** Whether a language model can fix findings that no rule can. */
      hasModel: boolean;
      close(): Promise<void>;
    };
  }
}
