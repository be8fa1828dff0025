import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import type { Output } from '../../data/operations.ts';
import { get } from '../../data/queries.ts';
import { AGENTS as T } from '../../texts/agents.ts';
import { BarChart } from '../../ui/chart.tsx';
import { formatDay, formatNumber } from '../../ui/format.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';

type UsageSummary = Output<'getAiUsageSummary'>;

/** The tokens of the language model that the project uses, and its budgets. */
export function AiUsage({ project }: { project: string }) {
  const usage = useQuery(get('getAiUsageSummary', { project_id: project }));
  return (
    <Loaded query={usage}>
      {(data) => (
        <div className="flex flex-col gap-5">
          <Today usage={data} />
          <Card title={T.days}>
            <BarChart
              label={T.days}
              points={data.days.map(({ day, tokens }) => ({ label: formatDay(day), value: tokens }))}
            />
          </Card>
          <Callers usage={data} />
        </div>
      )}
    </Loaded>
  );
}

function Today({ usage: { tokens_per_day: budget, tokens_per_day_per_key: ofOne, days } }: UsageProps) {
  const used = days.at(-1)?.tokens ?? 0;
  return (
    <Card title={T.today} description={T.todayHint}>
      <p className="text-lg font-semibold tabular-nums">
        {budget === null
          ? T.noBudget(formatNumber(used))
          : T.ofBudget(formatNumber(used), formatNumber(budget))}
      </p>
      {budget !== null && <Meter label={T.today} used={used} budget={budget} />}
      {ofOne !== null && <p className="mt-1 text-muted">{T.budgetOfOne(formatNumber(ofOne))}</p>}
    </Card>
  );
}

interface UsageProps {
  usage: UsageSummary;
}

function Meter({ label, used, budget }: { label: string; used: number; budget: number }) {
  return (
    <meter
      className="mt-1.5 h-2 w-full"
      aria-label={label}
      min={0}
      max={budget}
      high={budget * 0.8}
      value={Math.min(used, budget)}
    />
  );
}

function Callers({ usage: { callers, tokens_per_day_per_key: budget } }: UsageProps) {
  if (callers.length === 0)
    return (
      <Card>
        <EmptyState icon={<Sparkles size={22} aria-hidden="true" />} title={T.notUsed} hint={T.notUsedHint} />
      </Card>
    );
  return (
    <Card title={T.callers} description={T.callersHint}>
      <ul className="divide-y divide-line">
        {callers.map(({ kind, id, name, calls, tokens, tokens_today: today }) => (
          <li key={`${kind} ${id}`} className="py-2.5 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 truncate font-medium">{name}</span>
              <span className="text-sm text-muted tabular-nums">
                {T.tokens(formatNumber(tokens))} · {T.calls(formatNumber(calls))}
              </span>
            </p>
            <p className="text-sm text-muted">
              {T.callerKinds[kind] ?? kind} · {T.today}:{' '}
              {budget === null
                ? T.tokens(formatNumber(today))
                : T.ofBudget(formatNumber(today), formatNumber(budget))}
            </p>
            {budget !== null && <Meter label={`${name}, ${T.today}`} used={today} budget={budget} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
