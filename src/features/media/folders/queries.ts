import { and, asc, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { mediaFiles, mediaFolders } from '../table.ts';

export type FolderRow = typeof mediaFolders.$inferSelect;

const ofTenant = (scope: TenantScope) => eq(mediaFolders.tenantId, scope.tenant.id);

/** All folders of the tenant, by name. */
export async function selectFolders(scope: TenantScope, db: Connection): Promise<FolderRow[]> {
  return db
    .select()
    .from(mediaFolders)
    .where(ofTenant(scope))
    .orderBy(asc(mediaFolders.nameFolded), asc(mediaFolders.id));
}

export async function selectFolder(
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<FolderRow | undefined> {
  return db
    .select()
    .from(mediaFolders)
    .where(and(eq(mediaFolders.id, id), ofTenant(scope)))
    .get();
}

export async function insertFolder(db: Connection, row: FolderRow): Promise<void> {
  await db.insert(mediaFolders).values(row);
}

export async function updateFolder(
  scope: TenantScope,
  db: Connection,
  { id, ...change }: Pick<FolderRow, 'id' | 'name' | 'nameFolded' | 'parentId'>,
): Promise<void> {
  await db
    .update(mediaFolders)
    .set(change)
    .where(and(eq(mediaFolders.id, id), ofTenant(scope)));
}

/** Deletes a folder with those in it; files that are still there come to the top. */
export async function deleteFolder(scope: TenantScope, db: Connection, id: string): Promise<void> {
  await db.delete(mediaFolders).where(and(eq(mediaFolders.id, id), ofTenant(scope)));
}

/** Ids of files in these folders, `limit` at most. */
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
        sql`${mediaFiles.folderId} IN (SELECT value FROM json_each(${JSON.stringify(folderIds)}))`,
      ),
    )
    .limit(limit);
  return rows.map((row) => row.id);
}
