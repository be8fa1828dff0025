import { useNavigate } from '@tanstack/react-router';
import { folderChoices, type MediaFolder } from '../../data/media.ts';
import type { Tenant } from '../../data/tenants.ts';
import { MEDIA as T } from '../../texts/media.ts';
import { TENANT_CHOICE } from '../../texts/tenants.ts';
import { type ChoiceQuery, FilterBar, FilterSelect, type Filters } from '../../ui/filters.tsx';
import { tenantChoices } from '../../ui/tenant-choice.tsx';

interface MediaFiltersProps {
  tenant: string;
  /** The name of the tenant. */
  name: string;
  tenants: readonly Tenant[];
  filters: Filters;
  folders: readonly MediaFolder[];
  queries: readonly ChoiceQuery[];
}

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

export function MediaFilters({ tenant, name, tenants, filters, folders, queries }: MediaFiltersProps) {
  const navigate = useNavigate();
  const filter = (name: string) => ({
    value: filters.values[name] ?? '',
    onChange: (value: string) => filters.set(name, value),
  });
  const { newest, ...otherSorts } = T.sorts;
  return (
    <FilterBar filters={filters} search={T.search} queries={queries}>
      {tenants.length > 1 && (
        <FilterSelect
          label={TENANT_CHOICE.tenant}
          value={tenant}
          // Other filters are dropped, because the other tenant has other folders.
          onChange={(value) => void navigate({ to: '.', search: { tenant: value || undefined } as never })}
          choices={tenantChoices(tenants, tenant, name)}
        />
      )}
      {folders.length > 0 && (
        // Wide screens show `Folders`.
        <span className="md:hidden">
          <FilterSelect
            label={T.folders.folder}
            {...filter('folder_id')}
            all={T.folders.all}
            choices={folderChoices(folders)}
          />
        </span>
      )}
      <FilterSelect label={T.category} {...filter('category')} choices={choicesOf(T.categories)} />
      <FilterSelect label={T.show} {...filter('show')} choices={choicesOf(T.shows)} />
      <FilterSelect label={T.sort} {...filter('sort')} all={newest} choices={choicesOf(otherSorts)} />
    </FilterBar>
  );
}
