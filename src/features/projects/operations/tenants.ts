import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { tenantNotFound } from '../errors.ts';
import { tenantChanged, tenantDeleted } from '../events.ts';
import { PlanChange, parsePlanChange, planOfTenant, requirePlan } from '../plans.ts';
import { requireProject } from '../project.ts';
import type { ProjectRow } from '../queries.ts';
import { Tenant, TenantPlan } from '../schema.ts';
import { requireTenant } from '../tenant.ts';
import { deleteTenantRow, selectTenants, type TenantRow, updateTenantSettings } from '../tenant-queries.ts';

const TENANTS_PER_PAGE = 100;

export const listTenants = defineOperation({
  name: 'listTenants',
  summary: 'List the tenants of a project',
  scope: 'project',
  effect: 'read',
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
      ...(row.plan !== null && { plan: row.plan }),
      template_count: row.templateCount,
      created_at: toIsoTime(row.createdAt),
    }));
    return { items, ...page };
  },
});

const TenantPlace = { project_id: Type.String(), tenant: Type.String() };

export const getTenantPlan = defineOperation({
  name: 'getTenantPlan',
  summary: 'The plan of a tenant, with its own features and limits',
  scope: 'project',
  effect: 'read',
  input: Type.Object(TenantPlace),
  output: TenantPlan,
  async run({ deps }, { project_id, tenant }) {
    return describePlan(deps, await requireTenant(deps.db.reader, project_id, tenant));
  },
});

export const setTenantPlan = defineOperation({
  name: 'setTenantPlan',
  summary: 'Give a tenant a plan, features or limits of its own, or those of its project again',
  scope: 'project',
  effect: 'admin',
  input: Type.Object({
    ...TenantPlace,
    plan: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'null: that of the project.' }),
    ),
    change: Type.Optional(
      Type.Union([PlanChange, Type.Null()], {
        description: 'All features and limits that differ from the plan; null: none.',
      }),
    ),
  }),
  output: TenantPlan,
  async run({ deps, scope, emit }, { project_id, tenant, plan, change }) {
    if (typeof plan === 'string') requirePlan(deps, plan);
    const described = await deps.db.transaction(async (db) => {
      const before = await requireTenant(db, project_id, tenant);
      await updateTenantSettings(db, before.tenant.id, {
        ...(plan !== undefined && { plan }),
        ...(change !== undefined && { planChange: storePlanChange(change) }),
      });
      const after = await requireTenant(db, project_id, tenant);
      const action = { action: 'tenant.plan_set', projectId: project_id, tenant };
      const { plan: own, planChange } = after.tenant;
      const subject = `${own ?? 'plan of the project'} ${planChange ?? ''}`.trim();
      await deps.events.emitInTransaction(adminAction({ ...action, subject }), scope, db);
      return describePlan(deps, after);
    });
    emit(tenantChanged(project_id, tenant));
    return described;
  },
});

function describePlan(deps: Deps, { project, tenant }: { project: ProjectRow; tenant: TenantRow }) {
  return {
    project_id: project.id,
    tenant: tenant.slug,
    plan: tenant.plan,
    change: parsePlanChange(tenant.planChange),
    effective: planOfTenant(deps, project, tenant),
  };
}

function storePlanChange(change: PlanChange | null): string | null {
  const parts = Object.values(change ?? {}).filter((part) => Object.keys(part).length > 0);
  return parts.length === 0 ? null : JSON.stringify(change);
}

export const deleteTenant = defineOperation({
  name: 'deleteTenant',
  summary: 'Delete a tenant with everything it has stored',
  scope: 'project',
  effect: 'admin',
  input: Type.Object(TenantPlace),
  output: Type.Object(TenantPlace),
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
