import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduleSweeps } from '../../platform/tasks/periodic-task.ts';
import { isTenantMoved } from '../projects/index.ts';
import { ModelClient } from './model/client.ts';
import { ANSWER_TIMEOUT_FACTOR, type ModelSettings } from './model/request.ts';
import { checkProvider } from './operations/check-provider.ts';
import { getUsageSummary } from './operations/get-usage-summary.ts';
import { listUsage } from './operations/list-usage.ts';
import { aiRoutes } from './routes.ts';
import { sweepUsage } from './sweep-usage.ts';
import { aiTools } from './tools.ts';
import { UsageBudgets, type UsageLimits } from './usage-budgets.ts';
import { moveUsage } from './usage-queries.ts';

interface AiSettings {
  ai_provider: ModelSettings['provider'];
  ai_base_url: string;
  ai_model: string;
  ai_vision_model: string;
  ai_api_key: string;
  ai_timeout_seconds: number;
  ai_concurrency: number;
  ai_tokens_per_day: number;
  ai_tokens_per_day_per_key: number;
  audit_days: number;
}

export const ai = defineFeature({
  name: 'ai',
  services(deps, settings: AiSettings) {
    const limits = {
      tokensPerDay: settings.ai_tokens_per_day,
      tokensPerDayPerKey: settings.ai_tokens_per_day_per_key,
      reservationMs: settings.ai_timeout_seconds * ANSWER_TIMEOUT_FACTOR * 1000,
    };
    const budgets = new UsageBudgets(deps, limits);
    const model = new ModelClient(toModelSettings(settings), budgets, deps.log);
    return { model, limits, usedTokens: budgets.total, close: () => model.close() };
  },
  listeners({ events }) {
    events.onTransaction(async (event, _scope, db) => {
      if (isTenantMoved(event)) await moveUsage(db, event.payload.tenantId, event.payload.toProjectId);
    });
  },
  background: (deps, { audit_days }: AiSettings) =>
    scheduleSweeps(deps, 'usage of the AI provider', (isStopped) => sweepUsage(deps, audit_days, isStopped)),
  routes: [
    ...aiRoutes,
    route('GET', '/ai/usage', listUsage, { answer: 'page' }),
    route('GET', '/ai/usage-summary', getUsageSummary),
    route('POST', '/ai/check', checkProvider),
  ],
  tools: aiTools,
  metrics: ({ services }) => [
    {
      name: 'ai_tokens_total',
      help: 'Tokens of the language model that finished requests have used.',
      type: 'counter',
      labels: ['direction'],
      read() {
        const { inputTokens, outputTokens } = services.ai.usedTokens;
        return [
          { labels: { direction: 'input' }, value: inputTokens },
          { labels: { direction: 'output' }, value: outputTokens },
        ];
      },
    },
  ],
  commands: [listUsage, checkProvider],
});

function toModelSettings(settings: AiSettings): ModelSettings {
  return {
    provider: settings.ai_provider,
    baseUrl: settings.ai_base_url,
    model: settings.ai_model,
    visionModel: settings.ai_vision_model,
    apiKey: settings.ai_api_key,
    timeoutSeconds: settings.ai_timeout_seconds,
    concurrency: settings.ai_concurrency,
  };
}

declare module '../../platform/deps.ts' {
  interface Services {
    ai: {
      model: ModelClient;
      limits: UsageLimits;
      usedTokens: UsageBudgets['total'];
      close(): Promise<void>;
    };
  }
}
