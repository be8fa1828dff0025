import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { tenantNotFound } from '../errors.ts';
import { tenantDeleted } from '../events.ts';
import { requireProject } from '../project.ts';
import { Tenant } from '../schema.ts';
import { deleteTenantRow, selectTenants } from '../tenant-queries.ts';

const TENANTS_PER_PAGE = 100;

export const listTenants = defineOperation({
  name: 'listTenants',
  summary: 'List the tenants of a project',
  scope: 'admin',
  input: Type.Object({ project_id: Type.String(), cursor: CursorInput }),
  output: pageOf(Tenant, TENANTS_PER_PAGE),
  async run({ deps }, { project_id, cursor }) {
    await requireProject(deps.db.reader, project_id);
    const audience = `tenants:${JSON.stringify([project_id])}`;
    const after =
      cursor === undefined ? undefined : String(decodeCursor(deps.urlSigningKey, audience, cursor)[0]);
    const found = await selectTenants(deps.db.reader, project_id, after, TENANTS_PER_PAGE + 1);
    const { rows, ...page } = cutPage(found, TENANTS_PER_PAGE, ({ slug }) =>
      encodeCursor(deps.urlSigningKey, audience, [slug]),
    );
    const items = rows.map((row) => ({
      tenant: row.slug,
      template_count: row.templateCount,
      created_at: toIsoTime(row.createdAt),
    }));
    return { items, ...page };
  },
});

export const deleteTenant = defineOperation({
  name: 'deleteTenant',
  summary: 'Delete a tenant with everything it has stored',
  scope: 'admin',
  input: Type.Object({ project_id: Type.String(), tenant: Type.String() }),
  output: Type.Object({ project_id: Type.String(), tenant: Type.String() }),
  async run({ deps, scope, emit }, { project_id, tenant }) {
    await deps.db.transaction(async (db) => {
      if (!(await deleteTenantRow(db, project_id, tenant))) throw tenantNotFound();
      const action = adminAction({ action: 'tenant.deleted', projectId: project_id, tenant });
      await deps.events.emitInTransaction(action, scope, db);
    });
    emit(tenantDeleted(project_id, tenant));
    return { project_id, tenant };
  },
});
