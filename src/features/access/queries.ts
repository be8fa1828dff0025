import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { conditionalInsert } from '../../platform/sql/queries.ts';
import { apiKeyProjects, apiKeys, tokenKeys } from './table.ts';

export type TokenKeyRow = typeof tokenKeys.$inferSelect;
export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** Keys whose tokens are still accepted at `now`, newest first. */
export async function selectTokenKeys(db: Connection, now: number): Promise<TokenKeyRow[]> {
  return db
    .select()
    .from(tokenKeys)
    .where(or(isNull(tokenKeys.retiresAt), gt(tokenKeys.retiresAt, now)))
    .orderBy(desc(tokenKeys.createdAt), desc(tokenKeys.kid));
}

export async function insertTokenKey(db: Connection, row: TokenKeyRow): Promise<void> {
  await db.insert(tokenKeys).values(row);
}

/** Sets the end of all keys to `retiresAt`, unless they end earlier. */
export async function retireTokenKeys(db: Connection, retiresAt: number): Promise<void> {
  const livesLonger = or(isNull(tokenKeys.retiresAt), gt(tokenKeys.retiresAt, retiresAt));
  await db.update(tokenKeys).set({ retiresAt }).where(livesLonger);
}

/** `teamId` undefined: of all teams. */
export async function selectApiKeys(db: Connection, teamId: string | undefined): Promise<ApiKeyRow[]> {
  const wanted = teamId === undefined ? undefined : eq(apiKeys.teamId, teamId);
  return db.select().from(apiKeys).where(wanted).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
}

export async function selectApiKey(db: Connection, id: string): Promise<ApiKeyRow | undefined> {
  return db.select().from(apiKeys).where(eq(apiKeys.id, id)).get();
}

export async function selectApiKeyByHash(db: Connection, hash: Buffer): Promise<ApiKeyRow | undefined> {
  return db.select().from(apiKeys).where(eq(apiKeys.hash, hash)).get();
}

/** Inserts a key unless the team already has `limit` keys. Returns whether it was inserted. */
export async function insertApiKey(
  db: Connection,
  row: ApiKeyRow,
  projectIds: readonly string[],
  limit: number,
): Promise<boolean> {
  const keys = db.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.teamId, row.teamId));
  if (!(await conditionalInsert(db, apiKeys, row, sql`${keys} < ${limit}`))) return false;
  if (projectIds.length === 0) return true;
  await db.insert(apiKeyProjects).values(projectIds.map((projectId) => ({ apiKeyId: row.id, projectId })));
  return true;
}

/** The projects to which each of these keys is limited. */
export async function selectApiKeyProjects(
  db: Connection,
  keyIds: readonly string[],
): Promise<Map<string, string[]>> {
  const projectsByKey = new Map<string, string[]>(keyIds.map((id) => [id, []]));
  if (keyIds.length === 0) return projectsByKey;
  const rows = await db
    .select()
    .from(apiKeyProjects)
    .where(inArray(apiKeyProjects.apiKeyId, [...keyIds]));
  for (const row of rows) projectsByKey.get(row.apiKeyId)?.push(row.projectId);
  return projectsByKey;
}

export async function updateApiKeyValue(
  db: Connection,
  id: string,
  value: { hash: Buffer; prefix: string },
): Promise<void> {
  await db.update(apiKeys).set(value).where(eq(apiKeys.id, id));
}

export async function updateApiKeyLastUse(db: Connection, id: string, lastUsedAt: number): Promise<void> {
  await db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.id, id));
}

export async function updateApiKeyClient(db: Connection, id: string, lastUsedBy: string): Promise<void> {
  await db.update(apiKeys).set({ lastUsedBy }).where(eq(apiKeys.id, id));
}

/** Returns false if there is no such key. */
export async function deleteApiKey(db: Connection, id: string): Promise<boolean> {
  const rows = await db.delete(apiKeys).where(eq(apiKeys.id, id)).returning({ id: apiKeys.id });
  return rows.length > 0;
}

/** Deletes the keys that have access to this project only. Returns their ids. */
export async function deleteKeysOfProject(db: Connection, projectId: string): Promise<string[]> {
  const links = (condition: SQL) =>
    db.select({ id: apiKeyProjects.apiKeyId }).from(apiKeyProjects).where(condition);
  const rows = await db
    .delete(apiKeys)
    .where(
      and(
        inArray(apiKeys.id, links(eq(apiKeyProjects.projectId, projectId))),
        notInArray(apiKeys.id, links(ne(apiKeyProjects.projectId, projectId))),
      ),
    )
    .returning({ id: apiKeys.id });
  return rows.map((row) => row.id);
}
