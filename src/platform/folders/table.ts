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
 * A table of folders that form a tree. Names within a folder are unique after case folding. `ofTenant`: the column
 * `tenant_id`.
 */
export function folderTable<Name extends string>(name: Name, ofTenant: () => TenantColumn) {
  const table = sqliteTable(
    name,
    {
      id: text('id').primaryKey(),
      tenantId: ofTenant(),
      /** null: at the top level. */
      parentId: text('parent_id').references((): AnySQLiteColumn => table.id, { onDelete: 'cascade' }),
      name: text('name').notNull(),
      nameFolded: text('name_folded').notNull(),
      createdAt: integer('created_at').notNull(),
      /** When it was moved to the trash; null: it is not in the trash. */
      deletedAt: integer('deleted_at'),
      /** The folder with which it was deleted; null: it was deleted on its own. */
      deletedWith: text('deleted_with'),
    },
    (folders) => [
      uniqueIndex(`${name}_name`)
        .on(folders.parentId, folders.nameFolded)
        .where(sql`${folders.deletedAt} IS NULL`),
      // In SQL no NULL equals another, so the top level needs an index of its own.
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
