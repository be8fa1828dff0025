import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { conditionalInsert } from '../../platform/sql/queries.ts';
import { serverKeys } from './table.ts';

export type BackendKeyRow = typeof serverKeys.$inferSelect;

/** `projectId` undefined: of all projects. */
export async function selectBackendKeys(
  db: Connection,
  projectId: string | undefined,
): Promise<BackendKeyRow[]> {
  const wanted = projectId === undefined ? undefined : eq(serverKeys.projectId, projectId);
  return db
    .select()
    .from(serverKeys)
    .where(and(wanted))
    .orderBy(asc(serverKeys.createdAt), asc(serverKeys.id));
}

export async function selectBackendKey(db: Connection, id: string): Promise<BackendKeyRow | undefined> {
  return db.select().from(serverKeys).where(eq(serverKeys.id, id)).get();
}

export async function selectBackendKeyByHash(
  db: Connection,
  hash: Buffer,
): Promise<BackendKeyRow | undefined> {
  return db.select().from(serverKeys).where(eq(serverKeys.hash, hash)).get();
}

/** Inserts a key unless the project already has `limit` keys. Returns whether it was inserted. */
export async function insertBackendKey(db: Connection, row: BackendKeyRow, limit: number): Promise<boolean> {
  const ofProject = eq(serverKeys.projectId, row.projectId);
  const keys = db.select({ keys: count() }).from(serverKeys).where(ofProject);
  return conditionalInsert(db, serverKeys, row, sql`${keys} < ${limit}`);
}

export async function updateBackendKeyLastUse(db: Connection, id: string, lastUsedAt: number): Promise<void> {
  await db.update(serverKeys).set({ lastUsedAt }).where(eq(serverKeys.id, id));
}

/** Returns false if there is no such key. */
export async function deleteBackendKey(db: Connection, id: string): Promise<boolean> {
  const rows = await db.delete(serverKeys).where(eq(serverKeys.id, id)).returning({ id: serverKeys.id });
  return rows.length > 0;
}
