import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { moduleNotFound, moduleOfOtherTenant } from './errors.ts';
import { type SavedModuleWithBytes, selectModule } from './queries.ts';

/** A module the scope's tenant has made. Throws `not_found`, or `forbidden` for one of another tenant of the project. */
export async function findOwnModule(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<SavedModuleWithBytes> {
  const row = await selectModule(scope, db, id);
  if (row === undefined) throw moduleNotFound();
  if (row.tenantId !== scope.tenant.id) throw moduleOfOtherTenant();
  return row;
}
