import { Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { isVisible } from '../../../platform/security/admin-access.ts';
import { ofProject } from '../access.ts';
import { otherTeam, projectNotFound, tenantExists } from '../errors.ts';
import { tenantMoved } from '../events.ts';
import { requireProject } from '../project.ts';
import { Tenant } from '../schema.ts';
import { requireTenant } from '../tenant.ts';
import { selectTenant, updateTenantProject } from '../tenant-queries.ts';
import { TenantPath, toTenant } from './tenants.ts';

export const moveTenant = defineOperation({
  name: 'moveTenant',
  summary: 'Give a tenant with everything it has stored to another project of the team',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object({ ...TenantPath, to_project_id: Type.String() }),
  output: Tenant,
  async run({ deps, scope, emit }, { project_id, tenant: slug, to_project_id }) {
    const { tenant: found } = await requireTenant(deps.db.reader, project_id, slug);
    // In turn with the tenant's own changes, so that none of them is left in the former project.
    const { moved, row } = await deps.db.transaction(
      async (db) => {
        const { project, tenant } = await requireTenant(db, project_id, slug);
        const target = await requireProject(db, to_project_id);
        if (!isVisible(scope, target.teamId)) throw projectNotFound();
        if (target.teamId !== project.teamId) throw otherTeam();
        if ((await selectTenant(db, target.id, slug)) !== undefined) throw tenantExists(slug);
        await updateTenantProject(db, tenant.id, target.id);
        const event = tenantMoved({
          projectId: project.id,
          tenant: slug,
          tenantId: tenant.id,
          toProjectId: target.id,
        });
        // Other features update the project in their rows.
        await deps.events.emitInTransaction(event, scope, db);
        const subject = `to ${target.name} (${target.id})`;
        const action = { action: 'tenant.moved', projectId: project.id, tenant: slug, subject };
        await deps.events.emitInTransaction(adminAction(action), scope, db);
        return { moved: event, row: { ...tenant, projectId: target.id } };
      },
      ownerOf({ tenant: found }),
    );
    emit(moved);
    return toTenant(row);
  },
});
