import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { notByIndex, numbersOfJson, textsOfJson } from '../../../platform/sql/engine-sql.ts';
import { placeholdersOf, prepareOnce } from '../../../platform/sql/queries.ts';
import { mediaBlobs, mediaFiles, mediaObjects, mediaRemovals, mediaStore, mediaVersions } from '../table.ts';

export type BlobRow = typeof mediaBlobs.$inferSelect;
export type ObjectRow = typeof mediaObjects.$inferSelect;

const blobByHash = prepareOnce((db) =>
  db
    .select()
    .from(mediaBlobs)
    .where(
      and(
        eq(mediaBlobs.tenantId, sql.placeholder('tenantId')),
        eq(mediaBlobs.uploadHash, sql.placeholder('uploadHash')),
      ),
    )
    .prepare(),
);

/** The tenant's blob for an uploaded file with this SHA-256. */
export async function selectBlobByUpload(
  scope: TenantScope,
  db: Connection,
  uploadHash: Buffer,
): Promise<BlobRow | undefined> {
  return blobByHash(db).get({ tenantId: scope.tenant.id, uploadHash });
}

const blobByOriginal = prepareOnce((db) =>
  db
    .select(getTableColumns(mediaBlobs))
    .from(mediaObjects)
    .innerJoin(mediaBlobs, eq(mediaBlobs.id, mediaObjects.blobId))
    .where(
      and(
        eq(mediaObjects.key, sql.placeholder('key')),
        eq(mediaObjects.name, 'original'),
        eq(mediaBlobs.tenantId, sql.placeholder('tenantId')),
      ),
    )
    .limit(1)
    .prepare(),
);

/** The tenant's blob whose original is this stored file: uploads may differ only in metadata that is removed. */
export async function selectBlobByOriginal(
  scope: TenantScope,
  db: Connection,
  key: string,
): Promise<BlobRow | undefined> {
  return blobByOriginal(db).get({ tenantId: scope.tenant.id, key });
}

/** Marks failed conversions as pending again. */
export async function retryConversions(db: Connection, id: number): Promise<void> {
  await db
    .update(mediaBlobs)
    .set({ conversions: 'pending' })
    .where(and(eq(mediaBlobs.id, id), eq(mediaBlobs.conversions, 'failed')));
}

const blobInsertion = prepareOnce((db) =>
  db
    .insert(mediaBlobs)
    .values(placeholdersOf(mediaBlobs, ['id']))
    .returning()
    .prepare(),
);

export async function insertBlob(db: Connection, row: Omit<BlobRow, 'id'>): Promise<BlobRow> {
  return blobInsertion(db).get({ ...row });
}

const objectInsertion = prepareOnce((db) =>
  db.insert(mediaObjects).values(placeholdersOf(mediaObjects)).prepare(),
);

export async function insertObjects(db: Connection, rows: readonly ObjectRow[]): Promise<void> {
  for (const row of rows) await objectInsertion(db).run({ ...row });
}

/** Stores the result of a pending blob's conversions. Returns false if the blob is no longer pending. */
export async function updatePendingBlob(
  db: Connection,
  id: number,
  outcome: Partial<Pick<BlobRow, 'placeholder' | 'color'>> & Pick<BlobRow, 'conversions'>,
): Promise<boolean> {
  const rows = await db
    .update(mediaBlobs)
    .set(outcome)
    .where(and(eq(mediaBlobs.id, id), eq(mediaBlobs.conversions, 'pending')))
    .returning({ id: mediaBlobs.id });
  return rows.length > 0;
}

/** A blob whose conversions are missing, with the key of its original. */
export interface PendingBlob {
  id: number;
  tenantId: number;
  mime: string;
  key: string;
}

/** The pending blob after `id`, of any tenant. */
export async function selectNextPendingBlob(db: Connection, id: number): Promise<PendingBlob | undefined> {
  return (
    db
      .select({
        id: mediaBlobs.id,
        tenantId: mediaBlobs.tenantId,
        mime: mediaBlobs.mime,
        key: mediaObjects.key,
      })
      .from(mediaBlobs)
      .innerJoin(mediaObjects, and(eq(mediaObjects.blobId, mediaBlobs.id), eq(mediaObjects.name, 'original')))
      // Written out, because the index is partial and has this condition.
      .where(and(sql`${mediaBlobs.conversions} = 'pending'`, gt(mediaBlobs.id, id)))
      .orderBy(asc(mediaBlobs.id))
      .limit(1)
      .get()
  );
}

/** Deletes files with all their versions, inside or outside the trash. Returns them, and the ids of their blobs. */
export async function deleteFileRows(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
  isInTrash: boolean,
): Promise<{ files: { id: string; filename: string }[]; blobIds: number[] }> {
  const isMeant = textsOfJson(JSON.stringify(ids));
  const versions = await db
    .selectDistinct({ blobId: mediaVersions.blobId })
    .from(mediaVersions)
    .where(
      and(
        sql`${notByIndex(mediaVersions.tenantId)} = ${scope.tenant.id}`,
        sql`${mediaVersions.fileId} IN ${isMeant}`,
      ),
    );
  const files = await db
    .delete(mediaFiles)
    .where(
      and(
        eq(mediaFiles.tenantId, scope.tenant.id),
        sql`${mediaFiles.id} IN ${isMeant}`,
        isInTrash ? isNotNull(mediaFiles.deletedAt) : isNull(mediaFiles.deletedAt),
      ),
    )
    .returning({ id: mediaFiles.id, filename: mediaFiles.filename });
  return { files, blobIds: versions.map((version) => version.blobId) };
}

/** Deletes blobs to which no version refers. Returns the keys of their files and the bytes that they counted. */
export async function deleteUnusedBlobs(
  scope: TenantScope,
  db: Connection,
  ids: readonly number[],
): Promise<{ keys: string[]; bytes: number }> {
  const isUnused = and(
    eq(mediaBlobs.tenantId, scope.tenant.id),
    sql`${mediaBlobs.id} IN ${numbersOfJson(JSON.stringify(ids))}`,
    sql`NOT EXISTS (SELECT 1 FROM ${mediaVersions} v WHERE v.blob_id = ${mediaBlobs.id})`,
  );
  const objects = await db
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .innerJoin(mediaBlobs, eq(mediaBlobs.id, mediaObjects.blobId))
    .where(isUnused);
  const blobs = await db.delete(mediaBlobs).where(isUnused).returning({ bytes: mediaBlobs.bytes });
  return {
    keys: objects.map((object) => object.key),
    bytes: blobs.reduce((sum, blob) => sum + blob.bytes, 0),
  };
}

const referredKey = prepareOnce((db) =>
  db
    .select({ key: mediaObjects.key })
    .from(mediaObjects)
    .where(eq(mediaObjects.key, sql.placeholder('key')))
    .limit(1)
    .prepare(),
);

/** Whether a row refers to the stored file. */
export async function isKeyReferred(db: Connection, key: string): Promise<boolean> {
  return (await referredKey(db).get({ key })) !== undefined;
}

const servedFile = prepareOnce((db) =>
  db
    .select({
      key: mediaObjects.key,
      bytes: mediaObjects.bytes,
      mime: mediaObjects.mime,
      filename: mediaFiles.filename,
    })
    .from(mediaVersions)
    .innerJoin(mediaFiles, eq(mediaFiles.id, mediaVersions.fileId))
    .innerJoin(mediaObjects, eq(mediaObjects.blobId, mediaVersions.blobId))
    .where(
      and(
        eq(mediaVersions.token, sql.placeholder('token')),
        eq(mediaObjects.name, sql.placeholder('name')),
        eq(mediaObjects.extension, sql.placeholder('extension')),
      ),
    )
    .prepare(),
);

/** A stored file by its public address. Needs no scope, because addresses are public and random. */
export async function selectServedFile(
  db: Connection,
  address: { token: string; name: string; extension: string },
): Promise<{ key: string; bytes: number; mime: string; filename: string } | undefined> {
  return servedFile(db).get(address);
}

const versionFiles = prepareOnce((db) =>
  db
    .select({
      key: mediaObjects.key,
      mime: mediaObjects.mime,
      bytes: mediaObjects.bytes,
      width: mediaObjects.width,
    })
    .from(mediaVersions)
    .innerJoin(mediaObjects, eq(mediaObjects.blobId, mediaVersions.blobId))
    .where(
      and(
        eq(mediaVersions.token, sql.placeholder('token')),
        eq(mediaVersions.tenantId, sql.placeholder('tenantId')),
      ),
    )
    .prepare(),
);

/** The stored files of a version: the original and smaller ones. Empty if the token belongs to another tenant. */
export async function selectVersionFiles(
  scope: TenantScope,
  db: Connection,
  token: string,
): Promise<{ key: string; mime: string; bytes: number; width: number | null }[]> {
  return versionFiles(db).all({ token, tenantId: scope.tenant.id });
}

export type StoreState = Omit<typeof mediaStore.$inferSelect, 'id'>;

const storeState = prepareOnce((db) => db.select().from(mediaStore).limit(1).prepare());

export async function selectStoreState(db: Connection): Promise<StoreState | undefined> {
  return storeState(db).get();
}

/**
 * Counts a transaction that stores files. Returns the argument for `LastWriteFile.write` after the commit; undefined if
 * there is no row yet.
 */
export async function increaseWrites(
  db: Connection,
): Promise<Pick<StoreState, 'generation' | 'writes'> | undefined> {
  const [row] = await db
    .update(mediaStore)
    .set({ writes: sql`${mediaStore.writes} + 1` })
    .returning({ generation: mediaStore.generation, writes: mediaStore.writes });
  return row;
}

export async function replaceStoreState(db: Connection, state: StoreState): Promise<void> {
  await db
    .insert(mediaStore)
    .values({ id: 1, ...state })
    .onConflictDoUpdate({ target: mediaStore.id, set: state });
}

/** Keys of files to remove. */
export async function selectRemovals(db: Connection, after: string, limit: number): Promise<string[]> {
  const { key } = mediaRemovals;
  const rows = await db
    .select({ key })
    .from(mediaRemovals)
    .where(gt(key, after))
    .orderBy(asc(key))
    .limit(limit);
  return rows.map((row) => row.key);
}

/** Deletes the records of these keys, or of all. */
export async function forgetRemovals(db: Connection, keys?: readonly string[]): Promise<void> {
  const isNamed = keys && sql`${mediaRemovals.key} IN ${textsOfJson(JSON.stringify(keys))}`;
  await db.delete(mediaRemovals).where(isNamed);
}
