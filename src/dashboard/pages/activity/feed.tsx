import type { LinkProps } from '@tanstack/react-router';
import { Activity as ActivityIcon, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { startOfDay } from '../../data/changes.ts';
import { toCsv, toNdjson } from '../../data/csv.ts';
import { type Log, MAX_ROWS, readAll, save } from '../../data/download.ts';
import { type Input, type Item, requestOf } from '../../data/operations.ts';
import { useProjects } from '../../data/projects.ts';
import { useAction, useCursorList } from '../../data/queries.ts';
import { type OwnTeam, ownerOfActivity, useMe } from '../../data/teams.ts';
import { ACTIVITY as T } from '../../texts/activity.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/columns.ts';
import { FilterBar, FilterSelect, type Filters, useFilters } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.tsx';
import { Menu } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The filter for kinds of entries: its name in the address, and its choices. */
interface KindFilter {
  name: string;
  choices: Readonly<Record<string, string>>;
}

interface FeedProps<N extends Log> {
  label: string;
  log: N;
  kind?: KindFilter;
  columns: readonly Column<Item<N>>[];
  keyOf(item: Item<N>): string;
  /** The page of what an entry is about, if it has one. */
  linkOf?(item: Item<N>): LinkProps | undefined;
}

/** Who did something, and what it was done to, for narrow lists. */
export const whoAndWhat = (who: string, subject: string | null): string =>
  [who, subject ?? ''].filter((text) => text !== '').join(' · ');

/** A list of activity, with filters and downloads. */
export function Feed<N extends Log>({ label, log, kind, columns, keyOf, linkOf }: FeedProps<N>) {
  const filters = useFilters();
  const person = useMe();
  const me = person.data;
  const { values } = filters;
  const teams = me?.teams ?? [];
  const owner = me && ownerOfActivity(me, values);
  const query: Input<Log> = {
    ...owner,
    ...(kind !== undefined && { [kind.name]: values[kind.name] }),
    since: startOfDay(values.since),
  };
  const list = useCursorList(log, query as Input<N>, { enabled: owner !== undefined, isLive: true });
  // Nothing was asked for.
  const isIdle = owner === undefined && (me !== undefined || person.error !== null);
  return (
    <>
      <FeedFilters filters={filters} teams={teams} kind={kind}>
        {owner !== undefined && <DownloadMenu log={log} query={query} />}
      </FeedFilters>
      <Table
        label={label}
        list={
          isIdle
            ? { ...list, isPending: false, error: person.error, retry: () => void person.refetch() }
            : list
        }
        keyOf={keyOf}
        {...(linkOf !== undefined && { linkOf })}
        columns={columns}
        empty={
          <EmptyState icon={<ActivityIcon size={22} aria-hidden="true" />} title={T.none} hint={T.noneHint} />
        }
      />
    </>
  );
}

interface FeedFiltersProps {
  filters: Filters;
  teams: readonly OwnTeam[];
  kind: KindFilter | undefined;
  children: ReactNode;
}

function FeedFilters({ filters, teams, kind, children }: FeedFiltersProps) {
  const { values } = filters;
  const projects = useProjects();
  return (
    <FilterBar filters={filters} queries={[projects]}>
      {teams.length > 1 && (
        <FilterSelect
          label={T.team}
          value={values.team ?? ''}
          choices={teams.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => filters.set('team', id)}
        />
      )}
      <FilterSelect
        label={T.project}
        value={values.project ?? ''}
        choices={(projects.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => filters.set('project', id)}
      />
      {kind !== undefined && (
        <FilterSelect
          label={T.kind}
          value={values[kind.name] ?? ''}
          choices={Object.entries(kind.choices).map(([value, name]) => ({ value, label: name }))}
          onChange={(value) => filters.set(kind.name, value)}
        />
      )}
      <label className="inline-flex min-w-0 items-center gap-1.5 text-muted max-sm:flex-col max-sm:items-stretch max-sm:gap-0.5 max-sm:text-sm">
        {T.since}
        <input
          type="date"
          className="field sm:w-auto!"
          value={values.since ?? ''}
          onChange={(event) => filters.set('since', event.target.value)}
        />
      </label>
      {children}
    </FilterBar>
  );
}

interface DownloadMenuProps {
  log: Log;
  query: Input<Log>;
}

/** Downloads the rows that match the filters. */
function DownloadMenu({ log, query }: DownloadMenuProps) {
  const download = useAction(async (format: 'csv' | 'ndjson') => {
    const { rows, isCut } = await readAll(log, query);
    const isCsv = format === 'csv';
    const type = isCsv ? 'text/csv;charset=utf-8' : 'application/x-ndjson';
    save(
      `galley-${requestOf(log).path.split('/').at(-1)}.${format}`,
      type,
      isCsv ? toCsv(rows) : toNdjson(rows),
    );
    if (isCut) showToast({ kind: 'normal', text: T.truncated(formatNumber(MAX_ROWS)) });
  });
  const formats = (['csv', 'ndjson'] as const).map((format) => ({
    label: T.download[format],
    run: () => download.run(format),
  }));
  return (
    <Menu
      trigger={
        <Button isSmall isBusy={download.isRunning} icon={<Download size={15} aria-hidden="true" />}>
          {T.downloadMenu}
        </Button>
      }
      groups={[{ items: formats }]}
    />
  );
}
