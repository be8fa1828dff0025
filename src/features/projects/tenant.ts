import type { Deps } from '../../platform/deps.ts';
import { invalidField } from '../../platform/errors.ts';
import { adminAction, type DomainEvent } from '../../platform/events.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { Actor, Scope, Surface, TenantScope } from '../../platform/scope.ts';
import { checkBrand, storeBrand } from './brand.ts';
import { tenantNotFound } from './errors.ts';
import { tenantChanged, tenantCreated } from './events.ts';
import { planOfTenant, requirePlan } from './plans.ts';
import { requireProject } from './project.ts';
import type { ProjectRow } from './queries.ts';
import { restrictionsOf } from './suspension.ts';
import { insertTenantIfNew, selectTenant, type TenantRow, updateTenantSettings } from './tenant-queries.ts';

const MAX_CHARACTERS = 128;
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Accepts a customer's tenant identifier exactly as sent: 1-128 characters, any script, spaces and slashes too.
 * Throws `validation_failed` for control characters and for `.` and `..`, which no URL path can carry.
 */
export function requireTenantSlug(slug: string): void {
  const characters = [...slug].length;
  if (characters === 0) throw invalidField('tenant', 'must not be empty.');
  if (characters > MAX_CHARACTERS) {
    throw invalidField('tenant', `is ${characters} characters long; at most ${MAX_CHARACTERS} are allowed.`);
  }
  if (CONTROL_CHARACTER.test(slug)) throw invalidField('tenant', 'must not contain control characters.');
  if (slug === '.' || slug === '..') throw invalidField('tenant', 'must not be "." or "..".');
}

/**
 * Checks the project and the tenant that filter an operator's search. Returns the tenant's id if one is given.
 * Throws `not_found`, or `validation_failed` for a tenant without a project.
 */
export async function findTenantId(
  db: Connection,
  { project_id, tenant }: { project_id?: string | undefined; tenant?: string | undefined },
): Promise<number | undefined> {
  if (project_id === undefined) {
    if (tenant !== undefined) throw invalidField('project_id', 'is required with a tenant.');
    return undefined;
  }
  if (tenant !== undefined) return (await requireTenant(db, project_id, tenant)).tenant.id;
  await requireProject(db, project_id);
  return undefined;
}

/** Adds a tenant unless it exists, inside a transaction. Returns whether it was added. */
export async function addTenant(
  deps: Deps,
  db: Connection,
  projectId: string,
  slug: string,
): Promise<boolean> {
  requireTenantSlug(slug);
  return insertTenantIfNew(db, { projectId, slug, createdAt: deps.clock.now() });
}

/**
 * The tenant with this identifier; it is created if it does not exist. Concurrent first requests create one tenant and emit
 * one `tenant.created`.
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

/** The scope of an actor in a tenant, with the tenant's present plan. */
export function createTenantScope(
  deps: Deps,
  project: ProjectRow,
  tenant: TenantRow,
  { actor, surface }: { actor: Actor; surface: Surface },
): TenantScope {
  return {
    kind: 'tenant',
    actor,
    teamId: project.teamId,
    projectId: project.id,
    tenant: { id: tenant.id, slug: tenant.slug },
    plan: planOfTenant(deps, project, tenant),
    ...restrictionsOf(project, tenant),
    surface,
  };
}

/** The tenant with this identifier, and its project. Throws `not_found`. */
export async function requireTenant(
  db: Connection,
  projectId: string,
  slug: string,
): Promise<{ project: ProjectRow; tenant: TenantRow }> {
  const project = await requireProject(db, projectId);
  const tenant = await selectTenant(db, projectId, slug);
  if (tenant === undefined) throw tenantNotFound();
  return { project, tenant };
}

interface WantedSettings {
  plan?: string | null;
  brand?: object | null;
}

/**
 * Gives a tenant the plan and the brand that the customer's backend wants for it; null: those of the project. Costs a
 * write only if they differ from the present ones. Throws `validation_failed`, before anything is written.
 */
export async function applyTenantSettings(
  { deps, scope, emit }: { deps: Deps; scope: Scope; emit(event: DomainEvent): void },
  tenant: TenantRow,
  { plan, brand }: WantedSettings,
): Promise<void> {
  if (plan === undefined && brand === undefined) return;
  if (typeof plan === 'string') requirePlan(deps, plan);
  const wanted: Partial<Pick<TenantRow, 'plan' | 'brand'>> = {
    ...(plan !== undefined && { plan }),
    ...(brand !== undefined && { brand: brand === null ? null : storeBrand(checkBrand(brand, brand)) }),
  };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const changed = names.filter((name) => wanted[name] !== tenant[name]);
  if (changed.length === 0) return;
  const { projectId, slug } = tenant;
  await deps.db.transaction(async (db) => {
    await updateTenantSettings(db, tenant.id, wanted);
    for (const name of changed) {
      const subject = name === 'plan' ? (plan ?? 'plan of the project') : 'by the token exchange';
      const action = adminAction({ action: `tenant.${name}_set`, projectId, tenant: slug, subject });
      await deps.events.emitInTransaction(action, scope, db);
    }
  });
  emit(tenantChanged(projectId, slug));
}
