import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { get, type Page as ListPage, useCursorList } from '../../data/queries.ts';
import type { Tenant } from '../../data/templates.ts';
import { MEDIA as T } from '../../texts/media.ts';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { Time } from '../../ui/format.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { EmptyState, SkeletonLines } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Library } from './library.tsx';

/** The library of the tenant that the address names; without one, the tenants to choose from. */
export function Page() {
  const { project = '' } = useParams({ strict: false });
  const { tenant } = useFilters().values;
  const { data } = useQuery(get<ListPage<Tenant>>(`admin/projects/${project}/tenants`));
  const only = data?.meta?.next_cursor == null && data?.data.length === 1 ? data.data[0]?.tenant : undefined;
  const shown = tenant ?? only;
  if (shown !== undefined)
    return <Library key={shown} project={project} tenant={shown} tenants={data?.data ?? []} />;
  return (
    <PageFrame title={T.title} description={T.description}>
      {data === undefined ? <SkeletonLines /> : <Tenants project={project} />}
    </PageFrame>
  );
}

function Tenants({ project }: { project: string }) {
  const filters = useFilters();
  const list = useCursorList<Tenant>(`admin/projects/${project}/tenants`, { search: filters.values.search });
  return (
    <>
      <FilterBar filters={filters} search={T.tenants.search} />
      <Table
        label={T.tenants.label}
        list={list}
        keyOf={({ tenant }) => tenant}
        linkOf={({ tenant }) => ({
          to: '/projects/$project/media',
          params: { project },
          search: { tenant },
        })}
        columns={[
          { id: 'tenant', header: T.tenants.tenant, cell: ({ tenant, name }) => name ?? tenant },
          {
            id: 'created',
            header: T.tenants.created,
            cell: ({ created_at }) => <Time value={created_at} />,
            width: '9rem',
          },
        ]}
        empty={
          <EmptyState
            icon={<Users size={22} aria-hidden="true" />}
            title={T.tenants.none}
            hint={T.tenants.noneHint}
          />
        }
      />
    </>
  );
}
