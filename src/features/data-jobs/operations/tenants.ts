import { Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { eraseSubjects } from '../../audit/index.ts';
import { eraseTenantFiles } from '../../media/index.ts';
import {
  deleteTenantRow,
  ofProject,
  requireProject,
  requireTenant,
  selectTenant,
  selectTrashedTenants,
  tenantDeleted,
  tenantNotFound,
  tenantPurged,
} from '../../projects/index.ts';
import { deleteBudgetsOfTenant } from '../erase-queries.ts';
import { DataJob, toDataJob } from '../schema.ts';

const TenantPath = { project_id: Type.String(), tenant: Type.String() };

export const exportTenant = defineOperation({
  name: 'exportTenant',
  summary: 'Start an export of everything a tenant has, to a zip file',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object(TenantPath),
  output: DataJob,
  async run({ deps, scope }, { project_id, tenant: slug }) {
    const { tenant } = await requireTenant(deps.db.reader, project_id, slug);
    const place = { projectId: project_id, tenant: slug };
    const job = await deps.services.dataJobs.start(
      scope,
      { kind: 'tenant_export', ...place, tenantId: tenant.id, input: {} },
      (db) =>
        deps.events.emitInTransaction(adminAction({ ...place, action: 'tenant.export_started' }), scope, db),
    );
    return toDataJob(job);
  },
});

export const eraseTenant = defineOperation({
  name: 'eraseTenant',
  summary:
    'Delete a tenant for good with all traces of its contents, also from the trash, exports and the audit',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin', { isSensitive: true }),
  input: Type.Object(TenantPath),
  output: Type.Object({
    ...TenantPath,
    erased: Type.Integer({ description: 'Tenants of this identifier: with those in the trash.' }),
  }),
  async run({ deps, scope }, { project_id, tenant }) {
    const erased = await deps.db.transaction(async (db) => {
      await requireProject(db, project_id);
      const present = await selectTenant(db, project_id, tenant);
      const rows = [
        ...(present ? [present] : []),
        ...(await selectTrashedTenants(db, project_id, { slug: tenant })),
      ];
      if (rows.length === 0) throw tenantNotFound();
      for (const { id } of rows) {
        await deleteTenantRow(db, id);
        await deleteBudgetsOfTenant(db, id);
      }
      await eraseSubjects(db, project_id, tenant);
      const action = adminAction({ action: 'tenant.erased', projectId: project_id, tenant });
      await deps.events.emitInTransaction(action, scope, db);
      return rows;
    });
    // Published before the work begins, because caches and sessions must end before the files are deleted.
    deps.events.publish([tenantDeleted(project_id, tenant), tenantPurged(project_id, tenant)], scope);
    await deps.services.dataJobs.forgetTenant(project_id, tenant);
    for (const { id } of erased) {
      await eraseTenantFiles(deps, id);
    }
    await deps.services.rendering.thumbnails.files.sweep();
    return { project_id, tenant, erased: erased.length };
  },
});
