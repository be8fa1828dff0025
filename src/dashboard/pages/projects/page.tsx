import { useQuery } from '@tanstack/react-query';
import { Boxes, Plus } from 'lucide-react';
import type { Item } from '../../data/operations.ts';
import { useMayCreateProjects } from '../../data/permissions.ts';
import type { Project } from '../../data/projects.ts';
import { get, useCursorList } from '../../data/queries.ts';
import { useMe } from '../../data/teams.ts';
import { PROJECTS as T } from '../../texts/projects.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/columns.ts';
import { useDialog } from '../../ui/dialog.tsx';
import { FilterBar, FilterSelect, useFilters } from '../../ui/filters.tsx';
import { formatNumber, Time } from '../../ui/format.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { CreateProject } from './create-project.tsx';

type Counts = Item<'listProjectCounts'>;

export function Page() {
  const filters = useFilters();
  const teams = useMe().data?.teams ?? [];
  const list = useCursorList('listProjects', { team_id: filters.values.team });
  const counts = useQuery(get('listProjectCounts')).data ?? [];
  const dialog = useDialog();
  const mayCreate = useMayCreateProjects();
  const create = mayCreate && (
    <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={dialog.open}>
      {T.create}
    </Button>
  );
  return (
    <PageFrame title={T.title} description={T.description} actions={create}>
      {teams.length > 1 && (
        <FilterBar filters={filters}>
          <FilterSelect
            label={T.team}
            value={filters.values.team ?? ''}
            choices={teams.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => filters.set('team', id)}
          />
        </FilterBar>
      )}
      <Table
        label={T.title}
        list={list}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/projects/$project', params: { project: id } })}
        columns={columnsFor(counts)}
        empty={
          <EmptyState
            icon={<Boxes size={22} aria-hidden="true" />}
            title={T.none}
            hint={T.noneHint}
            action={create}
          />
        }
      />
      <CreateProject {...dialog.props} />
    </PageFrame>
  );
}

const Name = ({ name, suspended }: Pick<Project, 'name' | 'suspended'>) => (
  <>
    {name}
    {suspended !== null && (
      <>
        {' '}
        <Badge kind="warn">{T.suspended[suspended]}</Badge>
      </>
    )}
  </>
);

function columnsFor(counts: readonly Counts[]): Column<Project>[] {
  const countOf = (project: string, name: 'tenants' | 'templates') => {
    const found = counts.find(({ project_id }) => project_id === project);
    return found === undefined ? '' : formatNumber(found[name]);
  };
  return [
    { id: 'name', header: T.name, cell: (project) => <Name {...project} /> },
    { id: 'plan', header: T.plan, cell: ({ plan }) => plan, width: '6rem', isHiddenWhenNarrow: true },
    {
      ...{ id: 'tenants', header: T.tenants, width: '5rem', isNumeric: true, isHiddenWhenNarrow: true },
      cell: ({ id }) => countOf(id, 'tenants'),
    },
    {
      ...{ id: 'templates', header: T.templates, width: '5.5rem', isNumeric: true },
      cell: ({ id }) => countOf(id, 'templates'),
    },
    {
      id: 'created',
      header: T.createdAt,
      cell: ({ created_at }) => <Time value={created_at} />,
      width: '9rem',
      isHiddenWhenNarrow: true,
    },
  ];
}
