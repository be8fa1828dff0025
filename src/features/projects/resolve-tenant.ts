import type { Deps } from '../../platform/deps.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { addTenant } from './add-project.ts';
import { tenantNotFound } from './errors.ts';
import { tenantCreated } from './events.ts';
import { selectTenant, type TenantRow } from './tenant-queries.ts';

/**
 * The tenant with this identifier, made now if the project has none of that name. Any number of simultaneous first
 * requests end with one tenant and one `tenant.created`.
 */
export async function resolveTenant(
  { deps, emit }: { deps: Deps; emit(event: DomainEvent): void },
  projectId: string,
  slug: string,
): Promise<TenantRow> {
  const existing = await selectTenant(deps.db.reader, projectId, slug);
  if (existing !== undefined) return existing;
  const { row, isNew } = await deps.db.transaction(async (db) => ({
    isNew: await addTenant(deps, db, projectId, slug),
    row: await selectTenant(db, projectId, slug),
  }));
  if (row === undefined) throw tenantNotFound();
  if (isNew) emit(tenantCreated(projectId, slug));
  return row;
}
