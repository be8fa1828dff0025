import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { conditionalInsert, placeholdersOf, prepareOnce } from '../../platform/sql/queries.ts';
import { contentBytes, contents, isPresentTemplate, snapshots, templates } from '../templates/index.ts';

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
  authorKind: snapshots.authorKind,
  authorId: snapshots.authorId,
  authorName: snapshots.authorName,
  version: snapshots.version,
  lastVersion: snapshots.lastVersion,
  canvasEpoch: snapshots.canvasEpoch,
  createdAt: snapshots.createdAt,
};

const ofTemplate = and(
  eq(snapshots.templateId, sql.placeholder('templateId')),
  eq(snapshots.tenantId, sql.placeholder('tenantId')),
);

const newestFirst = [desc(snapshots.createdAt), desc(snapshots.id)];

/** A snapshot's own row with the size of its content. */
export interface SizedSnapshot extends SnapshotRow {
  /** Bytes of the content's JSON, and its SHA-256. */
  bytes: number;
  hash: Buffer;
}

/** The position of a snapshot in the history: its time and its id. */
type HistoryPosition = readonly [createdAt: number, id: string];

const END_OF_TIME: HistoryPosition = [Number.MAX_SAFE_INTEGER, ''];

const historyPage = prepareOnce((db) =>
  db
    // The length is in the row's header, so the content is not read.
    .select({ ...snapshotColumns, hash: contents.hash, bytes: sql<number>`octet_length(${contents.json})` })
    .from(snapshots)
    .innerJoin(contents, eq(contents.id, snapshots.contentId))
    .where(
      and(
        ofTemplate,
        sql`(${snapshots.createdAt}, ${snapshots.id}) < (${sql.placeholder('beforeTime')}, ${sql.placeholder('beforeId')})`,
      ),
    )
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** The newest snapshots of a template before a position, without their contents. */
export async function selectHistory(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  { before = END_OF_TIME, limit }: { before?: HistoryPosition | undefined; limit: number },
): Promise<SizedSnapshot[]> {
  const [beforeTime, beforeId] = before;
  return historyPage(db).all({ templateId, tenantId: scope.tenant.id, beforeTime, beforeId, limit });
}

const contentByHash = prepareOnce((db) =>
  db
    .select({
      part: sql<Uint8Array>`substr(${contentBytes}, ${sql.placeholder('start')}, ${sql.placeholder('length')})`,
    })
    .from(contents)
    .where(
      and(
        eq(contents.id, sql.placeholder('contentId')),
        eq(contents.tenantId, sql.placeholder('tenantId')),
        eq(contents.hash, sql.placeholder('hash')),
      ),
    )
    .prepare(),
);

/** UTF-8 bytes of a content's JSON from `offset` on; undefined if it was deleted or rewritten since it was listed. */
export async function selectListedContent(
  scope: TenantScope,
  db: Connection,
  { contentId, hash }: SizedSnapshot,
  { offset, length }: { offset: number; length: number },
): Promise<Uint8Array | undefined> {
  const values = { contentId, tenantId: scope.tenant.id, hash, start: offset + 1, length };
  return (await contentByHash(db).get(values))?.part;
}

/** Whether the template of a snapshot is outside the trash. */
export const isOfPresentTemplate = sql`EXISTS (SELECT 1 FROM ${templates}
  WHERE ${templates.id} = ${snapshots.templateId} AND ${isPresentTemplate})`;

const snapshotWithContent = prepareOnce((db) =>
  db
    .select({ ...snapshotColumns, json: contentBytes })
    .from(snapshots)
    .innerJoin(contents, eq(contents.id, snapshots.contentId))
    .where(and(ofTemplate, eq(snapshots.id, sql.placeholder('id')), isOfPresentTemplate))
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

const newestSnapshot = prepareOnce((db) =>
  db
    .select(snapshotColumns)
    .from(snapshots)
    .where(ofTemplate)
    .orderBy(...newestFirst)
    .limit(1)
    .prepare(),
);

export async function selectNewestSnapshot(
  scope: TenantScope,
  db: Connection,
  templateId: string,
): Promise<SnapshotRow | undefined> {
  return newestSnapshot(db).get({ templateId, tenantId: scope.tenant.id });
}

/** What a save needs to know of the newest snapshot. */
export type NewestSnapshot = Pick<SnapshotRow, 'id' | 'contentId' | 'version' | 'createdAt'>;

const newestHead = prepareOnce((db) =>
  db
    .select({
      id: snapshots.id,
      contentId: snapshots.contentId,
      version: snapshots.version,
      createdAt: snapshots.createdAt,
    })
    .from(snapshots)
    .where(ofTemplate)
    .orderBy(...newestFirst)
    .limit(1)
    .prepare(),
);

/** Maps the row by hand: in every save of a template, drizzle's mapping would take longer than the query. */
export async function selectNewestHead(
  scope: TenantScope,
  db: Connection,
  templateId: string,
): Promise<NewestSnapshot | undefined> {
  const rows = await newestHead(db).values({ templateId, tenantId: scope.tenant.id });
  const [row] = rows as [string, number, number | null, number][];
  return row && { id: row[0], contentId: row[1], version: row[2], createdAt: row[3] };
}

const snapshotInsertion = prepareOnce((db) =>
  db.insert(snapshots).values(placeholdersOf(snapshots)).prepare(),
);

export async function insertSnapshot(db: Connection, row: SnapshotRow): Promise<void> {
  await snapshotInsertion(db).run({ ...row });
}

/** Whether a template has fewer than `limit` manual snapshots. */
const hasRoomFor = ({ templateId, tenantId }: Pick<SnapshotRow, 'templateId' | 'tenantId'>, limit: number) =>
  sql`(SELECT count(*) FROM ${snapshots} kept
    WHERE kept.template_id = ${templateId} AND kept.tenant_id = ${tenantId} AND kept.is_autosave = 0) < ${limit}`;

/** Inserts a manual snapshot unless the template has `limit` of them. Returns whether it was inserted. */
export async function insertKeptSnapshot(db: Connection, row: SnapshotRow, limit: number): Promise<boolean> {
  return conditionalInsert(db, snapshots, row, hasRoomFor(row, limit));
}

/** Turns an automatic snapshot into a manual one unless the template has `limit` of them. Returns whether it did. */
export async function keepSnapshot(
  scope: TenantScope,
  db: Connection,
  { id, templateId, tenantId, label }: SnapshotRow,
  limit: number,
): Promise<boolean> {
  const rows = await db
    .update(snapshots)
    .set({ isAutosave: false, label })
    .where(
      and(
        eq(snapshots.id, id),
        eq(snapshots.tenantId, scope.tenant.id),
        or(eq(snapshots.isAutosave, false), hasRoomFor({ templateId, tenantId }, limit)),
      ),
    )
    .returning({ id: snapshots.id });
  return rows.length > 0;
}

/** Deletes a snapshot. Returns whether it existed. */
export async function deleteSnapshotRow(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  id: string,
): Promise<boolean> {
  const { tenantId } = snapshots;
  const rows = await db
    .delete(snapshots)
    .where(
      and(
        eq(snapshots.id, id),
        eq(snapshots.templateId, templateId),
        eq(tenantId, scope.tenant.id),
        isOfPresentTemplate,
      ),
    )
    .returning({ id: snapshots.id });
  return rows.length > 0;
}
