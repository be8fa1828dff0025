import { and, asc, count, eq, lt, ne, not, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { larger, notByIndex } from '../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../platform/sql/queries.ts';
import { snapshots, templates } from '../templates/index.ts';
import { agentChanges } from './table.ts';

const automatic = and(
  eq(snapshots.templateId, sql.placeholder('templateId')),
  sql`${notByIndex(snapshots.tenantId)} = ${sql.placeholder('tenantId')}`,
  eq(snapshots.isAutosave, true),
);

const automaticCount = prepareOnce((db) =>
  db
    .select({
      total: count(),
      old: sql<number>`count(*) FILTER (WHERE ${snapshots.createdAt} < ${sql.placeholder('until')})`,
    })
    .from(snapshots)
    .where(automatic)
    .prepare(),
);

/** How many automatic snapshots a template has, and how many of them are older than `until`. */
export async function countAutomatic(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  until: number,
): Promise<{ total: number; old: number }> {
  const counted = await automaticCount(db).get({ templateId, tenantId: scope.tenant.id, until });
  return counted ?? { total: 0, old: 0 };
}

/** The state before or after a change by an agent that can be undone. */
export const isForUndo = sql`EXISTS (SELECT 1 FROM ${agentChanges}
  WHERE ${agentChanges.templateId} = ${snapshots.templateId}
    AND ${agentChanges.version} BETWEEN ${snapshots.version} AND coalesce(${snapshots.lastVersion}, ${snapshots.version}) + 1)`;

/** Automatic snapshots made between `from` (inclusive) and `until`, of which one per `bucketMs` is kept. */
interface ThinningAge {
  from: number;
  until: number;
  bucketMs: number;
  /** Snapshots with this content stay: a change in the same transaction is about to use it. */
  keptContentId: number;
}

const bucketThinning = prepareOnce((db) => {
  const bucket = sql`${snapshots.createdAt} / ${sql.placeholder('bucketMs')}`;
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
        automatic,
        sql`${snapshots.createdAt} >= ${sql.placeholder('from')}`,
        lt(snapshots.createdAt, sql.placeholder('until')),
        ne(snapshots.contentId, sql.placeholder('keptContentId')),
        not(isForUndo),
      ),
    )
    .as('ranked');
  return db
    .delete(snapshots)
    .where(sql`${snapshots.id} IN (SELECT ${ranked.id} FROM ${ranked} WHERE ${ranked.rank} > 1)`)
    .prepare();
});

/** Deletes all but the newest automatic snapshot of each bucket of time, and those that undo needs. */
export async function thinSnapshots(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  age: ThinningAge,
): Promise<void> {
  await bucketThinning(db).run({ templateId, tenantId: scope.tenant.id, ...age });
}

const densityThinning = prepareOnce((db) => {
  const { id, createdAt, contentId } = snapshots;
  const order = sql`(ORDER BY ${createdAt}, ${id})`;
  const ranked = db
    .select({
      id,
      contentId,
      gap: sql<number>`${createdAt} - lag(${createdAt}) OVER ${order}`.as('gap'),
      age: sql<number>`${larger(0, sql`${sql.placeholder('now')} - ${createdAt}`)} + 1000.0`.as('age'),
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
        // At most every second one, so that no gap becomes more than twice as long.
        sql`${ranked.place} % 2 = 0`,
        ne(ranked.contentId, sql.placeholder('keptContentId')),
      ),
    )
    .orderBy(sql`${ranked.gap} / ${ranked.age}`, ranked.id)
    .limit(sql.placeholder('most'));
  return db.delete(snapshots).where(sql`${id} IN (${chosen})`).prepare();
});

/**
 * Deletes up to `most` automatic snapshots of a template, beginning with those that are close to the one before,
 * relative to their age, so that the history is dense where it is young. Keeps the newest one, and those with the
 * content `keptContentId`.
 */
export async function deleteDenseSnapshots(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  thinning: { most: number; keptContentId: number; now: number },
): Promise<void> {
  await densityThinning(db).run({ templateId, tenantId: scope.tenant.id, ...thinning });
}

/**
 * Deletes the oldest automatic snapshot of a template. Keeps the newest one and those with the content `keptContentId`.
 * Returns false if there is no other.
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
      and(
        eq(snapshots.templateId, templateId),
        eq(snapshots.tenantId, scope.tenant.id),
        eq(snapshots.isAutosave, true),
        ne(snapshots.id, newestId),
        ne(snapshots.contentId, keptContentId),
      ),
    )
    .orderBy(asc(snapshots.createdAt), asc(snapshots.id))
    .limit(1);
  const rows = await db
    .delete(snapshots)
    .where(sql`${snapshots.id} IN (${oldest})`)
    .returning({ id: snapshots.id });
  return rows.length > 0;
}

/**
 * Deletes up to `most` of a tenant's oldest automatic snapshots. Keeps those with the present content of their
 * template. Returns how many it has deleted.
 */
export async function deleteOldestOfTenant(
  scope: TenantScope,
  db: Connection,
  most: number,
): Promise<number> {
  const isPresent = sql`EXISTS (SELECT 1 FROM ${templates}
    WHERE ${templates.id} = ${snapshots.templateId} AND ${templates.contentId} = ${snapshots.contentId})`;
  const oldest = db
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(and(eq(snapshots.tenantId, scope.tenant.id), eq(snapshots.isAutosave, true), not(isPresent)))
    .orderBy(asc(snapshots.createdAt), asc(snapshots.id))
    .limit(most);
  const rows = await db
    .delete(snapshots)
    .where(sql`${snapshots.id} IN (${oldest})`)
    .returning({ id: snapshots.id });
  return rows.length;
}
