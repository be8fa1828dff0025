import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { projects, tenantColumn } from '../projects/table.ts';

/** Blocks saved for reuse: by the tenant that saved them, or, if shared, by all tenants of its project. */
export const savedModules = sqliteTable(
  'saved_modules',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** The tenant that saved it, with which it is deleted. */
    tenantId: tenantColumn(),
    /** Whether all tenants of the project use it. Only sessions that may share modules change it then. */
    shared: integer('shared', { mode: 'boolean' }).notNull().default(false),
    name: text('name').notNull(),
    /** `name` folded for search and order, see `foldName`. */
    nameFolded: text('name_folded').notNull(),
    category: text('category'),
    /** JSON of the list of blocks, exactly as sent. */
    content: text('content').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** When it was put into the trash; null: it is not there. */
    deletedAt: integer('deleted_at'),
  },
  (table) => [
    index('saved_modules_project_shared').on(
      table.projectId,
      table.shared,
      table.deletedAt,
      table.nameFolded,
      table.id,
    ),
    index('saved_modules_tenant_shared').on(
      table.tenantId,
      table.shared,
      table.deletedAt,
      table.nameFolded,
      table.id,
    ),
  ],
);
