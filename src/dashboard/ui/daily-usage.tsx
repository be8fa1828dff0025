import { useQuery } from '@tanstack/react-query';
import type { Item } from '../data/operations.ts';
import { get } from '../data/queries.ts';
import { SHARED } from '../texts/shared.ts';
import { BarChart } from './chart.tsx';
import { formatBytes, formatCompact } from './format.tsx';
import { Card } from './page.tsx';
import { Loaded, Skeleton } from './states.tsx';

const MEASURES = ['requests', 'exports', 'tool_calls', 'storage_bytes'] as const;

type UsageDay = Item<'listDailyUsage'>;

const DAYS = 30;
const REFRESH_MS = 60_000;

const T = SHARED.dailyUsage;

const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The usage of the last days: of a tenant, of a project, or of all projects of the person. */
export function DailyUsage({ project_id, tenant }: { project_id?: string; tenant?: string }) {
  const usage = useQuery({
    ...get('listDailyUsage', { project_id, tenant, days: DAYS }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Card title={T.title} description={T.hint(DAYS)}>
      <Loaded query={usage} skeleton={<Skeleton className="h-56 rounded-lg" />}>
        {(data) => (
          <div className="grid gap-6 sm:grid-cols-2">
            {MEASURES.map((name) => (
              <Measure key={name} name={name} days={data} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** The sum of all days. Storage: what is stored now. */
function Measure({ name, days }: { name: (typeof MEASURES)[number]; days: readonly UsageDay[] }) {
  const isStorage = name === 'storage_bytes';
  const format = isStorage ? formatBytes : formatCompact;
  const total = isStorage ? (days.at(-1)?.[name] ?? 0) : days.reduce((sum, day) => sum + day[name], 0);
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">{T.measures[name]}</p>
      <p className="mb-2 text-lg font-semibold tabular-nums">{format(total)}</p>
      <BarChart
        label={T.perDay(T.measures[name])}
        height={72}
        format={format}
        points={days.map((day) => ({ label: dayFormat.format(new Date(day.day)), value: day[name] }))}
      />
    </div>
  );
}
