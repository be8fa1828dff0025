import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { get, type Page as ListPage, useCursorList } from '../../data/queries.ts';
import type { Tenant } from '../../data/templates.ts';
import { TEMPLATES as T } from '../../texts/templates.ts';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { formatNumber, Time } from '../../ui/format.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { EmptyState, SkeletonLines } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AllTemplates } from './all-templates.tsx';
import { useFiltersWithin } from './filters-within.ts';
import { Gallery } from './gallery.tsx';

/** The templates of the tenant that the address names; without one, of all tenants, and the tenants to choose from. */
export function Page() {
  const { project = '' } = useParams({ strict: false });
  const { tenant } = useFilters().values;
  const { data } = useQuery(get<ListPage<Tenant>>(`admin/projects/${project}/tenants`));
  const only = data?.meta?.next_cursor == null && data?.data.length === 1 ? data.data[0]?.tenant : undefined;
  const shown = tenant ?? only;
  if (shown !== undefined)
    return <Gallery key={shown} project={project} tenant={shown} tenants={data?.data ?? []} />;
  return (
    <PageFrame title={T.title} description={T.description}>
      {data === undefined ? <SkeletonLines /> : <Views project={project} />}
    </PageFrame>
  );
}

function Views({ project }: { project: string }) {
  const { view } = useFilters().values;
  const navigate = useNavigate();
  return (
    <Tabs
      label={T.views.label}
      value={view === 'tenants' ? view : 'all'}
      // The search of one view is of no use in the other.
      onChange={(id) =>
        void navigate({ to: '.', search: (id === 'all' ? {} : { view: id }) as never, replace: true })
      }
      tabs={[
        { id: 'all', label: T.views.all, content: <AllTemplates project={project} /> },
        { id: 'tenants', label: T.views.tenants, content: <Tenants project={project} /> },
      ]}
    />
  );
}

function Tenants({ project }: { project: string }) {
  const filters = useFiltersWithin({ view: 'tenants' });
  const list = useCursorList<Tenant>(`admin/projects/${project}/tenants`, {
    search: filters.values.search,
  });
  return (
    <>
      <FilterBar filters={filters} search={T.tenants.search} />
      <Table
        label={T.tenants.label}
        list={list}
        keyOf={({ tenant }) => tenant}
        linkOf={({ tenant }) => ({
          to: '/projects/$project/templates',
          params: { project },
          search: { tenant },
        })}
        columns={[
          { id: 'tenant', header: T.tenants.tenant, cell: ({ tenant, name }) => name ?? tenant },
          {
            id: 'count',
            header: T.tenants.count,
            cell: ({ template_count }) => formatNumber(template_count),
            width: '6rem',
            isNumeric: true,
          },
          {
            id: 'created',
            header: T.tenants.created,
            cell: ({ created_at }) => <Time value={created_at} />,
            width: '9rem',
            isHiddenOnPhone: true,
          },
        ]}
        empty={<EmptyState icon={<Users size={22} />} title={T.tenants.none} hint={T.tenants.noneHint} />}
      />
    </>
  );
}
