import { call } from '../../data/api.ts';
import { pathKey, type TenantRef } from '../../data/operations.ts';
import type { Suspension } from '../../data/projects.ts';
import { useAction } from '../../data/queries.ts';
import type { Tenant } from '../../data/tenants.ts';
import { TENANTS as T } from '../../texts/tenants.ts';
import { ConfirmDialog, Dialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Menu } from '../../ui/menu.tsx';

const tenantKeys = (project_id: string) => [
  pathKey('listTenants', { project_id }),
  pathKey('listDeletedTenants', { project_id }),
];

interface TenantMenuProps {
  project: string;
  tenant: Tenant;
  /** For the page of the tenant, which is gone then. */
  onDeleted?: () => void;
}

/** Actions on a tenant. */
export function TenantMenu({ project, tenant: { tenant, name, suspended }, onDeleted }: TenantMenuProps) {
  const own = { project_id: project, tenant };
  const renaming = useDialog();
  const deleting = useDialog();
  const change = useAction((input: { suspended: Suspension }) => call('updateTenant', { ...own, ...input }), {
    invalidates: tenantKeys(project),
    success: T.changed,
  });
  const remove = useAction(() => call('deleteTenant', own), {
    invalidates: tenantKeys(project),
    success: T.deleted,
    showsErrors: true,
    ...(onDeleted && { onSuccess: onDeleted }),
  });
  const modes: Suspension[] = suspended === null ? ['read_only', 'blocked'] : [null];
  return (
    <>
      <Menu
        groups={[
          { items: [{ label: T.rename, run: renaming.open }] },
          {
            items: modes.map((mode) => ({
              label: T.suspend[mode ?? 'none'],
              run: () => change.run({ suspended: mode }),
            })),
          },
          { items: [{ label: T.delete, run: deleting.open, isDangerous: true }] },
        ]}
      />
      <Dialog {...renaming.props} title={T.rename} description={T.renameHint}>
        <RenameForm at={own} name={name} onDone={renaming.close} />
      </Dialog>
      <ConfirmDialog
        {...deleting.props}
        title={T.deleteTitle}
        description={T.deleteHint}
        action={T.delete}
        name={tenant}
        run={() => remove.perform()}
      />
    </>
  );
}

interface RenameProps {
  at: TenantRef;
  name: string | null;
  onDone(): void;
}

function RenameForm({ at, name, onDone }: RenameProps) {
  const rename = useAction((input: { name: string | null }) => call('updateTenant', { ...at, ...input }), {
    invalidates: tenantKeys(at.project_id),
    success: T.changed,
    onSuccess: onDone,
    showsErrors: true,
  });
  const form = useForm({
    initial: { name: name ?? '' },
    submit: (values) => rename.perform({ name: values.name.trim() || null }),
  });
  return (
    <Form form={form} submitLabel={T.rename} isDisabled={!form.isChanged}>
      <TextField form={form} name="name" label={T.name} autoComplete="off" isOptional />
    </Form>
  );
}
