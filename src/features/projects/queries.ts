import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { insertIf } from '../../platform/insert-if.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/prepared-queries.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { clientSecrets, projectOrigins, projects, teams, tenants } from './table.ts';

export type TeamRow = typeof teams.$inferSelect;
export type ProjectRow = typeof projects.$inferSelect;
export type TenantRow = typeof tenants.$inferSelect;
export type ClientSecretRow = typeof clientSecrets.$inferSelect;

export async function insertTeam(db: Connection, row: TeamRow): Promise<void> {
  await db.insert(teams).values(row);
}

export async function selectTeams(db: Connection): Promise<TeamRow[]> {
  return db.select().from(teams).orderBy(asc(teams.createdAt), asc(teams.id));
}

export async function insertProject(db: Connection, row: ProjectRow): Promise<void> {
  await db.insert(projects).values(row);
}

/** `teamId` undefined: of all teams. */
export async function selectProjects(db: Connection, teamId: string | undefined): Promise<ProjectRow[]> {
  const wanted = teamId === undefined ? undefined : eq(projects.teamId, teamId);
  return db.select().from(projects).where(wanted).orderBy(asc(projects.createdAt), asc(projects.id));
}

export async function selectProject(db: Connection, id: string): Promise<ProjectRow | undefined> {
  return db.select().from(projects).where(eq(projects.id, id)).get();
}

const projectByClientId = prepareOnce((db) =>
  db
    .select()
    .from(projects)
    .where(eq(projects.clientId, sql.placeholder('clientId')))
    .prepare(),
);

export async function selectProjectByClientId(
  db: Connection,
  clientId: string,
): Promise<ProjectRow | undefined> {
  return projectByClientId(db).get({ clientId });
}

/** The origins of one project or of all, in the order in which they were added. */
export async function selectOrigins(
  db: Connection,
  projectId?: string,
): Promise<{ projectId: string; origin: string }[]> {
  const wanted = projectId === undefined ? undefined : eq(projectOrigins.projectId, projectId);
  return db
    .select({ projectId: projectOrigins.projectId, origin: projectOrigins.origin })
    .from(projectOrigins)
    .where(wanted)
    .orderBy(asc(projectOrigins.createdAt), asc(projectOrigins.origin));
}

/** Adds an origin unless the project has `limit` origins or this one already: returns whether it was added. */
export async function insertOriginIfNew(
  db: Connection,
  row: typeof projectOrigins.$inferSelect,
  limit: number,
): Promise<boolean> {
  const ofProject = eq(projectOrigins.projectId, row.projectId);
  const origins = db.select({ origins: count() }).from(projectOrigins).where(ofProject);
  const same = db
    .select({ origin: projectOrigins.origin })
    .from(projectOrigins)
    .where(and(ofProject, eq(projectOrigins.origin, row.origin)));
  return insertIf(db, projectOrigins, row, sql`${origins} < ${limit} AND NOT EXISTS ${same}`);
}

/** Returns false if the project has no such origin. */
export async function deleteOrigin(db: Connection, projectId: string, origin: string): Promise<boolean> {
  const rows = await db
    .delete(projectOrigins)
    .where(and(eq(projectOrigins.projectId, projectId), eq(projectOrigins.origin, origin)))
    .returning({ origin: projectOrigins.origin });
  return rows.length > 0;
}

/** Returns false if there is no such project. */
export async function updateProjectPlan(db: Connection, id: string, plan: string): Promise<boolean> {
  const rows = await db.update(projects).set({ plan }).where(eq(projects.id, id)).returning();
  return rows.length > 0;
}

/** `brand`: JSON, or null for none. */
export async function updateProjectBrand(db: Connection, id: string, brand: string | null): Promise<void> {
  await db.update(projects).set({ brand }).where(eq(projects.id, id));
}

const brandOfProject = prepareOnce((db) =>
  db
    .select({ brand: projects.brand })
    .from(projects)
    .where(eq(projects.id, sql.placeholder('projectId')))
    .prepare(),
);

/** The brand of the project one works in as JSON; null: none. */
export async function selectBrand(scope: TenantScope, db: Connection): Promise<string | null> {
  return (await brandOfProject(db).get({ projectId: scope.projectId }))?.brand ?? null;
}

export async function insertClientSecret(db: Connection, row: ClientSecretRow): Promise<void> {
  await db.insert(clientSecrets).values(row);
}

/** Hashes of a project's secrets, with the time (ms) each ends or has ended; null: none. */
export async function selectClientSecrets(
  db: Connection,
  projectId: string,
): Promise<Pick<ClientSecretRow, 'hash' | 'expiresAt'>[]> {
  return db
    .select({ hash: clientSecrets.hash, expiresAt: clientSecrets.expiresAt })
    .from(clientSecrets)
    .where(eq(clientSecrets.projectId, projectId));
}

/** Lets every secret of a project that lives longer than `expiresAt` end then, and removes those that have ended. */
export async function endClientSecrets(
  db: Connection,
  projectId: string,
  expiresAt: number,
  now: number,
): Promise<void> {
  const ofProject = eq(clientSecrets.projectId, projectId);
  await db.delete(clientSecrets).where(and(ofProject, sql`${clientSecrets.expiresAt} <= ${now}`));
  await db
    .update(clientSecrets)
    .set({ expiresAt })
    .where(and(ofProject, or(isNull(clientSecrets.expiresAt), gt(clientSecrets.expiresAt, expiresAt))));
}

const tenantBySlug = prepareOnce((db) =>
  db
    .select()
    .from(tenants)
    .where(
      and(eq(tenants.projectId, sql.placeholder('projectId')), eq(tenants.slug, sql.placeholder('slug'))),
    )
    .prepare(),
);

export async function selectTenant(
  db: Connection,
  projectId: string,
  slug: string,
): Promise<TenantRow | undefined> {
  return tenantBySlug(db).get({ projectId, slug });
}

/** Inserts a tenant unless it exists. Returns true if this call made it. */
export async function insertTenantIfNew(
  db: Connection,
  row: { projectId: string; slug: string; createdAt: number },
): Promise<boolean> {
  const rows = await db.insert(tenants).values(row).onConflictDoNothing().returning({ id: tenants.id });
  return rows.length > 0;
}

/** One page of a project's tenants in the order of their identifiers. */
export async function selectTenants(
  db: Connection,
  projectId: string,
  afterSlug: string | undefined,
  limit: number,
): Promise<TenantRow[]> {
  const after = afterSlug === undefined ? undefined : gt(tenants.slug, afterSlug);
  return db
    .select()
    .from(tenants)
    .where(and(eq(tenants.projectId, projectId), after))
    .orderBy(asc(tenants.slug))
    .limit(limit);
}

/** Deletes a tenant with all its data. Returns false if there is none. */
export async function deleteTenantRow(db: Connection, projectId: string, slug: string): Promise<boolean> {
  const rows = await db
    .delete(tenants)
    .where(and(eq(tenants.projectId, projectId), eq(tenants.slug, slug)))
    .returning({ id: tenants.id });
  return rows.length > 0;
}

const usageOfTenant = prepareOnce((db) =>
  db
    .select({ templateCount: tenants.templateCount, mediaBytes: tenants.mediaBytes })
    .from(tenants)
    .where(eq(tenants.id, sql.placeholder('tenantId')))
    .prepare(),
);

/** How much of its plan a tenant uses. */
export async function selectTenantUsage(
  scope: TenantScope,
  db: Connection,
): Promise<{ templateCount: number; mediaBytes: number }> {
  return (await usageOfTenant(db).get({ tenantId: scope.tenant.id })) ?? { templateCount: 0, mediaBytes: 0 };
}

const templateReservation = prepareOnce((db) =>
  db
    .update(tenants)
    .set({ templateCount: sql`${tenants.templateCount} + 1` })
    .where(
      and(
        eq(tenants.id, sql.placeholder('tenantId')),
        sql`${tenants.templateCount} < ${sql.placeholder('limit')}`,
      ),
    )
    .returning({ id: tenants.id })
    .prepare(),
);

/** Counts a template to be made, unless the plan allows no more: returns whether it was counted. */
export async function reserveTemplate(scope: TenantScope, db: Connection): Promise<boolean> {
  const limit = scope.plan.limits.max_templates ?? Number.MAX_SAFE_INTEGER;
  return (await templateReservation(db).get({ tenantId: scope.tenant.id, limit })) !== undefined;
}

/** Counts a template that was deleted. */
export async function releaseTemplate(scope: TenantScope, db: Connection): Promise<void> {
  await db
    .update(tenants)
    .set({ templateCount: sql`${tenants.templateCount} - 1` })
    .where(eq(tenants.id, scope.tenant.id));
}

const mediaReservation = prepareOnce((db) =>
  db
    .update(tenants)
    .set({ mediaBytes: sql`${tenants.mediaBytes} + ${sql.placeholder('bytes')}` })
    .where(
      and(
        eq(tenants.id, sql.placeholder('tenantId')),
        sql`${tenants.mediaBytes} + ${sql.placeholder('bytes')} <= ${sql.placeholder('limit')}`,
      ),
    )
    .returning({ id: tenants.id })
    .prepare(),
);

/** Counts media to be stored, unless there would then be more than `limit`: returns whether it was counted. */
export async function reserveMediaBytes(
  scope: TenantScope,
  db: Connection,
  bytes: number,
  limit: number | null,
): Promise<boolean> {
  const most = limit ?? Number.MAX_SAFE_INTEGER;
  return (await mediaReservation(db).get({ tenantId: scope.tenant.id, bytes, limit: most })) !== undefined;
}

/** Counts media that is no longer stored. */
export async function releaseMediaBytes(scope: TenantScope, db: Connection, bytes: number): Promise<void> {
  await db
    .update(tenants)
    .set({ mediaBytes: sql`${tenants.mediaBytes} - ${bytes}` })
    .where(eq(tenants.id, scope.tenant.id));
}
