import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { tenants } from '../projects/table.ts';

/**
 * Contents of templates and snapshots. Equal contents of a tenant are stored once. They are not in `templates`, so that
 * lists and searches read small rows. Triggers delete a content with the last row of `templates` or `snapshots` that
 * refers to it; a further table that refers to contents has to be added to them.
 */
export const contents = sqliteTable(
  'contents',
  {
    id: integer('id').primaryKey(),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    /** SHA-256 of `json`. */
    hash: blob('hash', { mode: 'buffer' }).notNull(),
    json: text('json').notNull(),
  },
  (table) => [uniqueIndex('contents_tenant_hash').on(table.tenantId, table.hash)],
);

export const templates = sqliteTable(
  'templates',
  {
    id: text('id').primaryKey(),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    name: text('name'),
    /** `name` folded for search and order, see `foldName`; empty for unnamed ones. */
    nameFolded: text('name_folded').notNull(),
    contentId: integer('content_id')
      .notNull()
      .references(() => contents.id),
    /** Author of the content, see `authorOf`, and time of writing; null if it was written before these columns existed. */
    contentBy: text('content_by'),
    contentAt: integer('content_at'),
    /** 1 at creation, one more with each change. */
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('templates_tenant_id').on(table.tenantId, table.id),
    index('templates_tenant_updated').on(table.tenantId, table.updatedAt, table.id),
    index('templates_tenant_name').on(table.tenantId, table.nameFolded, table.id),
    index('templates_content').on(table.contentId),
  ],
);
