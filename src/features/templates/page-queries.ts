import { and, desc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { rowAddress } from '../../platform/engine-sql.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { placeholdersOf, prepareOnce } from '../../platform/queries.ts';
import { snapshots, templatePages } from './table.ts';

export type StoredPage = typeof templatePages.$inferSelect;

const pageUpsert = prepareOnce((db) =>
  db
    .insert(templatePages)
    .values(placeholdersOf(templatePages))
    .onConflictDoUpdate({
      target: [templatePages.templateId, templatePages.tokenDigest],
      set: {
        pageId: sql`excluded.page_id`,
        tokenIssuedAt: sql`excluded.token_issued_at`,
        tokenExpiresAt: sql`excluded.token_expires_at`,
        version: sql`excluded.version`,
        offered: sql`excluded.offered`,
        isCollaborating: sql`excluded.is_collaborating`,
        announced: sql`excluded.announced`,
      },
    })
    .prepare(),
);

export async function upsertPage(db: Connection, row: StoredPage): Promise<void> {
  await pageUpsert(db).run(row);
}

/** The pages whose tokens expired last, or not yet, of those that expired after a time. */
export async function selectPages(
  db: Connection,
  expiredAfter: number,
  limit: number,
): Promise<StoredPage[]> {
  return db
    .select()
    .from(templatePages)
    .where(gt(templatePages.tokenExpiresAt, expiredAfter))
    .orderBy(desc(templatePages.tokenExpiresAt))
    .limit(limit);
}

/** For each template and user, the last version that the user has saved, of templates with stored pages. */
export async function selectLastSaves(
  db: Connection,
): Promise<{ templateId: string; userId: string | null; version: number }[]> {
  const version = sql<number>`max(${snapshots.version})`;
  return db
    .select({ templateId: snapshots.templateId, userId: snapshots.authorId, version })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.authorKind, 'user'),
        isNotNull(snapshots.version),
        inArray(snapshots.templateId, db.select({ id: templatePages.templateId }).from(templatePages)),
      ),
    )
    .groupBy(snapshots.templateId, snapshots.authorId);
}

/** Deletes up to `limit` pages whose tokens expired before a time. Returns their number. */
export async function deleteOldPages(db: Connection, before: number, limit: number): Promise<number> {
  const old = db
    .select({ address: rowAddress() })
    .from(templatePages)
    .where(lt(templatePages.tokenExpiresAt, before))
    .limit(limit);
  const deleted = await db
    .delete(templatePages)
    .where(inArray(rowAddress(), old))
    .returning({ deleted: sql<number>`1` });
  return deleted.length;
}
