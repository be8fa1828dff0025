import { call } from '../../data/api.ts';
import type { Suspension } from '../../data/projects.ts';
import { useAction } from '../../data/queries.ts';
import { TENANTS as T } from '../../texts/tenants.ts';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Tenant } from './page.tsx';

/** What can be done with a tenant. */
export function TenantMenu({ path, tenant: { tenant, suspended } }: { path: string; tenant: Tenant }) {
  const own = `${path}/${encodeURIComponent(tenant)}`;
  const dialog = useDialog();
  const invalidates = [path.split('/')];
  const suspend = useAction((mode: Suspension) => call('PATCH', own, { body: { suspended: mode } }), {
    invalidates,
    success: T.changed,
  });
  const remove = useAction(() => call('DELETE', own), { invalidates, success: T.deleted, showsErrors: true });
  const modes: Suspension[] = suspended === null ? ['read_only', 'blocked'] : [null];
  return (
    <>
      <Menu
        groups={[
          {
            items: modes.map((mode) => ({ label: T.suspend[mode ?? 'none'], run: () => suspend.run(mode) })),
          },
          { items: [{ label: T.delete, run: dialog.open, isDangerous: true }] },
        ]}
      />
      <ConfirmDialog
        {...dialog.props}
        title={T.deleteTitle}
        description={T.deleteHint}
        action={T.delete}
        name={tenant}
        run={() => remove.perform()}
      />
    </>
  );
}
