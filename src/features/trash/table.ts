import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenantColumn } from '../projects/table.ts';

/**
 * The entries of each tenant's trash. Deleted things stay in their own tables, where `deleted_at` hides them from all
 * other queries. Triggers delete an entry with the row of its thing.
 */
export const trashEntries = sqliteTable(
  'trash_entries',
  {
    /** The id of the deleted thing. */
    id: text('id').primaryKey(),
    /** The tenant that deleted it. */
    tenantId: tenantColumn(),
    kind: text('kind').notNull(),
    /** null: unnamed. */
    name: text('name'),
    /** The template of a comment thread. */
    templateId: text('template_id'),
    /** Name of the folder it was in; null: the top. */
    folderName: text('folder_name'),
    /** Things deleted with it: files and folders in a folder, replies of a thread. */
    items: integer('items').notNull(),
    bytes: integer('bytes').notNull(),
    /** Bytes of it that count towards the tenant's storage. */
    storageBytes: integer('storage_bytes').notNull(),
    /** Unfinished work of several transactions; null: none. */
    state: text('state', { enum: ['deleting', 'restoring', 'purging'] }),
    deletedAt: integer('deleted_at').notNull(),
    /** Who deleted it: kind, id within that kind, and the name at that time. */
    deletedByKind: text('deleted_by_kind').notNull(),
    deletedBy: text('deleted_by').notNull(),
    deletedByName: text('deleted_by_name').notNull(),
  },
  (table) => [
    index('trash_entries_tenant').on(table.tenantId, table.deletedAt, table.id),
    index('trash_entries_kind').on(table.tenantId, table.kind, table.deletedAt, table.id),
    index('trash_entries_deleted').on(table.deletedAt),
    index('trash_entries_unfinished').on(table.id).where(sql`${table.state} IS NOT NULL`),
  ],
);
