import { useParams } from '@tanstack/react-router';
import { TEMPLATES as T } from '../../texts/templates.ts';
import { useFilters, useFiltersWithin } from '../../ui/filters.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TenantChoice, useShownTenant } from '../../ui/tenant-choice.tsx';
import { AllTemplates } from './all-templates.tsx';
import { Gallery } from './gallery.tsx';

/** The templates of the tenant in the address, or of the only one. Else those of all tenants, and a list of tenants. */
export function Page() {
  const { project = '' } = useParams({ strict: false });
  const { tenant } = useFilters().values;
  const { shown, tenants, isPending } = useShownTenant(project, tenant);
  if (shown !== undefined) return <Gallery key={shown} project={project} tenant={shown} tenants={tenants} />;
  return (
    <PageFrame title={T.title} description={T.description}>
      {isPending ? <SkeletonLines /> : <Views project={project} />}
    </PageFrame>
  );
}

function Views({ project }: { project: string }) {
  const filters = useFilters();
  const { view } = filters.values;
  return (
    <Tabs
      label={T.views.label}
      value={view === 'tenants' ? view : 'all'}
      // The views have different filters.
      onChange={(id) => filters.replaceAll(id === 'all' ? {} : { view: id })}
      tabs={[
        { id: 'all', label: T.views.all, content: <AllTemplates project={project} /> },
        { id: 'tenants', label: T.views.tenants, content: <Tenants project={project} /> },
      ]}
    />
  );
}

function Tenants({ project }: { project: string }) {
  return (
    <TenantChoice
      project={project}
      filters={useFiltersWithin({ view: 'tenants' })}
      linkOf={({ tenant }) => ({
        to: '/projects/$project/templates',
        params: { project },
        search: { tenant },
      })}
    />
  );
}
