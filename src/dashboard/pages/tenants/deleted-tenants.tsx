import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { type Item, pathKey } from '../../data/operations.ts';
import { usePermissions } from '../../data/permissions.ts';
import { useAction, useCursorList } from '../../data/queries.ts';
import { TENANTS } from '../../texts/tenants.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Time } from '../../ui/format.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

const T = TENANTS.trash;

type DeletedTenant = Item<'listDeletedTenants'>;

/** Deleted tenants of a project that can be restored. */
export function DeletedTenants({ project }: { project: string }) {
  const list = useCursorList('listDeletedTenants', { project_id: project });
  const { mayManage } = usePermissions();
  const [chosen, setChosen] = useState<DeletedTenant>();
  const close = () => setChosen(undefined);
  return (
    <>
      <Table
        label={T.label}
        list={list}
        keyOf={({ id }) => String(id)}
        columns={[
          { id: 'name', header: TENANTS.name, cell: ({ name, tenant }) => name ?? tenant },
          {
            id: 'tenant',
            header: TENANTS.tenant,
            cell: ({ tenant }) => tenant,
            isHiddenWhenNarrow: true,
          },
          {
            id: 'deleted',
            header: T.deleted,
            cell: ({ deleted_at }) => <Time value={deleted_at} />,
            width: '9rem',
            isHiddenWhenNarrow: true,
          },
          {
            id: 'purge',
            header: T.purged,
            cell: ({ purge_at }) => <Time value={purge_at} />,
            width: '9rem',
          },
          {
            id: 'restore',
            header: T.action,
            cell: (tenant) =>
              mayManage && (
                <Button isSmall onClick={() => setChosen(tenant)}>
                  {T.restore}
                </Button>
              ),
            width: '6rem',
          },
        ]}
        empty={<EmptyState icon={<Trash2 size={22} aria-hidden="true" />} title={T.none} hint={T.noneHint} />}
      />
      <Dialog isOpen={chosen !== undefined} onClose={close} title={T.title} description={T.hint}>
        {chosen !== undefined && <RestoreForm project={project} deleted={chosen} onDone={close} />}
      </Dialog>
    </>
  );
}

interface RestoreProps {
  project: string;
  deleted: DeletedTenant;
  onDone(): void;
}

function RestoreForm({ project, deleted: { id, tenant }, onDone }: RestoreProps) {
  const project_id = project;
  const restore = useAction((as: string) => call('restoreTenant', { project_id, tenant, id, as }), {
    invalidates: [pathKey('listTenants', { project_id }), pathKey('listDeletedTenants', { project_id })],
    success: T.restored,
    onSuccess: onDone,
    showsErrors: true,
  });
  const form = useForm({ initial: { as: tenant }, submit: ({ as }) => restore.perform(as.trim()) });
  return (
    <Form form={form} submitLabel={T.restore} isDisabled={form.values.as.trim() === ''}>
      <TextField form={form} name="as" label={TENANTS.tenant} hint={T.asHint} autoComplete="off" />
    </Form>
  );
}
