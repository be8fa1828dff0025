import { Type } from '@sinclair/typebox';
import { DAY_MS, dayOf, toIsoTime } from '../../../platform/clock.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ofProject, requireProject } from '../../projects/index.ts';
import { selectUsageByCaller, selectUsageByDay } from '../summary-queries.ts';

const DAYS = 30;

const MAX_CALLERS = 50;

const count = (description: string) => Type.Integer({ minimum: 0, description });

const limit = (description: string) => nullable(Type.Integer(), `${description} null: no limit.`);

export const getUsageSummary = defineOperation({
  name: 'getAiUsageSummary',
  summary:
    'What a project used of the AI provider in the last 30 days, by day and by caller, and its budgets',
  scope: 'admin',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object({ project_id: Type.String() }),
  output: Type.Object({
    tokens_per_day: limit('Tokens, read and written, that the project may use in a day (UTC).'),
    tokens_per_day_per_key: limit('The same for one API key or user.'),
    days: Type.Array(
      Type.Object({
        day: Type.String({ description: 'A day of UTC, such as 2026-12-31.' }),
        calls: count('Requests that reached the provider.'),
        tokens: count('Tokens read and written.'),
      }),
      { description: 'Each of the last 30 days, the oldest first; the last one is today.' },
    ),
    callers: Type.Array(
      Type.Object({
        kind: Type.String({ description: '`agent`, `user` or `system`.' }),
        id: Type.String(),
        name: Type.String({ description: 'A name that it had.' }),
        calls: count('In the last 30 days.'),
        tokens: count('In the last 30 days.'),
        tokens_today: count('Today (UTC).'),
      }),
      { maxItems: MAX_CALLERS, description: `Those with the most tokens, at most ${MAX_CALLERS}.` },
    ),
  }),
  async run({ deps }, { project_id: projectId }) {
    const db = deps.db.reader;
    await requireProject(db, projectId);
    const today = dayOf(deps.clock.now());
    const range = { projectId, sinceDay: today - DAYS + 1 };
    const used = new Map((await selectUsageByDay(db, range)).map((row) => [row.day, row]));
    const callers = await selectUsageByCaller(db, { ...range, today }, MAX_CALLERS);
    const { tokensPerDay, tokensPerDayPerKey } = deps.services.ai.limits;
    return {
      tokens_per_day: tokensPerDay || null,
      tokens_per_day_per_key: tokensPerDayPerKey || null,
      days: Array.from({ length: DAYS }, (_, index) => {
        const day = range.sinceDay + index;
        const { calls = 0, tokens = 0 } = used.get(day) ?? {};
        return { day: toIsoTime(day * DAY_MS).slice(0, 10), calls, tokens };
      }),
      callers: callers.map(({ tokensToday, ...caller }) => ({ ...caller, tokens_today: tokensToday })),
    };
  },
});
