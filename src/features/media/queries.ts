import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { isDifferent, listAsJson, textsOfJson } from '../../platform/sql/engine-sql.ts';
import { placeholdersOf, prepareOnce } from '../../platform/sql/queries.ts';
import { mediaBlobs, mediaFiles, mediaObjects, mediaVersions } from './table.ts';

/** A file outside the trash. */
export type FileRow = Omit<typeof mediaFiles.$inferSelect, 'deletedAt' | 'deletedWith'>;

/** A smaller version in the form in which `storedConversions` packs it. */
export type PackedConversion = [
  name: 'small' | 'medium' | 'large',
  extension: string,
  bytes: number,
  width: number,
  height: number,
];

const storedConversions = sql<string>`(
  SELECT ${listAsJson(sql`o.name, o.extension, o.bytes, o.width, o.height`)}
  FROM ${mediaObjects} o WHERE o.blob_id = ${mediaFiles.blobId} AND o.name <> 'original')`;

const itemColumns = {
  id: mediaFiles.id,
  folderId: mediaFiles.folderId,
  blobId: mediaFiles.blobId,
  token: mediaFiles.token,
  filename: mediaFiles.filename,
  filenameFolded: mediaFiles.filenameFolded,
  altText: mediaFiles.altText,
  category: mediaFiles.category,
  size: mediaFiles.size,
  createdAt: mediaFiles.createdAt,
  updatedAt: mediaFiles.updatedAt,
  mime: mediaBlobs.mime,
  extension: mediaBlobs.extension,
  width: mediaBlobs.width,
  height: mediaBlobs.height,
  placeholder: mediaBlobs.placeholder,
  color: mediaBlobs.color,
  conversions: mediaBlobs.conversions,
  /** JSON of `PackedConversion[]`. */
  conversionFiles: storedConversions,
};

/** Files with the data of their present versions. */
export const itemQuery = (db: Connection) =>
  db.select(itemColumns).from(mediaFiles).innerJoin(mediaBlobs, eq(mediaBlobs.id, mediaFiles.blobId));

/** A file with the data of its present version. */
export type ItemRow = Awaited<ReturnType<typeof itemQuery>>[number];

const ofTenant = and(eq(mediaFiles.tenantId, sql.placeholder('tenantId')), isNull(mediaFiles.deletedAt));

/** Ids as one parameter, so that one prepared statement accepts any number of them. */
const idsParameter = textsOfJson(sql.placeholder('ids'));

const itemsById = prepareOnce((db) =>
  itemQuery(db)
    .where(and(ofTenant, sql`${mediaFiles.id} IN ${idsParameter}`))
    .orderBy(desc(mediaFiles.id))
    .prepare(),
);

/** The tenant's files with these ids, newest first. */
export async function selectItems(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<ItemRow[]> {
  return itemsById(db).all({ tenantId: scope.tenant.id, ids: JSON.stringify(ids) });
}

export async function selectItem(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<ItemRow | undefined> {
  const [item] = await selectItems(scope, db, [id]);
  return item;
}

const fileInsertion = prepareOnce((db) =>
  db
    .insert(mediaFiles)
    .values(placeholdersOf(mediaFiles, ['deletedAt', 'deletedWith']))
    .prepare(),
);

export async function insertFile(db: Connection, row: FileRow): Promise<void> {
  await fileInsertion(db).run({ ...row });
}

const versionInsertion = prepareOnce((db) =>
  db.insert(mediaVersions).values(placeholdersOf(mediaVersions)).prepare(),
);

export async function insertVersion(
  db: Connection,
  { tenantId, id, blobId, token }: Pick<FileRow, 'tenantId' | 'id' | 'blobId' | 'token'>,
  createdAt: number,
): Promise<void> {
  await versionInsertion(db).run({ token, tenantId, fileId: id, blobId, createdAt });
}

/** Whether the tenant has a version with this token. */
export async function isVersionKnown(scope: TenantScope, db: Connection, token: string): Promise<boolean> {
  const ofToken = and(eq(mediaVersions.token, token), eq(mediaVersions.tenantId, scope.tenant.id));
  return (await db.$count(mediaVersions, ofToken)) > 0;
}

/** The fields of a file that can change. */
type FileChange = Partial<Omit<FileRow, 'id' | 'tenantId' | 'createdAt'>> & { updatedAt: number };

export async function updateFile(
  scope: TenantScope,
  db: Connection,
  id: string,
  change: FileChange,
): Promise<void> {
  await db
    .update(mediaFiles)
    .set(change)
    .where(
      and(eq(mediaFiles.id, id), eq(mediaFiles.tenantId, scope.tenant.id), isNull(mediaFiles.deletedAt)),
    );
}

const moving = prepareOnce((db) =>
  db
    .update(mediaFiles)
    .set({ folderId: sql`${sql.placeholder('folderId')}`, updatedAt: sql`${sql.placeholder('now')}` })
    .where(
      and(
        ofTenant,
        sql`${mediaFiles.id} IN ${idsParameter}`,
        isDifferent(mediaFiles.folderId, sql.placeholder('folderId')),
      ),
    )
    .returning({ id: mediaFiles.id, filename: mediaFiles.filename })
    .prepare(),
);

/** Moves files to a folder (null: the top level). Returns those that were elsewhere. */
export async function moveFiles(
  scope: TenantScope,
  db: Connection,
  { ids, folderId, now }: { ids: readonly string[]; folderId: string | null; now: number },
): Promise<Pick<FileRow, 'id' | 'filename'>[]> {
  return moving(db).all({ tenantId: scope.tenant.id, ids: JSON.stringify(ids), folderId, now });
}

/** Ids of files in these folders, at most `limit`. */
export async function selectFileIdsIn(
  scope: TenantScope,
  db: Connection,
  folderIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(
      and(
        eq(mediaFiles.tenantId, scope.tenant.id),
        isNull(mediaFiles.deletedAt),
        sql`${mediaFiles.folderId} IN ${textsOfJson(JSON.stringify(folderIds))}`,
      ),
    )
    .limit(limit);
  return rows.map((row) => row.id);
}
