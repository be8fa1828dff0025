import { sql } from 'drizzle-orm';
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
    /** Stands for the id in the server API; null: none. Its form differs from that of an id, see `TemplateKey`. */
    key: text('key'),
    contentId: integer('content_id')
      .notNull()
      .references(() => contents.id),
    /** Author of the content, see `authorOf`, and time of writing; null if it was written before these columns existed. */
    contentBy: text('content_by'),
    /** The author's name at that time; null if unknown, or if the author's token named no user. */
    contentByName: text('content_by_name'),
    contentAt: integer('content_at'),
    /** 1 at creation, one more with each change. */
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** When it was put into the trash; null: it is not there. */
    deletedAt: integer('deleted_at'),
  },
  (table) => [
    // With all rows, because the deletion of a tenant looks for its templates.
    index('templates_tenant_id').on(table.tenantId, table.deletedAt, table.id),
    index('templates_tenant_updated')
      .on(table.tenantId, table.updatedAt, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('templates_tenant_name')
      .on(table.tenantId, table.nameFolded, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('templates_content').on(table.contentId),
    uniqueIndex('templates_tenant_key')
      .on(table.tenantId, table.key)
      .where(sql`${table.key} IS NOT NULL AND ${table.deletedAt} IS NULL`),
  ],
);

/** The history of a template: its earlier contents, and the present one if it was changed after its creation. */
export const snapshots = sqliteTable(
  'snapshots',
  {
    id: text('id').primaryKey(),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    contentId: integer('content_id')
      .notNull()
      .references(() => contents.id),
    /** Automatic snapshots are thinned with age; manual ones are kept. */
    isAutosave: integer('is_autosave', { mode: 'boolean' }).notNull(),
    label: text('label'),
    /** Who wrote the content: kind, id within that kind, and the name at that time. null: unknown, as in old rows. */
    authorKind: text('author_kind'),
    authorId: text('author_id'),
    authorName: text('author_name'),
    /** The template's version at which it got this content; null: unknown, or the template never had it. */
    version: integer('version'),
    /** The last version with this content if only the name has changed since `version`. */
    lastVersion: integer('last_version'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('snapshots_template_created').on(table.templateId, table.createdAt, table.id),
    index('snapshots_content').on(table.contentId),
    index('snapshots_tenant').on(table.tenantId),
  ],
);
