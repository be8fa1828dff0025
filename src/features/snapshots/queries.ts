import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { conditionalInsert, placeholdersOf, prepareOnce } from '../../platform/queries.ts';
import type { TenantScope } from '../../platform/scope.ts';
import {
  contentBytes,
  contents,
  isPresentTemplate,
  REFUSED_LABEL,
  snapshots,
  type TemplateRow,
  templates,
} from '../templates/index.ts';

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

/** The place of a snapshot in the history: its time and its id. */
type HistoryPosition = readonly [createdAt: number, id: string];

const END_OF_TIME: HistoryPosition = [Number.MAX_SAFE_INTEGER, ''];

const historyPage = prepareOnce((db) =>
  db
    // The length is in the head of the row, so that no content is read.
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

/** Whether the template of a snapshot is not in the trash. */
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

/** Maps the row by hand: with each save of a template, drizzle's mapping takes longer than the query. */
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

const hasRefusedLabel = sql`${snapshots.label} LIKE ${`${REFUSED_LABEL}%`}`;

/** Whether a snapshot is the content of a save that was refused, and was neither saved nor kept since. */
const isRefused = and(eq(snapshots.isAutosave, true), isNull(snapshots.version), hasRefusedLabel);

/** The refused save of the same content by the same author. */
export async function selectRefused(
  scope: TenantScope,
  db: Connection,
  { templateId, contentId, authorKind, authorId }: Omit<SnapshotRow, 'id' | 'tenantId' | 'createdAt'>,
): Promise<Pick<SnapshotRow, 'id' | 'label'> | undefined> {
  return db
    .select({ id: snapshots.id, label: snapshots.label })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.contentId, contentId),
        eq(snapshots.templateId, templateId),
        eq(snapshots.tenantId, scope.tenant.id),
        sql`(${snapshots.authorKind}, ${snapshots.authorId}) IS (${authorKind}, ${authorId})`,
        isRefused,
      ),
    )
    .get();
}

/** Deletes refused saves. Those that were saved or kept by their author since stay. */
export async function deleteRefused(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .delete(snapshots)
    .where(
      and(
        inArray(snapshots.id, [...ids]),
        eq(snapshots.templateId, templateId),
        eq(snapshots.tenantId, scope.tenant.id),
        isRefused,
      ),
    );
}

/** Notes that a snapshot without a version is the content of this version of its template: it was saved after all. */
export async function adoptVersion(
  scope: TenantScope,
  db: Connection,
  id: string,
  { version }: TemplateRow,
): Promise<void> {
  await db
    .update(snapshots)
    .set({ version, label: sql`CASE WHEN ${isRefused} THEN NULL ELSE ${snapshots.label} END` })
    .where(and(eq(snapshots.id, id), eq(snapshots.tenantId, scope.tenant.id), isNull(snapshots.version)));
}

/** Whether a template has fewer kept snapshots than `limit`. */
const hasRoomFor = ({ templateId, tenantId }: Pick<SnapshotRow, 'templateId' | 'tenantId'>, limit: number) =>
  sql`(SELECT count(*) FROM ${snapshots} kept
    WHERE kept.template_id = ${templateId} AND kept.tenant_id = ${tenantId} AND kept.is_autosave = 0) < ${limit}`;

/** Inserts a kept snapshot unless the template has `limit` of them. Returns whether it was inserted. */
export async function insertKeptSnapshot(db: Connection, row: SnapshotRow, limit: number): Promise<boolean> {
  return conditionalInsert(db, snapshots, row, hasRoomFor(row, limit));
}

/** Makes an automatic snapshot a kept one unless the template has `limit` of them. Returns whether it did. */
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

/** Deletes a snapshot. Returns whether it was there. */
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
