import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { notByIndex } from '../../platform/sql/engine-sql.ts';
import type { CommentRow } from './queries.ts';
import { comments } from './table.ts';

const ofThread = (scope: TenantScope, rootId: string) =>
  and(
    or(eq(comments.id, rootId), eq(comments.parentId, rootId)),
    // Written so that SQLite does not use the index of all comments of the tenant.
    sql`${notByIndex(comments.tenantId)} = ${scope.tenant.id}`,
  );

/** Hides a thread. Returns the bytes of its texts. */
export async function hideThread(
  scope: TenantScope,
  db: Connection,
  rootId: string,
  now: number,
): Promise<number> {
  const rows = await db
    .update(comments)
    .set({ deletedAt: now })
    .where(and(ofThread(scope, rootId), isNull(comments.deletedAt)))
    .returning({ bytes: sql<number>`octet_length(${comments.body})` });
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The comments of a hidden thread, the root first. */
export async function selectHiddenThread(
  scope: TenantScope,
  db: Connection,
  rootId: string,
): Promise<CommentRow[]> {
  return db
    .select()
    .from(comments)
    .where(and(ofThread(scope, rootId), isNotNull(comments.deletedAt)))
    .orderBy(comments.id);
}

export async function showThread(scope: TenantScope, db: Connection, rootId: string): Promise<void> {
  await db
    .update(comments)
    .set({ deletedAt: null })
    .where(and(ofThread(scope, rootId), isNotNull(comments.deletedAt)));
}

/** Deletes a hidden thread. */
export async function deleteHiddenThread(scope: TenantScope, db: Connection, rootId: string): Promise<void> {
  await db.delete(comments).where(and(ofThread(scope, rootId), isNotNull(comments.deletedAt)));
}
