import type { LinkProps } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { useCursorList } from '../data/queries.ts';
import type { Tenant } from '../data/tenants.ts';
import { TENANT_CHOICE as T } from '../texts/tenants.ts';
import type { Choice } from './fields.tsx';
import { FilterBar, type Filters } from './filters.tsx';
import { formatNumber, Time } from './format.tsx';
import { EmptyState, NO_MATCH } from './states.tsx';
import { Table } from './table.tsx';

/** The tenant whose data a page shows: that of the address, or the only one of the project. `tenants`: the first page of them. */
export function useShownTenant(project: string, chosen: string | undefined) {
  const { items, hasMore, isPending } = useCursorList('listTenants', { project_id: project });
  const only = !hasMore && items.length === 1 ? items[0]?.tenant : undefined;
  return { shown: chosen ?? only, tenants: items, isPending };
}

/** Tenants as choices of a filter. The chosen one is added if it is on a later page of the list. */
export function tenantChoices(tenants: readonly Tenant[], chosen: string, nameOfChosen: string): Choice[] {
  const choices = tenants.map(({ tenant, name }) => ({ value: tenant, label: name ?? tenant }));
  const isThere = choices.some(({ value }) => value === chosen);
  return isThere ? choices : [{ value: chosen, label: nameOfChosen }, ...choices];
}

interface TenantChoiceProps {
  project: string;
  filters: Filters;
  linkOf(tenant: Tenant): LinkProps;
}

/** The tenants of a project, for pages that show the data of one tenant. */
export function TenantChoice({ project, filters, linkOf }: TenantChoiceProps) {
  const { search } = filters.values;
  const list = useCursorList('listTenants', { project_id: project, search });
  const empty = search === undefined ? { title: T.none, hint: T.noneHint } : NO_MATCH;
  return (
    <>
      <FilterBar filters={filters} search={T.search} />
      <Table
        label={T.label}
        list={list}
        keyOf={({ tenant }) => tenant}
        linkOf={linkOf}
        columns={[
          { id: 'tenant', header: T.tenant, cell: ({ tenant, name }) => name ?? tenant },
          {
            id: 'count',
            header: T.count,
            cell: ({ template_count }) => formatNumber(template_count),
            width: '6rem',
            isNumeric: true,
          },
          {
            id: 'created',
            header: T.created,
            cell: ({ created_at }) => <Time value={created_at} />,
            width: '9rem',
            isHiddenWhenNarrow: true,
          },
        ]}
        empty={<EmptyState icon={<Users size={22} aria-hidden="true" />} {...empty} />}
      />
    </>
  );
}
