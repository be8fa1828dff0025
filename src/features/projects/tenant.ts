import type { Deps } from '../../platform/deps.ts';
import { invalidField } from '../../platform/errors.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { Actor, Surface, TenantScope } from '../../platform/scope.ts';
import { tenantNotFound } from './errors.ts';
import { tenantCreated } from './events.ts';
import { requireProject } from './project.ts';
import type { ProjectRow } from './queries.ts';
import { insertTenantIfNew, selectTenant, type TenantRow } from './tenant-queries.ts';

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
  await requireProject(db, project_id);
  if (tenant === undefined) return undefined;
  const row = await selectTenant(db, project_id, tenant);
  if (row === undefined) throw tenantNotFound();
  return row.id;
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

/** The scope of an actor in a tenant, with the present plan of the project. */
export function createTenantScope(
  deps: Deps,
  project: ProjectRow,
  tenant: TenantRow,
  { actor, surface }: { actor: Actor; surface: Surface },
): TenantScope {
  const plan = deps.plans.get(project.plan);
  if (plan === undefined) {
    throw new Error(`project ${project.id} is on the plan ${project.plan}, which is gone`);
  }
  return {
    kind: 'tenant',
    actor,
    teamId: project.teamId,
    projectId: project.id,
    tenant: { id: tenant.id, slug: tenant.slug },
    plan,
    surface,
  };
}
