import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { conditionalInsert } from '../../platform/sql/queries.ts';
import { adminTokens } from './table.ts';

export type AdminTokenRow = typeof adminTokens.$inferSelect;

export async function selectTokenByHash(db: Connection, hash: Buffer): Promise<AdminTokenRow | undefined> {
  return db.select().from(adminTokens).where(eq(adminTokens.hash, hash)).get();
}

export async function selectToken(db: Connection, id: string): Promise<AdminTokenRow | undefined> {
  return db.select().from(adminTokens).where(eq(adminTokens.id, id)).get();
}

/** The tokens that a person has made; `personId` undefined: all tokens. */
export async function selectTokens(db: Connection, personId: string | undefined): Promise<AdminTokenRow[]> {
  return db
    .select()
    .from(adminTokens)
    .where(personId === undefined ? undefined : eq(adminTokens.personId, personId))
    .orderBy(asc(adminTokens.createdAt), asc(adminTokens.id));
}

/** Inserts a token unless its maker has `limit` tokens already: returns whether it was inserted. */
export async function insertToken(db: Connection, row: AdminTokenRow, limit: number): Promise<boolean> {
  const ofMaker =
    row.personId === null ? isNull(adminTokens.personId) : eq(adminTokens.personId, row.personId);
  const tokens = db.select({ tokens: count() }).from(adminTokens).where(ofMaker);
  return conditionalInsert(db, adminTokens, row, sql`${tokens} < ${limit}`);
}

export async function updateTokenLastUse(db: Connection, id: string, lastUsedAt: number): Promise<void> {
  await db.update(adminTokens).set({ lastUsedAt }).where(eq(adminTokens.id, id));
}

/** Returns false if there is no such token. */
export async function deleteToken(db: Connection, id: string): Promise<boolean> {
  const rows = await db.delete(adminTokens).where(eq(adminTokens.id, id)).returning({ id: adminTokens.id });
  return rows.length > 0;
}

/** Deletes the tokens that a person has made for a team. */
export async function deleteTokensOfMember(db: Connection, teamId: string, personId: string): Promise<void> {
  await db.delete(adminTokens).where(and(eq(adminTokens.teamId, teamId), eq(adminTokens.personId, personId)));
}

export async function deleteTokensOfAccount(db: Connection, personId: string): Promise<void> {
  await db.delete(adminTokens).where(eq(adminTokens.personId, personId));
}
