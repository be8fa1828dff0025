import { useParams } from '@tanstack/react-router';
import { MEDIA as T } from '../../texts/media.ts';
import { useFilters } from '../../ui/filters.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { TenantChoice, useShownTenant } from '../../ui/tenant-choice.tsx';
import { Library } from './library.tsx';

/** The library of the tenant in the address, or of the only one. Else a list of tenants to choose from. */
export function Page() {
  const { project = '' } = useParams({ strict: false });
  const { tenant } = useFilters().values;
  const { shown, tenants, isPending } = useShownTenant(project, tenant);
  if (shown !== undefined) return <Library key={shown} project={project} tenant={shown} tenants={tenants} />;
  return (
    <PageFrame title={T.title} description={T.description}>
      {isPending ? <SkeletonLines /> : <Tenants project={project} />}
    </PageFrame>
  );
}

function Tenants({ project }: { project: string }) {
  return (
    <TenantChoice
      project={project}
      filters={useFilters()}
      linkOf={({ tenant }) => ({ to: '/projects/$project/media', params: { project }, search: { tenant } })}
    />
  );
}
