import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../data/operations.ts';
import { get } from '../../data/queries.ts';
import { HOME as T } from '../../texts/home.ts';
import { Badge } from '../../ui/badge.tsx';
import { BarChart, Stat } from '../../ui/chart.tsx';
import { DailyUsage } from '../../ui/daily-usage.tsx';
import { formatBytes, formatCompact, formatNumber } from '../../ui/format.tsx';
import { Card, Page as PageFrame } from '../../ui/page.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { Activity } from './activity.tsx';
import { AttentionList } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';

type Overview = Output<'getOverview'>;

const REFRESH_MS = 30_000;

export function Page() {
  const overview = useQuery({ ...get('getOverview'), refetchInterval: REFRESH_MS });
  const version = overview.data?.version;
  return (
    <PageFrame
      title={T.title}
      actions={
        version !== undefined && (
          <span className="flex items-center gap-2 text-muted">
            {T.version(version)}
            <Badge kind={overview.error === null ? 'good' : 'bad'}>
              {overview.error === null ? T.healthy : T.unhealthy}
            </Badge>
          </span>
        )
      }
    >
      <Loaded query={overview} skeleton={<HomeSkeleton />}>
        {(data) => (
          <div className="flex flex-col gap-5">
            {data.templates === 0 && <FirstSteps />}
            <Totals overview={data} />
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="flex min-w-0 flex-col gap-5">
                <AttentionList points={data.attention} />
                <DailyUsage />
                <UsageCharts months={data.months} />
              </div>
              <Activity />
            </div>
          </div>
        )}
      </Loaded>
    </PageFrame>
  );
}

function Totals({ overview }: { overview: Overview }) {
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Stat label={T.templates} value={formatNumber(overview.templates)} />
        <Stat label={T.tenants} value={formatNumber(overview.tenants)} />
        <Stat label={T.projects} value={formatNumber(overview.projects)} />
        <Stat label={T.storage} value={formatBytes(overview.storage_bytes)} />
      </div>
    </Card>
  );
}

const MEASURES = ['exports', 'tool_calls', 'ai_tokens'] as const;

const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

function UsageCharts({ months }: { months: Overview['months'] }) {
  return (
    <Card title={T.usage}>
      <div className="grid gap-6 sm:grid-cols-3">
        {MEASURES.map((name) => (
          <div key={name} className="min-w-0">
            <p className="text-sm text-muted">{T.charts[name]}</p>
            <p className="mb-2 text-lg font-semibold tabular-nums">
              {formatCompact(months.at(-1)?.[name] ?? 0)}
            </p>
            <BarChart
              label={T.charts[name]}
              height={72}
              points={months.map((month) => ({
                label: monthFormat.format(new Date(`${month.month}-01`)),
                value: month[name],
              }))}
            />
          </div>
        ))}
      </div>
    </Card>
  );
}

function HomeSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-56 rounded-lg" />
    </div>
  );
}
