import { useParams } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../data/api.ts';
import { type Input, pathKey } from '../../data/operations.ts';
import { usePermissions } from '../../data/permissions.ts';
import { useAction, useCursorList } from '../../data/queries.ts';
import type { Tenant } from '../../data/tenants.ts';
import { TENANTS as T } from '../../texts/tenants.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/columns.ts';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { formatBytes, formatNumber, Time } from '../../ui/format.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { EmptyState, NO_MATCH } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DeletedTenants } from './deleted-tenants.tsx';
import { TenantMenu } from './tenant-menu.tsx';

export function Page() {
  const { project = '' } = useParams({ strict: false });
  const filters = useFilters();
  const { view } = filters.values;
  const { mayManage } = usePermissions();
  const dialog = useDialog();
  const create = mayManage && (
    <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={dialog.open}>
      {T.create}
    </Button>
  );
  return (
    <PageFrame title={T.title} description={T.description} actions={create}>
      <Tabs
        label={T.views.label}
        value={view === 'trash' ? view : 'present'}
        onChange={(id) => filters.replaceAll(id === 'present' ? {} : { view: id })}
        tabs={[
          {
            id: 'present',
            label: T.views.present,
            content: <Tenants project={project} create={create} />,
          },
          { id: 'trash', label: T.views.trash, content: <DeletedTenants project={project} /> },
        ]}
      />
      <Dialog {...dialog.props} title={T.create} description={T.description}>
        <CreateForm project={project} onDone={dialog.close} />
      </Dialog>
    </PageFrame>
  );
}

const COLUMNS: readonly Column<Tenant>[] = [
  { id: 'name', header: T.name, cell: (tenant) => <Name {...tenant} /> },
  { id: 'tenant', header: T.tenant, cell: ({ tenant }) => tenant, isHiddenWhenNarrow: true },
  {
    id: 'plan',
    header: T.plan,
    cell: ({ plan }) => plan ?? T.ofProject,
    width: '9rem',
    isHiddenWhenNarrow: true,
  },
  {
    id: 'templates',
    header: T.templates,
    cell: ({ template_count }) => formatNumber(template_count),
    width: '6rem',
    isNumeric: true,
  },
  {
    id: 'storage',
    header: T.storage,
    cell: ({ storage_bytes }) => formatBytes(storage_bytes),
    width: '6rem',
    isNumeric: true,
    isHiddenWhenNarrow: true,
  },
  {
    id: 'created',
    header: T.created,
    cell: ({ created_at }) => <Time value={created_at} />,
    width: '9rem',
    isHiddenWhenNarrow: true,
  },
];

interface TenantsProps {
  project: string;
  /** The button that creates a tenant, if the role allows it. */
  create: ReactNode;
}

function Tenants({ project, create }: TenantsProps) {
  const filters = useFilters();
  const list = useCursorList('listTenants', { project_id: project, search: filters.values.search });
  const { mayManage } = usePermissions();
  return (
    <>
      <FilterBar filters={filters} search={T.search} />
      <Table
        label={T.title}
        list={list}
        keyOf={({ tenant }) => tenant}
        linkOf={({ tenant }) => ({
          to: '/projects/$project/tenants/$tenant',
          params: { project, tenant },
        })}
        columns={COLUMNS}
        {...(mayManage && {
          actionsOf: (tenant: Tenant) => <TenantMenu project={project} tenant={tenant} />,
        })}
        empty={
          <EmptyState
            icon={<Users size={22} aria-hidden="true" />}
            {...(filters.values.search === undefined
              ? { title: T.none, hint: T.noneHint, action: create }
              : NO_MATCH)}
          />
        }
      />
    </>
  );
}

const Name = ({ name, tenant, suspended }: Tenant) => (
  <>
    {name ?? tenant}
    {suspended !== null && (
      <>
        {' '}
        <Badge kind="warn">{T.state[suspended]}</Badge>
      </>
    )}
  </>
);

function CreateForm({ project, onDone }: { project: string; onDone(): void }) {
  const project_id = project;
  const add = useAction((input: Input<'createTenant'>) => call('createTenant', input), {
    invalidates: [pathKey('listTenants', { project_id })],
    success: T.done,
    onSuccess: onDone,
    showsErrors: true,
  });
  const form = useForm({
    initial: { tenant: '', name: '' },
    submit: ({ tenant, name }) => add.perform({ project_id, tenant, ...(name !== '' && { name }) }),
  });
  return (
    <Form form={form} submitLabel={T.create}>
      <TextField form={form} name="tenant" label={T.tenant} hint={T.tenantHint} autoComplete="off" />
      <TextField form={form} name="name" label={T.name} autoComplete="off" isOptional />
    </Form>
  );
}
