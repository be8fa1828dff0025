import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { projects, tenants } from '../projects/table.ts';

/** Blocks saved for reuse, by all tenants of a project. */
export const savedModules = sqliteTable(
  'saved_modules',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** The tenant that created it. Only this tenant may change it, and it is deleted with the tenant. */
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** `name` folded for search and order, see `foldName`. */
    nameFolded: text('name_folded').notNull(),
    category: text('category'),
    /** JSON of the list of blocks, as it was sent. */
    content: text('content').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('saved_modules_project_name').on(table.projectId, table.nameFolded, table.id),
    index('saved_modules_tenant').on(table.tenantId),
  ],
);
