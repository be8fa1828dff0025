import { and, asc, count, eq, lt, ne, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { snapshots } from '../templates/index.ts';

const automaticOf = (scope: TenantScope, templateId: string) =>
  and(
    eq(snapshots.templateId, templateId),
    eq(snapshots.tenantId, scope.tenant.id),
    eq(snapshots.isAutosave, true),
  );

/** Automatic snapshots made between `from` (inclusive) and `until`, of which one per `bucketMs` is kept. */
interface ThinningAge {
  from: number;
  until: number;
  bucketMs: number;
  /** Snapshots of this content are kept: a change in the same transaction is about to use it. */
  keptContentId: number;
}

/** Deletes all but the newest automatic snapshot of each bucket of time. */
export async function thinSnapshots(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  { from, until, bucketMs, keptContentId }: ThinningAge,
): Promise<void> {
  const bucket = sql`${snapshots.createdAt} / ${bucketMs}`;
  const ranked = db
    .select({
      id: snapshots.id,
      rank: sql<number>`row_number() OVER (PARTITION BY ${bucket} ORDER BY ${snapshots.createdAt} DESC, ${snapshots.id} DESC)`.as(
        'rank',
      ),
    })
    .from(snapshots)
    .where(
      and(
        automaticOf(scope, templateId),
        sql`${snapshots.createdAt} >= ${from}`,
        lt(snapshots.createdAt, until),
        ne(snapshots.contentId, keptContentId),
      ),
    )
    .as('ranked');
  await db
    .delete(snapshots)
    .where(sql`${snapshots.id} IN (SELECT ${ranked.id} FROM ${ranked} WHERE ${ranked.rank} > 1)`);
}

/**
 * If a template has more than `most` automatic snapshots, deletes some until `left` are left. It begins with those that
 * follow another one closely for their age, so that the history is dense where it is young. The newest one stays, and
 * those of the content `keptContentId`.
 */
export async function deleteDenseSnapshots(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  { most, left, keptContentId, now }: { most: number; left: number; keptContentId: number; now: number },
): Promise<void> {
  const { id, createdAt, contentId } = snapshots;
  const automatic = automaticOf(scope, templateId);
  const [{ automatics } = { automatics: 0 }] = await db
    .select({ automatics: count() })
    .from(snapshots)
    .where(automatic);
  if (automatics <= most) return;
  const order = sql`(ORDER BY ${createdAt}, ${id})`;
  const ranked = db
    .select({
      id,
      contentId,
      gap: sql<number>`${createdAt} - lag(${createdAt}) OVER ${order}`.as('gap'),
      age: sql<number>`max(0, ${now} - ${createdAt}) + 1000.0`.as('age'),
      next: sql<string | null>`lead(${id}) OVER ${order}`.as('next'),
      place: sql<number>`row_number() OVER ${order}`.as('place'),
    })
    .from(snapshots)
    .where(automatic)
    .as('ranked');
  const chosen = db
    .select({ id: ranked.id })
    .from(ranked)
    .where(
      and(
        sql`${ranked.next} IS NOT NULL`,
        // Each second one at most, so that no gap becomes more than twice as long.
        sql`${ranked.place} % 2 = 0`,
        ne(ranked.contentId, keptContentId),
      ),
    )
    .orderBy(sql`${ranked.gap} / ${ranked.age}`, ranked.id)
    .limit(automatics - left);
  await db.delete(snapshots).where(sql`${id} IN (${chosen})`);
}

/**
 * Deletes the oldest automatic snapshot of a template. Keeps the newest one and those of the content `keptContentId`.
 * Returns false if no other is left.
 */
export async function deleteOldestAutomatic(
  scope: TenantScope,
  db: Connection,
  { templateId, newestId, keptContentId }: { templateId: string; newestId: string; keptContentId: number },
): Promise<boolean> {
  const oldest = db
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(
      and(automaticOf(scope, templateId), ne(snapshots.id, newestId), ne(snapshots.contentId, keptContentId)),
    )
    .orderBy(asc(snapshots.createdAt), asc(snapshots.id))
    .limit(1);
  const rows = await db
    .delete(snapshots)
    .where(sql`${snapshots.id} IN (${oldest})`)
    .returning({ id: snapshots.id });
  return rows.length > 0;
}
