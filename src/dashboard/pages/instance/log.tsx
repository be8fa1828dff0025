import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import type { Input, Item } from '../../data/operations.ts';
import { get } from '../../data/queries.ts';
import { INSTANCE as T } from '../../texts/instance.ts';
import { Badge } from '../../ui/badge.tsx';
import { FilterBar, FilterSelect, type Filters } from '../../ui/filters.tsx';
import { formatDateTime } from '../../ui/format.tsx';
import type { Kind } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';

type Line = Item<'listLogs'>;

const REFRESH_MS = 5000;

const KINDS: Readonly<Record<string, Kind | 'neutral'>> = {
  debug: 'neutral',
  info: 'neutral',
  warn: 'warn',
  error: 'bad',
};

/** The log of the last hour. */
export function Log({ filters }: { filters: Filters }) {
  const { search, level } = filters.values;
  const lines = useQuery({
    ...get('listLogs', { search, level: level as Input<'listLogs'>['level'] }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <FilterBar filters={filters} search={T.searchLog}>
        <FilterSelect
          label={T.level}
          value={level ?? ''}
          all={T.levels.debug}
          choices={(['info', 'warn', 'error'] as const).map((value) => ({ value, label: T.levels[value] }))}
          onChange={(value) => filters.set('level', value)}
        />
      </FilterBar>
      <Loaded query={lines}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState
              icon={<ScrollText size={22} aria-hidden="true" />}
              title={T.noLines}
              hint={T.noLinesHint}
            />
          ) : (
            <Card description={T.logHint}>
              <ol className="flex flex-col divide-y divide-line">
                {data.map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal
                  <Entry key={`${line.at} ${index}`} line={line} />
                ))}
              </ol>
            </Card>
          )
        }
      </Loaded>
    </>
  );
}

function Entry({ line: { at, level, message, facts } }: { line: Line }) {
  const entries = Object.entries(facts);
  return (
    <li className="py-2 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-sm text-muted tabular-nums">{formatDateTime(at)}</span>
        <Badge kind={KINDS[level] ?? 'neutral'}>{level}</Badge>
        <span className="min-w-0 break-words">{message}</span>
      </p>
      {entries.length > 0 && (
        <p className="mt-0.5 font-mono text-xs break-all text-muted">
          {entries.map(([name, value]) => `${name}=${describe(value)}`).join(' ')}
        </p>
      )}
    </li>
  );
}

const describe = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
