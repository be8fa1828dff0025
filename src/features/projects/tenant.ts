import type { Deps } from '../../platform/deps.ts';
import { DomainError, invalidField } from '../../platform/errors.ts';
import { adminAction, type DomainEvent, isActivity } from '../../platform/events.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { Actor, Scope, Surface, TenantScope } from '../../platform/scope.ts';
import { requireVisibleName } from '../../platform/text/names.ts';
import { checkBrand, storeBrand } from './brand.ts';
import { tenantNotFound } from './errors.ts';
import { tenantChanged, tenantCreated } from './events.ts';
import { planOfTenant, requirePlan } from './plans.ts';
import { requireProject } from './project.ts';
import type { ProjectRow } from './queries.ts';
import {
  describeSuspension,
  requireNotSuspended,
  restrictionsOf,
  type Suspension,
  suspensionOf,
} from './suspension.ts';
import {
  insertTenantIfNew,
  selectTenant,
  selectTenantState,
  type TenantRow,
  updateTenantSettings,
} from './tenant-queries.ts';

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
  settings: Partial<TenantRow> = {},
): Promise<boolean> {
  requireTenantSlug(slug);
  return insertTenantIfNew(db, { ...settings, projectId, slug, createdAt: deps.clock.now() });
}

/**
 * The tenant with this identifier; it is created if it does not exist. Concurrent first requests create one tenant and emit
 * one `tenant.created`.
 */
export async function resolveTenant(
  { deps, emit }: { deps: Deps; emit(event: DomainEvent): void },
  project: ProjectRow,
  slug: string,
): Promise<TenantRow> {
  const { id: projectId } = project;
  const existing = await selectTenant(deps.db.reader, projectId, slug);
  if (existing !== undefined) return existing;
  requireNotSuspended(project.suspended, 'change');
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

/**
 * Refuses, in its transaction, a change whose caller has lost access since the request began: the tenant was moved to
 * another project, deleted or suspended, or the key or grant of an agent has ended. The operator and the server itself may still change it.
 */
export function refuseEndedAccess({ events }: Deps): void {
  events.onTransaction(async (event, scope, db) => {
    if (!isActivity(event) || scope.kind !== 'tenant') return;
    if (scope.surface === 'cli' && scope.actor.kind !== 'agent') return;
    const state = await selectTenantState(scope, db);
    if (state === undefined) throw scope.surface === 'rest' ? accessEnded() : tenantNotFound();
    requireNotSuspended(suspensionOf(...state), 'change');
    if ((await scope.isAccessOpen?.(db)) === false) throw agentDisconnected();
  });
}

/** The message for pages, whose token is void. Other credentials stay valid, as for other tenants. */
const accessEnded = () => new DomainError('unauthorized', 'Your access has just ended. Request a new token.');

const agentDisconnected = () =>
  new DomainError(
    'unauthorized',
    'Your access has just ended: you were disconnected. Ask to be connected again.',
  );

/** null: those of the project, or none. */
interface WantedSettings {
  name?: string | null;
  plan?: string | null;
  brand?: object | null;
  suspended?: Suspension | null;
}

/** Columns of the settings. */
type StoredSettings = Partial<Pick<TenantRow, keyof WantedSettings>>;

/** The columns of the settings. Throws `validation_failed`. */
export function prepareSettings(
  deps: Deps,
  { name, plan, brand, suspended }: WantedSettings,
): StoredSettings {
  if (typeof plan === 'string') requirePlan(deps, plan);
  if (typeof name === 'string') requireVisibleName('name', name);
  return {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan }),
    ...(brand !== undefined && { brand: brand === null ? null : storeBrand(checkBrand(brand, brand)) }),
    ...(suspended !== undefined && { suspended }),
  };
}

/** The settings whose values differ from those of the tenant. */
export function findChanges(tenant: TenantRow, wanted: StoredSettings): (keyof StoredSettings)[] {
  const names = Object.keys(wanted) as (keyof StoredSettings)[];
  return names.filter((name) => wanted[name] !== tenant[name]);
}

/** Gives a tenant other settings. Costs a write only if they differ from the present ones. */
export async function applyTenantSettings(
  { deps, scope, emit }: { deps: Deps; scope: Scope; emit(event: DomainEvent): void },
  tenant: TenantRow,
  wanted: StoredSettings,
): Promise<void> {
  const names = findChanges(tenant, wanted);
  if (names.length === 0) return;
  const { projectId, slug } = tenant;
  await deps.db.transaction(async (db) => {
    await updateTenantSettings(db, tenant.id, wanted);
    for (const name of names) {
      const action = adminAction({ ...describeChange(name, tenant, wanted), projectId, tenant: slug });
      await deps.events.emitInTransaction(action, scope, db);
    }
  });
  emit(tenantChanged(projectId, slug));
}

function describeChange(
  changed: keyof WantedSettings,
  before: TenantRow,
  { name, plan, suspended }: Partial<TenantRow>,
): { action: string; subject: string } {
  const identifier = before.slug;
  if (changed === 'name')
    return { action: 'tenant.renamed', subject: `${before.name ?? identifier} → ${name ?? identifier}` };
  if (changed === 'suspended') return describeSuspension('tenant', suspended ?? null);
  if (changed === 'plan') return { action: 'tenant.plan_set', subject: plan ?? 'plan of the project' };
  return { action: 'tenant.brand_set', subject: 'all fields' };
}
