import { and, asc, eq, gt, lt, not, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { textsOfJson } from '../../platform/sql/engine-sql.ts';
import { snapshots, templates } from '../templates/index.ts';
import { isForUndo } from './thinning-queries.ts';

/** Rows that one step reads. */
const ROWS_AT_ONCE = 1000;

const isPresent = sql`EXISTS (SELECT 1 FROM ${templates}
  WHERE ${templates.id} = ${snapshots.templateId} AND ${templates.contentId} = ${snapshots.contentId})`;

const isOldBefore = (time: number) =>
  and(eq(snapshots.isAutosave, true), lt(snapshots.createdAt, time), not(isPresent), not(isForUndo));

/** Snapshots of all tenants after an id, and whether each is automatic and older than `before`. */
export async function selectOldSnapshots(
  db: Connection,
  before: number,
  after: string,
): Promise<{ id: string; isOld: boolean }[]> {
  const rows = await db
    .select({ id: snapshots.id, isOld: sql<number>`CASE WHEN ${isOldBefore(before)} THEN 1 ELSE 0 END` })
    .from(snapshots)
    .where(gt(snapshots.id, after))
    .orderBy(asc(snapshots.id))
    .limit(ROWS_AT_ONCE);
  return rows.map(({ id, isOld }) => ({ id, isOld: isOld === 1 }));
}

/** Deletes those that are still old, because a person may have kept one meanwhile. Returns their number. */
export async function deleteSnapshots(
  db: Connection,
  before: number,
  ids: readonly string[],
): Promise<number> {
  const rows = await db
    .delete(snapshots)
    .where(and(sql`${snapshots.id} IN ${textsOfJson(JSON.stringify(ids))}`, isOldBefore(before)))
    .returning({ id: snapshots.id });
  return rows.length;
}
