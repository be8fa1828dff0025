import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/prepared-queries.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { contentBytes, contents } from '../templates/index.ts';
import { snapshots } from './table.ts';

export type SnapshotRow = typeof snapshots.$inferSelect;

/** A snapshot's own row with the UTF-8 bytes of its content's JSON. */
export interface SnapshotWithContent extends SnapshotRow {
  json: Uint8Array;
}

const snapshotColumns = {
  id: snapshots.id,
  tenantId: snapshots.tenantId,
  templateId: snapshots.templateId,
  contentId: snapshots.contentId,
  isAutosave: snapshots.isAutosave,
  label: snapshots.label,
  createdAt: snapshots.createdAt,
};

const ofTemplate = and(
  eq(snapshots.templateId, sql.placeholder('templateId')),
  eq(snapshots.tenantId, sql.placeholder('tenantId')),
);

const newestFirst = [desc(snapshots.createdAt), desc(snapshots.id)];

const snapshotsWithContent = prepareOnce((db) =>
  db
    .select({ ...snapshotColumns, json: contentBytes })
    .from(snapshots)
    .innerJoin(contents, eq(contents.id, snapshots.contentId))
    .where(ofTemplate)
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** The newest snapshots of a template. */
export async function selectSnapshots(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  limit: number,
): Promise<SnapshotWithContent[]> {
  return snapshotsWithContent(db).all({ templateId, tenantId: scope.tenant.id, limit });
}

const snapshotSummaries = prepareOnce((db) =>
  db
    .select(snapshotColumns)
    .from(snapshots)
    .where(ofTemplate)
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** The newest snapshots of a template, without their contents. */
export async function selectSnapshotSummaries(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  limit: number,
): Promise<SnapshotRow[]> {
  return snapshotSummaries(db).all({ templateId, tenantId: scope.tenant.id, limit });
}

const snapshotWithContent = prepareOnce((db) =>
  db
    .select({ ...snapshotColumns, json: contentBytes })
    .from(snapshots)
    .innerJoin(contents, eq(contents.id, snapshots.contentId))
    .where(and(ofTemplate, eq(snapshots.id, sql.placeholder('id'))))
    .prepare(),
);

export async function selectSnapshot(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  id: string,
): Promise<SnapshotWithContent | undefined> {
  return snapshotWithContent(db).get({ id, templateId, tenantId: scope.tenant.id });
}

export async function selectNewestSnapshot(
  scope: TenantScope,
  db: Connection,
  templateId: string,
): Promise<SnapshotRow | undefined> {
  return snapshotSummaries(db).get({ templateId, tenantId: scope.tenant.id, limit: 1 });
}

export async function insertSnapshot(db: Connection, row: SnapshotRow): Promise<void> {
  await db.insert(snapshots).values(row);
}

/** Makes an automatic snapshot one that is kept. */
export async function updateSnapshotKind(
  scope: TenantScope,
  db: Connection,
  id: string,
  kind: { isAutosave: boolean; label: string | null },
): Promise<void> {
  await db
    .update(snapshots)
    .set(kind)
    .where(and(eq(snapshots.id, id), eq(snapshots.tenantId, scope.tenant.id)));
}

/** Automatic snapshots made between `from` (inclusive) and `until`, of which one per `bucketMs` is to stay. */
export interface ThinningAge {
  from: number;
  until: number;
  bucketMs: number;
}

/** Deletes all but the newest automatic snapshot of each bucket of time. */
export async function thinSnapshots(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  { from, until, bucketMs }: ThinningAge,
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
        eq(snapshots.templateId, templateId),
        eq(snapshots.tenantId, scope.tenant.id),
        eq(snapshots.isAutosave, true),
        sql`${snapshots.createdAt} >= ${from}`,
        lt(snapshots.createdAt, until),
      ),
    )
    .as('ranked');
  await db
    .delete(snapshots)
    .where(sql`${snapshots.id} IN (SELECT ${ranked.id} FROM ${ranked} WHERE ${ranked.rank} > 1)`);
}
