import { invalidField } from '../../platform/errors.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { projectNotFound, tenantNotFound } from './errors.ts';
import { selectProject } from './queries.ts';
import { selectTenant } from './tenant-queries.ts';

/**
 * Checks the project and the tenant an operator's search names; the tenant's number, if it names one.
 * Throws `not_found`, or `validation_failed` for a tenant without its project.
 */
export async function findTenantId(
  db: Connection,
  { project_id, tenant }: { project_id?: string | undefined; tenant?: string | undefined },
): Promise<number | undefined> {
  if (project_id === undefined) {
    if (tenant !== undefined) throw invalidField('project_id', 'is required with a tenant.');
    return undefined;
  }
  if ((await selectProject(db, project_id)) === undefined) throw projectNotFound();
  if (tenant === undefined) return undefined;
  const row = await selectTenant(db, project_id, tenant);
  if (row === undefined) throw tenantNotFound();
  return row.id;
}
