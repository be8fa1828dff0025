import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { usePermissions } from '../../data/permissions.ts';
import { get } from '../../data/queries.ts';
import { BRAND } from '../../texts/brand.ts';
import { TENANT as T } from '../../texts/tenant.ts';
import { TENANTS } from '../../texts/tenants.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DailyUsage } from '../../ui/daily-usage.tsx';
import { useFilters } from '../../ui/filters.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BrandEditor } from '../brand/brand-editor.tsx';
import { Proposals } from '../template/proposals.tsx';
import { TenantMenu } from '../tenants/tenant-menu.tsx';
import { DataCard } from './data-card.tsx';
import { PlanForm } from './plan.tsx';
import { Usage } from './usage.tsx';

export function Page() {
  const { project = '', tenant = '' } = useParams({ strict: false });
  const { mayManage } = usePermissions();
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/projects/$project/tenants', params: { project } });
  const found = useQuery(get('getTenant', { project_id: project, tenant }));
  const suspended = found.data?.suspended ?? null;
  const name = found.data?.name ?? tenant;
  return (
    <PageFrame
      title={name}
      heading={
        <span className="flex flex-wrap items-center gap-2">
          {name}
          {suspended !== null && <Badge kind="warn">{TENANTS.state[suspended]}</Badge>}
        </span>
      }
      {...(name !== tenant && { description: tenant })}
      above={[{ label: T.above, link: { to: '/projects/$project/tenants', params: { project } } }]}
      actions={
        <>
          <LinkButton to="/projects/$project/templates" params={{ project }} search={{ tenant }}>
            {T.templates}
          </LinkButton>
          {found.data !== undefined && mayManage && (
            <TenantMenu project={project} tenant={found.data} onDeleted={leave} />
          )}
        </>
      }
    >
      <Loaded key={`${project} ${tenant}`} query={found}>
        {() => <TenantTabs project={project} tenant={tenant} name={name} onErased={leave} />}
      </Loaded>
    </PageFrame>
  );
}

interface TenantProps {
  project: string;
  tenant: string;
  onErased(): void;
}

function TenantTabs({ name, ...props }: TenantProps & { name: string }) {
  const { project, tenant } = props;
  const filters = useFilters();
  const { mayApprove } = usePermissions();
  return (
    <Tabs
      label={name}
      value={filters.values.tab ?? 'overview'}
      onChange={(tab) => filters.set('tab', tab)}
      tabs={[
        { id: 'overview', label: T.tabs.overview, content: <Overview {...props} /> },
        {
          id: 'brand',
          label: T.tabs.brand,
          content: (
            <>
              <p className="mb-4 text-muted">{BRAND.tenantDescription}</p>
              <BrandEditor project={project} tenant={tenant} />
            </>
          ),
        },
        {
          id: 'proposals',
          label: T.tabs.proposals,
          content: <Proposals at={{ project_id: project, tenant }} mayApprove={mayApprove} />,
        },
      ]}
    />
  );
}

function Overview({ project, tenant, onErased }: TenantProps) {
  const { mayManage } = usePermissions();
  const at = { project_id: project, tenant };
  const plan = useQuery(get('getTenantPlan', at));
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <Usage at={at} />
      <DailyUsage project_id={project} tenant={tenant} />
      <Loaded query={plan}>{(data) => <PlanForm at={at} plan={data} />}</Loaded>
      {mayManage && <DataCard project={project} tenant={tenant} onErased={onErased} />}
    </div>
  );
}
