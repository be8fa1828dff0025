import { LayoutTemplate } from 'lucide-react';
import type { Input, Item } from '../../data/operations.ts';
import { useCursorList } from '../../data/queries.ts';
import { TEMPLATES } from '../../texts/templates.ts';
import { CardGrid } from '../../ui/card-grid.tsx';
import { FilterBar, FilterSelect, useFilters } from '../../ui/filters.tsx';
import { EmptyState, NO_MATCH } from '../../ui/states.tsx';
import { TemplateCard } from './template-card.tsx';

const T = TEMPLATES.gallery;

type TemplateOfTenant = Item<'listAllTemplates'>;

/** The templates of all tenants of a project, the newest first. */
export function AllTemplates({ project }: { project: string }) {
  const filters = useFilters();
  const { search, archived } = filters.values;
  const list = useCursorList('listAllTemplates', {
    ...{ project_id: project, search },
    archived: archived as Input<'listAllTemplates'>['archived'],
  });
  const hint =
    search === undefined && archived === undefined ? { title: T.none, hint: T.noneHint } : NO_MATCH;
  return (
    <>
      <FilterBar filters={filters} search={TEMPLATES.searchNames}>
        <FilterSelect
          label={T.archived}
          value={archived ?? ''}
          all={T.withoutArchived}
          choices={[{ value: 'true', label: T.archivedOnly }]}
          onChange={(value) => filters.set('archived', value)}
        />
      </FilterBar>
      <CardGrid
        label={TEMPLATES.title}
        list={list}
        keyOf={({ tenant, id }) => `${tenant} ${id}`}
        card={(row) => (
          <TemplateCard
            project={project}
            tenant={row.tenant}
            tenantName={row.tenant_name ?? row.tenant}
            template={toListed(row)}
          />
        )}
        height={320}
        empty={<EmptyState icon={<LayoutTemplate size={22} />} {...hint} />}
      />
    </>
  );
}

const toListed = ({ id, name, version, score, created_at, updated_at }: TemplateOfTenant) => ({
  ...{ id, version, createdAt: created_at, updatedAt: updated_at },
  ...(name !== null && { name }),
  ...(score !== null && { score }),
});
