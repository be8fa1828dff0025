import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import { byEngine, sumOf, textsOfJson } from '../../../platform/sql/engine-sql.ts';
import { prepareOnce } from '../../../platform/sql/queries.ts';
import { tenants } from '../../projects/index.ts';
import { mediaBlobs, mediaFiles, mediaObjects, mediaRemovals, mediaTexts } from '../table.ts';

/** The keys among these that a row refers to. */
export async function selectReferredKeys(db: Connection, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(sql`${mediaObjects.key} IN ${textsOfJson(JSON.stringify(keys))}`);
  return new Set(rows.map((row) => row.key));
}

/** The keys among these whose files are about to be removed. */
export async function selectRecordedKeys(db: Connection, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select()
    .from(mediaRemovals)
    .where(sql`${mediaRemovals.key} IN ${textsOfJson(JSON.stringify(keys))}`);
  return new Set(rows.map((row) => row.key));
}

export type ReferredFile = Pick<typeof mediaObjects.$inferSelect, 'blobId' | 'name' | 'key' | 'bytes'>;

/** Every stored file of every tenant, a page at a time. Files with equal bytes come more than once. */
export async function selectReferredFiles(
  db: Connection,
  after: Pick<ReferredFile, 'blobId' | 'name'> | undefined,
  limit: number,
): Promise<ReferredFile[]> {
  const { blobId, name, key, bytes } = mediaObjects;
  const isBeyond = after && or(gt(blobId, after.blobId), and(eq(blobId, after.blobId), gt(name, after.name)));
  return db
    .select({ blobId, name, key, bytes })
    .from(mediaObjects)
    .where(isBeyond)
    .orderBy(asc(blobId), asc(name))
    .limit(limit);
}

/** Tenants whose stored number of bytes differs from the sum of their files. */
export async function selectStorageMiscounts(
  db: Connection,
): Promise<{ project: string; tenant: string; stored: number; counted: number }[]> {
  return db.all(sql`
    SELECT t.project_id AS project, t.slug AS tenant, t.media_bytes AS stored, ${sumOf(sql`b.bytes`)} AS counted
    FROM ${tenants} t LEFT JOIN ${mediaBlobs} b ON b.tenant_id = t.id
    GROUP BY t.id HAVING ${sumOf(sql`b.bytes`)} <> t.media_bytes`);
}

/** PostgreSQL has no index of its own beside the search table. */
const indexedWithoutFile = byEngine(
  sql`SELECT count(*) FROM media_search_docsize d LEFT JOIN ${mediaTexts} t ON t.id = d.id WHERE t.id IS NULL`,
  sql`SELECT 0`,
);

/** Number of files whose row in the search table is missing or wrong, and of indexed rows without a file. */
export async function countSearchMiscounts(db: Connection): Promise<number> {
  const [row] = await db.all<{ faults: number }>(sql`
    SELECT (
      SELECT count(*) FROM ${mediaFiles} f LEFT JOIN ${mediaTexts} t ON t.file_id = f.id
      WHERE t.id IS NULL OR t.id >> 28 <> f.tenant_id OR t.filename_folded <> f.filename_folded
        OR t.alt_folded <> f.alt_folded OR t.category <> f.category OR t.size <> f.size
    ) + (
      ${indexedWithoutFile}
    ) AS faults`);
  return row?.faults ?? 0;
}

export type SearchedText = Pick<typeof mediaTexts.$inferSelect, 'id' | 'filenameFolded' | 'altFolded'>;

/** The searched texts, a page at a time. */
export async function selectSearchedTexts(
  db: Connection,
  afterId: number,
  limit: number,
): Promise<SearchedText[]> {
  const { id, filenameFolded, altFolded } = mediaTexts;
  return db
    .select({ id, filenameFolded, altFolded })
    .from(mediaTexts)
    .where(gt(id, afterId))
    .orderBy(asc(id))
    .limit(limit);
}

const indexedRow = prepareOnce((db) =>
  db
    .select({ id: sql<number>`id` })
    .from(
      byEngine(
        sql`(SELECT rowid AS id FROM media_search WHERE media_search MATCH ${sql.placeholder('sequences')})`,
        sql`media_texts`,
      ),
    )
    .where(sql`id = ${sql.placeholder('id')}`)
    .prepare(),
);

/** Whether the search index finds a row. */
export async function isIndexed(db: Connection, id: number, sequences: string): Promise<boolean> {
  return (await indexedRow(db).get({ id, sequences })) !== undefined;
}
