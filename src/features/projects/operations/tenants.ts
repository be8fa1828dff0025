import { type Static, Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { adminAction } from '../../../platform/events.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { ofProject } from '../access.ts';
import { BrandInput } from '../brand.ts';
import { tenantExists } from '../errors.ts';
import { tenantChanged, tenantCreated } from '../events.ts';
import { PlanChange, parsePlanChange, planOfTenant, requirePlan } from '../plans.ts';
import { requireProject } from '../project.ts';
import type { ProjectRow } from '../queries.ts';
import { DisplayName, Tenant, TenantPlan } from '../schema.ts';
import { Suspension } from '../suspension.ts';
import { addTenant, applyTenantSettings, prepareSettings, requireTenant } from '../tenant.ts';
import { selectTenants, type TenantRow, updateTenantSettings } from '../tenant-queries.ts';

export const TENANTS_PER_PAGE = 100;

export const listTenants = defineOperation({
  name: 'listTenants',
  summary: 'List the tenants of a project',
  scope: 'project',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object({
    project_id: Type.String(),
    search: Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          'Text that the identifier or the shown name contains. Upper and lower case of A-Z are the same.',
      }),
    ),
    cursor: CursorInput,
  }),
  output: pageOf(Tenant, TENANTS_PER_PAGE),
  async run({ deps }, { project_id, search = '', cursor }) {
    await requireProject(deps.db.reader, project_id);
    const audience = `tenants:${JSON.stringify(search === '' ? [project_id] : [project_id, search])}`;
    const after =
      cursor === undefined ? undefined : String(decodeCursor(deps.urlSigningKey, audience, cursor)[0]);
    const limit = TENANTS_PER_PAGE + 1;
    const found = await selectTenants(deps.db.reader, project_id, { search, after, limit });
    const { rows, ...page } = cutPage(found, TENANTS_PER_PAGE, ({ slug }) =>
      encodeCursor(deps.urlSigningKey, audience, [slug]),
    );
    return { items: rows.map(toTenant), ...page };
  },
});

export function toTenant(row: TenantRow): Static<typeof Tenant> {
  return {
    tenant: row.slug,
    name: row.name,
    ...(row.plan !== null && { plan: row.plan }),
    suspended: row.suspended,
    template_count: row.templateCount,
    storage_bytes: row.mediaBytes + row.snapshotBytes,
    created_at: toIsoTime(row.createdAt),
  };
}

export const TenantPath = { project_id: Type.String(), tenant: Type.String() };

const TenantSettings = {
  name: Type.Optional(nullable(DisplayName, 'The name people read; null: none.')),
  plan: Type.Optional(nullable(Type.String(), 'null: that of the project.')),
  brand: Type.Optional(
    nullable(BrandInput, 'The whole brand; fields it does not have are those of the project; null: all are.'),
  ),
};

export const getTenant = defineOperation({
  name: 'getTenant',
  summary: 'A tenant of a project',
  scope: 'project',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object(TenantPath),
  output: Tenant,
  async run({ deps }, { project_id, tenant }) {
    return toTenant((await requireTenant(deps.db.reader, project_id, tenant)).tenant);
  },
});

export const createTenant = defineOperation({
  name: 'createTenant',
  summary: 'Create a tenant, which its first token would do too',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin'),
  input: Type.Object({ ...TenantPath, ...TenantSettings }),
  output: Tenant,
  async run({ deps, scope, emit }, { project_id, tenant: slug, ...wanted }) {
    const settings = prepareSettings(deps, wanted);
    const row = await deps.db.transaction(async (db) => {
      await requireProject(db, project_id);
      if (!(await addTenant(deps, db, project_id, slug, settings))) throw tenantExists(slug);
      const subject = wanted.name ?? undefined;
      const action = { action: 'tenant.created', projectId: project_id, tenant: slug };
      const described = adminAction({ ...action, ...(subject !== undefined && { subject }) });
      await deps.events.emitInTransaction(described, scope, db);
      return (await requireTenant(db, project_id, slug)).tenant;
    });
    emit(tenantCreated(project_id, slug));
    return toTenant(row);
  },
});

export const updateTenant = defineOperation({
  name: 'updateTenant',
  summary: 'Give a tenant another shown name, plan or brand, suspend it, or end its suspension',
  scope: 'project',
  effect: 'admin',
  access: ofProject('admin'),
  input: Type.Object({
    ...TenantPath,
    ...TenantSettings,
    suspended: Type.Optional(nullable(Suspension, 'null: not suspended.')),
  }),
  output: Tenant,
  async run({ deps, scope, emit }, { project_id, tenant: slug, ...wanted }) {
    const { tenant } = await requireTenant(deps.db.reader, project_id, slug);
    await applyTenantSettings({ deps, scope, emit }, tenant, prepareSettings(deps, wanted));
    return toTenant((await requireTenant(deps.db.reader, project_id, slug)).tenant);
  },
});

export const getTenantPlan = defineOperation({
  name: 'getTenantPlan',
  summary: 'The plan of a tenant, with its own features and limits',
  scope: 'project',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object(TenantPath),
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
  access: ofProject('admin'),
  input: Type.Object({
    ...TenantPath,
    plan: Type.Optional(nullable(Type.String(), 'null: that of the project.')),
    change: Type.Optional(
      nullable(PlanChange, 'All features and limits that differ from the plan; null: none.'),
    ),
  }),
  output: TenantPlan,
  async run({ deps, scope, emit }, { project_id, tenant, plan, change }) {
    if (typeof plan === 'string') requirePlan(deps, plan);
    if (plan === undefined && change === undefined)
      return describePlan(deps, await requireTenant(deps.db.reader, project_id, tenant));
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
