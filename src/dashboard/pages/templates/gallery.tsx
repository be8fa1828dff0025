import { useNavigate } from '@tanstack/react-router';
import { LayoutTemplate } from 'lucide-react';
import type { TenantRef } from '../../data/operations.ts';
import { usePermissions } from '../../data/permissions.ts';
import { useCursorList } from '../../data/queries.ts';
import { templatesQuery, useFoldersAndTags } from '../../data/templates.ts';
import { type Tenant, useTenantName } from '../../data/tenants.ts';
import { TEMPLATES } from '../../texts/templates.ts';
import { TENANT_CHOICE } from '../../texts/tenants.ts';
import { CardGrid } from '../../ui/card-grid.tsx';
import { FilterBar, FilterSelect, type Filters, useFiltersWithin } from '../../ui/filters.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { EmptyState, NO_MATCH } from '../../ui/states.tsx';
import { tenantChoices } from '../../ui/tenant-choice.tsx';
import { NewTemplate } from './new-template.tsx';
import { TemplateCard } from './template-card.tsx';

const T = TEMPLATES.gallery;

interface GalleryProps {
  project: string;
  tenant: string;
  /** The first page of the project's tenants, as choices. */
  tenants: readonly Tenant[];
}

/** The templates of a tenant as pictures. */
export function Gallery({ project, tenant, tenants }: GalleryProps) {
  const filters = useFiltersWithin({ tenant });
  const at = { project_id: project, tenant };
  const list = useCursorList('listTemplates', templatesQuery(at, filters.values));
  const name = useTenantName(at);
  const above = [
    {
      label: TEMPLATES.all,
      link: { to: '/projects/$project/templates' as const, params: { project }, search: {} },
    },
  ];
  const { mayWrite } = usePermissions();
  const create = mayWrite && <NewTemplate project={project} tenant={tenant} />;
  const hint = filters.isActive ? NO_MATCH : { title: T.none, hint: T.noneHint };
  return (
    <PageFrame title={T.of(name)} actions={create} {...(tenants.length > 1 && { above })}>
      <TemplateFilters at={at} tenant={tenant} name={name} tenants={tenants} filters={filters} />
      <CardGrid
        label={TEMPLATES.title}
        list={list}
        keyOf={({ id }) => id}
        card={(template) => <TemplateCard project={project} tenant={tenant} template={template} />}
        height={320}
        empty={<EmptyState icon={<LayoutTemplate size={22} />} {...hint} action={create} />}
      />
    </PageFrame>
  );
}

function TemplateFilters({
  at,
  tenant,
  name,
  tenants,
  filters,
}: Omit<GalleryProps, 'project'> & { at: TenantRef; name: string; filters: Filters }) {
  const { values, set } = filters;
  const navigate = useNavigate();
  const { folders, tags, queries } = useFoldersAndTags(at);
  const filter = (name: string) => ({
    value: values[name] ?? '',
    onChange: (value: string) => set(name, value),
  });
  const isSearch = values.search !== undefined;
  const sorts = Object.entries(T.sorts).map(([value, label]) => ({ value, label }));
  return (
    <FilterBar filters={filters} search={T.search} queries={queries}>
      {tenants.length > 1 && (
        <FilterSelect
          label={TENANT_CHOICE.tenant}
          value={tenant}
          // Other filters are dropped, because the other tenant has other folders and tags.
          onChange={(value) => void navigate({ to: '.', search: { tenant: value || undefined } as never })}
          choices={tenantChoices(tenants, tenant, name)}
        />
      )}
      {folders.length > 0 && (
        <FilterSelect
          label={T.folder}
          {...filter('folder_id')}
          choices={[
            { value: 'top', label: T.top },
            ...folders.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {tags.length > 0 && (
        <FilterSelect
          label={T.tag}
          {...filter('tag')}
          choices={tags.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
      <FilterSelect
        label={T.archived}
        {...filter('archived')}
        all={T.withoutArchived}
        choices={[
          { value: 'true', label: T.archivedOnly },
          { value: 'all', label: T.withArchived },
        ]}
      />
      <FilterSelect
        label={T.sort}
        {...filter('sort')}
        all={isSearch ? T.bestMatch : T.sorts.updated}
        choices={sorts.filter(({ value }) => isSearch || value !== 'updated')}
      />
    </FilterBar>
  );
}
