import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { get, type Page as ListPage } from '../../data/queries.ts';
import type { Tenant } from '../../data/templates.ts';
import { MEDIA as T } from '../../texts/media.ts';
import { useFilters } from '../../ui/filters.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/states.tsx';
import { TenantChoice } from '../../ui/tenant-choice.tsx';
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
  return (
    <TenantChoice
      project={project}
      filters={useFilters()}
      linkOf={({ tenant }) => ({ to: '/projects/$project/media', params: { project }, search: { tenant } })}
    />
  );
}
