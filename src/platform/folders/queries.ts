import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Connection } from '../ports/database.ts';
import type { TenantScope } from '../scope.ts';
import type { FolderRow, FolderTable } from './table.ts';

const ofTenant = (table: FolderTable, scope: TenantScope) =>
  and(eq(table.tenantId, scope.tenant.id), isNull(table.deletedAt));

/** All folders of the tenant, by name. */
export async function selectFolders(
  table: FolderTable,
  scope: TenantScope,
  db: Connection,
): Promise<FolderRow[]> {
  return db.select().from(table).where(ofTenant(table, scope)).orderBy(asc(table.nameFolded), asc(table.id));
}

export async function selectFolder(
  table: FolderTable,
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<FolderRow | undefined> {
  return db
    .select()
    .from(table)
    .where(and(eq(table.id, id), ofTenant(table, scope)))
    .get();
}

export async function insertFolder(table: FolderTable, db: Connection, row: FolderRow): Promise<void> {
  await db.insert(table).values(row);
}

export async function updateFolder(
  table: FolderTable,
  scope: TenantScope,
  db: Connection,
  { id, name, nameFolded, parentId }: Pick<FolderRow, 'id' | 'name' | 'nameFolded' | 'parentId'>,
): Promise<void> {
  await db
    .update(table)
    .set({ name, nameFolded, parentId })
    .where(and(eq(table.id, id), ofTenant(table, scope)));
}

/**
 * Deletes a folder and the folders in it (`ids`). Items in them move to the top level. Folders in them that are in the
 * trash stay there: a cascade would delete them without the items that were deleted with them.
 */
export async function deleteFolders(
  table: FolderTable,
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<void> {
  await db
    .update(table)
    .set({ parentId: null })
    .where(
      and(inArray(table.parentId, [...ids]), eq(table.tenantId, scope.tenant.id), isNotNull(table.deletedAt)),
    );
  await db.delete(table).where(and(inArray(table.id, [...ids]), ofTenant(table, scope)));
}
