import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/**
 * A table of folders that form a tree. A level has no two names that are equal once folded. `ofTenant`: the column
 * `tenant_id`.
 */
export function folderTable<Name extends string>(name: Name, ofTenant: () => TenantColumn) {
  const table = sqliteTable(
    name,
    {
      id: text('id').primaryKey(),
      tenantId: ofTenant(),
      /** null: at the top. */
      parentId: text('parent_id').references((): AnySQLiteColumn => table.id, { onDelete: 'cascade' }),
      name: text('name').notNull(),
      nameFolded: text('name_folded').notNull(),
      createdAt: integer('created_at').notNull(),
      /** When it was put into the trash; null: it is not there. */
      deletedAt: integer('deleted_at'),
      /** The folder it was deleted with; null: it was deleted by itself. */
      deletedWith: text('deleted_with'),
    },
    (folders) => [
      uniqueIndex(`${name}_name`)
        .on(folders.parentId, folders.nameFolded)
        .where(sql`${folders.deletedAt} IS NULL`),
      // NULL equals no other NULL, so the top level needs a separate index.
      uniqueIndex(`${name}_top_name`)
        .on(folders.tenantId, folders.nameFolded)
        .where(sql`${folders.parentId} IS NULL AND ${folders.deletedAt} IS NULL`),
      index(`${name}_parent`).on(folders.parentId),
      index(`${name}_deleted_with`).on(folders.deletedWith).where(sql`${folders.deletedWith} IS NOT NULL`),
      index(`${name}_tenant`).on(folders.tenantId),
    ],
  );
  return table;
}

const tenantColumn = () => integer('tenant_id').notNull();
type TenantColumn = ReturnType<typeof tenantColumn>;

export type FolderTable = ReturnType<typeof folderTable<string>>;

/** A row of any table of folders. */
export type FolderRow = FolderTable['$inferSelect'];
