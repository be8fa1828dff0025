import { and, asc, count, eq, gt, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { conditionalInsert, prepareOnce } from '../../platform/sql/queries.ts';
import { clientSecrets, projectOrigins, projects, teams, tenants } from './table.ts';

export type TeamRow = typeof teams.$inferSelect;
export type ProjectRow = typeof projects.$inferSelect;
type ClientSecretRow = typeof clientSecrets.$inferSelect;

export async function insertTeam(db: Connection, row: TeamRow): Promise<void> {
  await db.insert(teams).values(row);
}

export async function selectTeams(db: Connection): Promise<TeamRow[]> {
  return db.select().from(teams).orderBy(asc(teams.createdAt), asc(teams.id));
}

export async function updateTeamName(db: Connection, id: string, name: string): Promise<void> {
  await db.update(teams).set({ name }).where(eq(teams.id, id));
}

/** The condition that a column has the id of a project of the team. */
export const isOfTeam = (projectId: SQLiteColumn, teamId: string): SQL =>
  sql`${projectId} IN (SELECT id FROM projects WHERE team_id = ${teamId})`;

/** The project of a team that has this folded name, other than the project `exceptId`. */
const projectOfName = (db: Connection, teamId: string, nameFolded: string, exceptId: string) =>
  db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.teamId, teamId), eq(projects.nameFolded, nameFolded), ne(projects.id, exceptId)));

export async function hasProjectOfName(db: Connection, teamId: string, nameFolded: string): Promise<boolean> {
  return (await projectOfName(db, teamId, nameFolded, '').get()) !== undefined;
}

/** Inserts a project unless its team has one of that name: returns whether it was inserted. */
export async function insertProject(db: Connection, row: ProjectRow): Promise<boolean> {
  const sameName = projectOfName(db, row.teamId, row.nameFolded, row.id);
  return conditionalInsert(db, projects, row, sql`NOT EXISTS ${sameName}`);
}

/** Renames a project unless its team has another one of that name: returns whether it was renamed. */
export async function updateProjectName(
  db: Connection,
  { id, teamId }: ProjectRow,
  name: { name: string; nameFolded: string },
): Promise<boolean> {
  const sameName = projectOfName(db, teamId, name.nameFolded, id);
  const rows = await db
    .update(projects)
    .set(name)
    .where(and(eq(projects.id, id), notExists(sameName)))
    .returning({ id: projects.id });
  return rows.length > 0;
}

/** Returns false if the project does not exist. */
export async function updateSigningKey(db: Connection, id: string, signingKey: string): Promise<boolean> {
  const rows = await db
    .update(projects)
    .set({ signingKey })
    .where(eq(projects.id, id))
    .returning({ id: projects.id });
  return rows.length > 0;
}

/** Deletes all client secrets, so that the customer's backend gets no more tokens. */
export async function deleteClientSecrets(db: Connection, projectId: string): Promise<void> {
  await db.delete(clientSecrets).where(eq(clientSecrets.projectId, projectId));
}

/** Deletes a project with its remaining tenants. Returns false if the project does not exist. */
export async function deleteProjectRow(db: Connection, id: string): Promise<boolean> {
  await db.delete(tenants).where(eq(tenants.projectId, id));
  await deleteClientSecrets(db, id);
  await db.delete(projectOrigins).where(eq(projectOrigins.projectId, id));
  const rows = await db.delete(projects).where(eq(projects.id, id)).returning({ id: projects.id });
  return rows.length > 0;
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

/** The origins of one project or of all, oldest first. */
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
  return conditionalInsert(db, projectOrigins, row, sql`${origins} < ${limit} AND NOT EXISTS ${same}`);
}

/** Returns false if the project has no such origin. */
export async function deleteOrigin(db: Connection, projectId: string, origin: string): Promise<boolean> {
  const rows = await db
    .delete(projectOrigins)
    .where(and(eq(projectOrigins.projectId, projectId), eq(projectOrigins.origin, origin)))
    .returning({ origin: projectOrigins.origin });
  return rows.length > 0;
}

export async function updateProjectPlan(db: Connection, id: string, plan: string): Promise<void> {
  await db.update(projects).set({ plan }).where(eq(projects.id, id));
}

export async function updateProjectSuspension(
  db: Connection,
  id: string,
  suspended: ProjectRow['suspended'],
): Promise<void> {
  await db.update(projects).set({ suspended }).where(eq(projects.id, id));
}

/** `brand`: JSON, or null for none. */
export async function updateProjectBrand(db: Connection, id: string, brand: string | null): Promise<void> {
  await db.update(projects).set({ brand }).where(eq(projects.id, id));
}

const brandsOfTenant = prepareOnce((db) =>
  db
    .select({ project: projects.brand, tenant: tenants.brand })
    .from(tenants)
    .innerJoin(projects, eq(projects.id, tenants.projectId))
    .where(eq(tenants.id, sql.placeholder('tenantId')))
    .prepare(),
);

/** The brands of the scope's project and tenant as JSON; null: none. */
export async function selectBrands(
  scope: TenantScope,
  db: Connection,
): Promise<{ project: string | null; tenant: string | null }> {
  const found = await brandsOfTenant(db).get({ tenantId: scope.tenant.id });
  return found ?? { project: null, tenant: null };
}

export async function insertClientSecret(db: Connection, row: ClientSecretRow): Promise<void> {
  await db.insert(clientSecrets).values(row);
}

/** Hashes of a project's secrets with their expiry (ms); null: no expiry. Expired ones are included. */
export async function selectClientSecrets(
  db: Connection,
  projectId: string,
): Promise<Pick<ClientSecretRow, 'hash' | 'expiresAt'>[]> {
  return db
    .select({ hash: clientSecrets.hash, expiresAt: clientSecrets.expiresAt })
    .from(clientSecrets)
    .where(eq(clientSecrets.projectId, projectId));
}

/** Sets the expiry of all secrets of a project to `expiresAt`, unless they expire earlier, and deletes expired ones. */
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
