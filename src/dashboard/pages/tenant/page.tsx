import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { projectPath, tenantPath } from '../../data/paths.ts';
import { usePermissions } from '../../data/permissions.ts';
import { get } from '../../data/queries.ts';
import type { Tenant } from '../../data/tenants.ts';
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
import { PlanForm, type TenantPlan } from './plan.tsx';
import { Usage } from './usage.tsx';

export function Page() {
  const { project = '', tenant = '' } = useParams({ strict: false });
  const { mayManage } = usePermissions();
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/projects/$project/tenants', params: { project } });
  const list = `${projectPath(project)}/tenants`;
  const path = tenantPath(project, tenant);
  const found = useQuery(get<{ data: Tenant }>(path));
  const suspended = found.data?.data.suspended ?? null;
  const name = found.data?.data.name ?? tenant;
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
            <TenantMenu path={list} tenant={found.data.data} onDeleted={leave} />
          )}
        </>
      }
    >
      <Loaded key={path} query={found}>
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
  const tenantRoutes = tenantPath(project, tenant);
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
          content: <Proposals tenantRoutes={tenantRoutes} mayApprove={mayApprove} />,
        },
      ]}
    />
  );
}

function Overview({ project, tenant, onErased }: TenantProps) {
  const { mayManage } = usePermissions();
  const path = tenantPath(project, tenant);
  const plan = useQuery(get<{ data: TenantPlan }>(`${path}/plan`));
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <Usage path={path} />
      <DailyUsage project_id={project} tenant={tenant} />
      <Loaded query={plan}>{({ data }) => <PlanForm path={path} plan={data} />}</Loaded>
      {mayManage && <DataCard path={projectPath(project)} tenant={tenant} onErased={onErased} />}
    </div>
  );
}
