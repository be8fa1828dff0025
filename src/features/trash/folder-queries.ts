import { and, eq, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm';
import type { FolderRow, FolderTable } from '../../platform/folders/table.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';

const inTrash = (table: FolderTable, scope: TenantScope) =>
  and(eq(table.tenantId, scope.tenant.id), isNotNull(table.deletedAt));

/** Hides a folder and the folders inside it. */
export async function hideFolders(
  table: FolderTable,
  scope: TenantScope,
  db: Connection,
  { id, others, now }: { id: string; others: readonly string[]; now: number },
): Promise<void> {
  const present = and(eq(table.tenantId, scope.tenant.id), isNull(table.deletedAt));
  await db
    .update(table)
    .set({ deletedAt: now })
    .where(and(present, eq(table.id, id)));
  await db
    .update(table)
    .set({ deletedAt: now, deletedWith: id })
    .where(and(present, inArray(table.id, [...others])));
}

/** A hidden folder and those deleted with it. */
export async function selectHiddenFolders(
  table: FolderTable,
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<FolderRow[]> {
  return db
    .select()
    .from(table)
    .where(and(or(eq(table.id, id), eq(table.deletedWith, id)), inTrash(table, scope)));
}

/** Shows a hidden folder again with the given columns, and those deleted with it. */
export async function showFolders(
  table: FolderTable,
  scope: TenantScope,
  db: Connection,
  { id, ...columns }: Pick<FolderRow, 'id' | 'parentId' | 'name' | 'nameFolded'>,
): Promise<void> {
  await db
    .update(table)
    .set({ ...columns, deletedAt: null })
    .where(and(eq(table.id, id), inTrash(table, scope)));
  await db
    .update(table)
    .set({ deletedAt: null, deletedWith: null })
    .where(and(eq(table.deletedWith, id), inTrash(table, scope)));
}

/** Deletes hidden folders. Folders inside them that were deleted on their own before stay in the trash, at the top. */
export async function deleteHiddenFolders(
  table: FolderTable,
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<void> {
  const isOther = and(inArray(table.parentId, [...ids]), notInArray(table.id, [...ids]));
  await db
    .update(table)
    .set({ parentId: null })
    .where(and(isOther, inTrash(table, scope)));
  await db.delete(table).where(and(inArray(table.id, [...ids]), inTrash(table, scope)));
}
