import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { conditionalInsert } from '../../platform/sql/queries.ts';
import { people } from '../accounts/index.ts';
import { projects, tenants } from '../projects/index.ts';
import { grants, grantTokens, oauthClients } from './table.ts';

export type ClientRow = typeof oauthClients.$inferSelect;
export type GrantRow = typeof grants.$inferSelect;
export type TokenRow = typeof grantTokens.$inferSelect;

export async function selectClient(db: Connection, id: string): Promise<ClientRow | undefined> {
  return db.select().from(oauthClients).where(eq(oauthClients.id, id)).get();
}

const hasNoGrant = (db: Connection) =>
  notExists(db.select({ one: sql`1` }).from(grants).where(eq(grants.clientId, oauthClients.id)));

/** Inserts a client. Of `limit` clients the oldest without a grant makes room: returns false if each has one. */
export async function insertClient(db: Connection, row: ClientRow, limit: number): Promise<boolean> {
  const [found] = await db.select({ clients: count() }).from(oauthClients);
  if ((found?.clients ?? 0) >= limit) {
    const oldest = await db
      .select({ id: oauthClients.id })
      .from(oauthClients)
      .where(hasNoGrant(db))
      .orderBy(asc(oauthClients.createdAt))
      .limit(1)
      .get();
    if (oldest === undefined) return false;
    await db.delete(oauthClients).where(eq(oauthClients.id, oldest.id));
  }
  await db.insert(oauthClients).values(row);
  return true;
}

export async function updateClientLastUse(db: Connection, id: string, at: number): Promise<void> {
  await db.update(oauthClients).set({ lastUsedAt: at }).where(eq(oauthClients.id, id));
}

/** Deletes clients that were made before `before` and never used, or not since `unusedSince`. */
export async function deleteUnusedClients(
  db: Connection,
  { before, unusedSince }: { before: number; unusedSince: number },
  atMost: number,
): Promise<number> {
  const isOld = or(
    and(isNull(oauthClients.lastUsedAt), lt(oauthClients.createdAt, before)),
    lt(oauthClients.lastUsedAt, unusedSince),
  );
  const old = db
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(and(isOld, hasNoGrant(db)))
    .limit(atMost);
  return (
    await db.delete(oauthClients).where(inArray(oauthClients.id, old)).returning({ id: oauthClients.id })
  ).length;
}

/** Inserts a grant unless the person has `limit` already: returns whether it was inserted. */
export async function insertGrant(db: Connection, row: GrantRow, limit: number): Promise<boolean> {
  const own = and(eq(grants.personId, row.personId), gt(grants.expiresAt, row.createdAt));
  const existing = db.select({ grants: count() }).from(grants).where(own);
  return conditionalInsert(db, grants, row, sql`${existing} < ${limit}`);
}

export async function updateGrantLastUse(db: Connection, id: string, at: number): Promise<void> {
  await db.update(grants).set({ lastUsedAt: at }).where(eq(grants.id, id));
}

export async function updateGrantExpiry(db: Connection, id: string, expiresAt: number): Promise<void> {
  await db.update(grants).set({ expiresAt }).where(eq(grants.id, id));
}

/** A grant with the names of its project, tenant and person. */
export type ListedGrant = Awaited<ReturnType<typeof selectGrants>>[number];

const selectListed = (db: Connection) =>
  db
    .select({
      grant: grants,
      personName: people.name,
      email: people.email,
      projectName: projects.name,
      teamId: projects.teamId,
      tenant: tenants.slug,
    })
    .from(grants)
    .innerJoin(people, eq(people.id, grants.personId))
    .innerJoin(projects, eq(projects.id, grants.projectId))
    .innerJoin(tenants, eq(tenants.id, grants.tenantId))
    .$dynamic();

/** Those in use, the newest first. */
export async function selectGrants(
  db: Connection,
  now: number,
  { projectId, personId }: { projectId: string | undefined; personId: string | undefined },
) {
  // A grant whose code was never exchanged has no other token.
  const isInUse = sql`EXISTS (SELECT 1 FROM grant_tokens one WHERE one.grant_id = ${grants.id} AND one.kind = 'refresh')`;
  return selectListed(db)
    .where(
      and(
        gt(grants.expiresAt, now),
        isInUse,
        projectId === undefined ? undefined : eq(grants.projectId, projectId),
        personId === undefined ? undefined : eq(grants.personId, personId),
      ),
    )
    .orderBy(desc(grants.id))
    .limit(10_000);
}

export async function selectGrant(db: Connection, id: string): Promise<ListedGrant | undefined> {
  return selectListed(db).where(eq(grants.id, id)).get();
}

export async function hasGrant(db: Connection, id: string): Promise<boolean> {
  return (await db.select({ id: grants.id }).from(grants).where(eq(grants.id, id)).get()) !== undefined;
}

/** Deletes a grant with its codes and tokens. Returns false if there is no such grant. */
export async function deleteGrant(db: Connection, id: string): Promise<boolean> {
  return (await db.delete(grants).where(eq(grants.id, id)).returning({ id: grants.id })).length > 0;
}

/** Deletes all grants of a person in a team. */
export async function deleteGrantsOfMember(db: Connection, teamId: string, personId: string): Promise<void> {
  const ofTeam = db.select({ id: projects.id }).from(projects).where(eq(projects.teamId, teamId));
  await db.delete(grants).where(and(eq(grants.personId, personId), inArray(grants.projectId, ofTeam)));
}

export async function deleteGrantsOfAccount(db: Connection, personId: string): Promise<void> {
  await db.delete(grants).where(eq(grants.personId, personId));
}

export async function insertToken(db: Connection, row: TokenRow): Promise<void> {
  await db.insert(grantTokens).values(row);
}

/** A code or token, whether it is valid or not, and its grant. */
export async function selectToken(db: Connection, hash: Buffer) {
  return db
    .select({ token: grantTokens, grant: grants })
    .from(grantTokens)
    .innerJoin(grants, eq(grants.id, grantTokens.grantId))
    .where(eq(grantTokens.hash, hash))
    .get();
}

/** Returns false if it was used before. */
export async function useToken(db: Connection, hash: Buffer, now: number): Promise<boolean> {
  const rows = await db
    .update(grantTokens)
    .set({ usedAt: now })
    .where(and(eq(grantTokens.hash, hash), isNull(grantTokens.usedAt)))
    .returning({ id: grantTokens.grantId });
  return rows.length > 0;
}

/** Deletes expired grants and tokens, and used tokens from before `usedBefore`. */
export async function deleteExpired(
  db: Connection,
  { now, usedBefore }: { now: number; usedBefore: number },
  atMost: number,
): Promise<number> {
  const oldGrants = db.select({ id: grants.id }).from(grants).where(lt(grants.expiresAt, now)).limit(atMost);
  const gone = await db.delete(grants).where(inArray(grants.id, oldGrants)).returning({ id: grants.id });
  const isOld = or(
    lt(grantTokens.expiresAt, now),
    and(isNotNull(grantTokens.usedAt), lt(grantTokens.usedAt, usedBefore)),
  );
  const oldTokens = db.select({ hash: grantTokens.hash }).from(grantTokens).where(isOld).limit(atMost);
  const used = await db
    .delete(grantTokens)
    .where(inArray(grantTokens.hash, oldTokens))
    .returning({ id: grantTokens.grantId });
  return Math.max(gone.length, used.length);
}
