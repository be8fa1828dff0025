import { call } from '../../data/api.ts';
import type { Suspension } from '../../data/projects.ts';
import { useAction } from '../../data/queries.ts';
import type { Tenant } from '../../data/tenants.ts';
import { TENANTS as T } from '../../texts/tenants.ts';
import { ConfirmDialog, Dialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Menu } from '../../ui/menu.tsx';

interface TenantMenuProps {
  /** The path of the project's tenants. */
  path: string;
  tenant: Tenant;
  /** For the page of the tenant, which is gone then. */
  onDeleted?: () => void;
}

/** Actions on a tenant. */
export function TenantMenu({ path, tenant: { tenant, name, suspended }, onDeleted }: TenantMenuProps) {
  const own = `${path}/${encodeURIComponent(tenant)}`;
  const renaming = useDialog();
  const deleting = useDialog();
  const invalidates = [path.split('/'), [...path.split('/').slice(0, -1), 'deleted-tenants']];
  const change = useAction((body: { suspended: Suspension }) => call('PATCH', own, { body }), {
    invalidates,
    success: T.changed,
  });
  const remove = useAction(() => call('DELETE', own), {
    invalidates,
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
        <RenameForm path={own} name={name} invalidates={invalidates} onDone={renaming.close} />
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
  path: string;
  name: string | null;
  invalidates: string[][];
  onDone(): void;
}

function RenameForm({ path, name, invalidates, onDone }: RenameProps) {
  const rename = useAction((body: { name: string | null }) => call('PATCH', path, { body }), {
    invalidates,
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
