import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { notByIndex, sumOf, textsOfJson } from '../../platform/sql/engine-sql.ts';
import type { FileRow } from './queries.ts';
import { mediaBlobs, mediaFiles, mediaFolders, mediaVersions } from './table.ts';

const ids = (values: readonly string[]): SQL => textsOfJson(JSON.stringify(values));

/** A file that is moved to the trash. */
interface HiddenFile {
  id: string;
  filename: string;
  folderName: string | null;
}

/** Hides files. `deletedWith`: the folder with which they are deleted. Returns those that were not hidden before. */
export async function hideFiles(
  scope: TenantScope,
  db: Connection,
  { fileIds, deletedWith, now }: { fileIds: readonly string[]; deletedWith: string | null; now: number },
): Promise<HiddenFile[]> {
  const folderName = sql<string | null>`(
    SELECT f.name FROM ${mediaFolders} f WHERE f.id = ${mediaFiles.folderId})`;
  return db
    .update(mediaFiles)
    .set({ deletedAt: now, deletedWith })
    .where(
      and(
        eq(mediaFiles.tenantId, scope.tenant.id),
        sql`${mediaFiles.id} IN ${ids(fileIds)}`,
        isNull(mediaFiles.deletedAt),
      ),
    )
    .returning({ id: mediaFiles.id, filename: mediaFiles.filename, folderName });
}

/** Bytes of each file in all its versions; versions with the same bytes count once. */
export async function measureFiles(
  scope: TenantScope,
  db: Connection,
  fileIds: readonly string[],
): Promise<Map<string, number>> {
  const blobs = db
    .selectDistinct({ fileId: mediaVersions.fileId, blobId: mediaVersions.blobId })
    .from(mediaVersions)
    .where(
      and(
        sql`${mediaVersions.fileId} IN ${ids(fileIds)}`,
        sql`${notByIndex(mediaVersions.tenantId)} = ${scope.tenant.id}`,
      ),
    )
    .as('blobs');
  const rows = await db
    .select({ fileId: blobs.fileId, bytes: sumOf(mediaBlobs.bytes) })
    .from(blobs)
    .innerJoin(mediaBlobs, eq(mediaBlobs.id, blobs.blobId))
    .groupBy(blobs.fileId);
  return new Map(rows.map(({ fileId, bytes }) => [fileId, bytes]));
}

const fileInTrash = (scope: TenantScope) =>
  and(eq(mediaFiles.tenantId, scope.tenant.id), isNotNull(mediaFiles.deletedAt));

export async function selectHiddenFile(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<FileRow | undefined> {
  return db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), fileInTrash(scope)))
    .get();
}

/** Ids of files that were deleted with a folder. */
export async function selectFilesDeletedWith(
  scope: TenantScope,
  db: Connection,
  folderId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(
      and(
        eq(mediaFiles.deletedWith, folderId),
        isNotNull(mediaFiles.deletedAt),
        // Keeps SQLite off the index of everything that the tenant has in the trash.
        sql`${notByIndex(mediaFiles.tenantId)} = ${scope.tenant.id}`,
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Shows hidden files again. Files whose folder is hidden or gone move to the top level. */
export async function showFiles(
  scope: TenantScope,
  db: Connection,
  fileIds: readonly string[],
): Promise<void> {
  const folderId = sql`(
    SELECT f.id FROM ${mediaFolders} f WHERE f.id = ${mediaFiles.folderId} AND f.deleted_at IS NULL)`;
  await db
    .update(mediaFiles)
    .set({ deletedAt: null, deletedWith: null, folderId })
    .where(and(sql`${mediaFiles.id} IN ${ids(fileIds)}`, fileInTrash(scope)));
}
