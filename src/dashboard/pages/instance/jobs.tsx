import { ListChecks } from 'lucide-react';
import type { Item } from '../../data/operations.ts';
import { useProjects } from '../../data/projects.ts';
import { useCursorList } from '../../data/queries.ts';
import { INSTANCE } from '../../texts/instance.ts';
import { TENANT } from '../../texts/tenant.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatBytes, Time } from '../../ui/format.tsx';
import type { Kind } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

const T = INSTANCE.jobs;

type Job = Item<'listAllDataJobs'>;

const KINDS: Record<Job['state'], Kind | 'neutral'> = {
  waiting: 'neutral',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};

/** Exports, imports and erasures of all projects. */
export function Jobs() {
  const list = useCursorList('listAllDataJobs', {}, { isLive: true });
  const names = new Map(useProjects().data?.map(({ id, name }) => [id, name]));
  return (
    <Table
      label={INSTANCE.tabs.jobs}
      list={list}
      keyOf={({ id }) => id}
      linkOf={({ project_id: project, tenant }) =>
        tenant === null
          ? { to: '/projects/$project', params: { project } }
          : { to: '/projects/$project/tenants/$tenant', params: { project, tenant } }
      }
      columns={[
        { id: 'kind', header: T.kind, cell: ({ kind }) => T.kinds[kind] ?? kind },
        {
          id: 'of',
          header: T.of,
          cell: ({ tenant, project_id }) => tenant ?? names.get(project_id) ?? project_id,
        },
        {
          id: 'state',
          header: T.state,
          cell: ({ state, error }) => (
            <span title={error ?? undefined}>
              <Badge kind={KINDS[state]}>{TENANT.data.states[state]}</Badge> {error}
            </span>
          ),
        },
        { id: 'by', header: T.by, cell: ({ started_by }) => started_by, isHiddenWhenNarrow: true },
        {
          id: 'size',
          header: T.size,
          cell: ({ file_bytes }) => (file_bytes === null ? '' : formatBytes(file_bytes)),
          width: '6rem',
          isNumeric: true,
          isHiddenWhenNarrow: true,
        },
        {
          id: 'at',
          header: T.at,
          cell: ({ created_at }) => <Time value={created_at} />,
          width: '8rem',
          isHiddenWhenNarrow: true,
        },
      ]}
      empty={
        <EmptyState icon={<ListChecks size={22} aria-hidden="true" />} title={T.none} hint={T.noneHint} />
      }
    />
  );
}
