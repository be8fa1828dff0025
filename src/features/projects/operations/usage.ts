import { Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import type { Plan } from '../../../platform/limits/plan.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ofProject } from '../access.ts';
import { planOfTenant } from '../plans.ts';
import { requireTenant } from '../tenant.ts';
import { describeUsage, Usage } from '../usage.ts';
import { selectTenantUsage, type TenantUsage } from '../usage-queries.ts';
import { TenantPath } from './tenants.ts';

/** What a tenant uses of the limits of its plan. */
async function readUsage(
  deps: Deps,
  { plan, tenant }: { plan: Plan; tenant: { id: number } },
): Promise<Usage> {
  return completeUsage(deps, { plan, tenant }, await selectTenantUsage({ tenant }, deps.db.reader));
}

/** As `readUsage`, with the stored amounts that the caller has read. */
export async function completeUsage(
  deps: Deps,
  { plan, tenant }: { plan: Plan; tenant: { id: number } },
  { templateCount, storedBytes }: TenantUsage,
): Promise<Usage> {
  const { month, used } = await deps.services.projects.usage.read(tenant.id);
  return describeUsage(plan, { templates: templateCount, storage_bytes: storedBytes, ...used }, month);
}

export const getUsage = defineOperation({
  name: 'getUsage',
  summary: 'What the tenant uses of the limits of its plan',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({}),
  output: Usage,
  async run({ deps, scope }) {
    return readUsage(deps, scope);
  },
});

export const getTenantUsage = defineOperation({
  name: 'getTenantUsage',
  summary: 'What a tenant uses of the limits of its plan',
  scope: 'project',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object(TenantPath),
  output: Usage,
  async run({ deps }, { project_id, tenant: slug }) {
    const { project, tenant } = await requireTenant(deps.db.reader, project_id, slug);
    return readUsage(deps, { plan: planOfTenant(deps, project, tenant), tenant });
  },
});
