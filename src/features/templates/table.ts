import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { folderTable } from '../../platform/folders/table.ts';
import { byEngine } from '../../platform/sql/engine-sql.ts';
import { tenantColumn } from '../projects/table.ts';

/** Folders of templates. */
export const templateFolders = folderTable('template_folders', tenantColumn);

/**
 * Contents of templates and snapshots. Equal contents of a tenant are stored once. They are not in `templates`, so that
 * lists and searches read small rows. Triggers delete a content with the last row of `templates` or `snapshots` that
 * refers to it; a further table that refers to contents has to be added to them.
 */
export const contents = sqliteTable(
  'contents',
  {
    id: integer('id').primaryKey(),
    tenantId: tenantColumn(),
    /** SHA-256 of `json`. */
    hash: blob('hash', { mode: 'buffer' }).notNull(),
    json: text('json').notNull(),
  },
  (table) => [uniqueIndex('contents_tenant_hash').on(table.tenantId, table.hash)],
);

/** In the form that the indexes use and that queries must use. */
export const isArchived = byEngine(
  sql`(archived_at IS NOT NULL)`,
  sql`(CAST(archived_at IS NOT NULL AS integer))`,
);

/** As `canvasEpoch`: texts of the content were rewritten in place, in earlier versions as well. */
export const REWRITTEN = -1;

export const templates = sqliteTable(
  'templates',
  {
    id: text('id').primaryKey(),
    tenantId: tenantColumn(),
    name: text('name'),
    /** `name` folded for search and order, see `foldName`; empty if unnamed. */
    nameFolded: text('name_folded').notNull(),
    /**
     * Can be used instead of the id in the backend API; null: none. Its form differs from that of an id, see
     * `TemplateKey`.
     */
    key: text('key'),
    contentId: integer('content_id')
      .notNull()
      .references(() => contents.id),
    /** Author of the content, see `authorOf`, and time of writing. */
    contentBy: text('content_by').notNull(),
    /** The author's name at that time; null if unknown, or if the author's token named no user. */
    contentByName: text('content_by_name'),
    contentAt: integer('content_at').notNull(),
    /** The log of which the content is the canvas (src/realtime/log.ts). null: none. */
    canvasEpoch: integer('canvas_epoch'),
    /** 1 at creation; each change adds 1. */
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Last change of name or content. */
    updatedAt: integer('updated_at').notNull(),
    /** null: at the top level. */
    folderId: text('folder_id').references(() => templateFolders.id, { onDelete: 'set null' }),
    /** null: not archived. Lists leave archived templates out. */
    archivedAt: integer('archived_at'),
    /** JSON of the names of its tags, so that lists need not read `tagged_templates`; null: none. */
    tags: text('tags'),
    /** The last score of its stored content, 0 to 100; -1: never scored. */
    score: integer('score').notNull().default(-1),
    /** The version to which the score belongs. */
    scoredVersion: integer('scored_version'),
    /** The last export; 0: never exported. */
    exportedAt: integer('exported_at').notNull().default(0),
    /** When it was moved to the trash; null: it is not in the trash. */
    deletedAt: integer('deleted_at'),
    /** The folder with which it was deleted; null: it was deleted on its own. */
    deletedWith: text('deleted_with'),
  },
  (table) => [
    // Indexes of the orders of lists.
    index('templates_list').on(table.tenantId, isArchived, table.id).where(sql`${table.deletedAt} IS NULL`),
    index('templates_list_updated')
      .on(table.tenantId, isArchived, table.updatedAt, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('templates_list_name')
      .on(table.tenantId, isArchived, table.nameFolded, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('templates_list_score')
      .on(table.tenantId, isArchived, table.score, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    index('templates_list_exported')
      .on(table.tenantId, isArchived, table.exportedAt, table.id)
      .where(sql`${table.deletedAt} IS NULL`),
    // Includes all rows, because the deletion of a tenant looks up its templates by it.
    index('templates_author').on(table.tenantId, table.contentBy),
    index('templates_folder').on(table.folderId).where(sql`${table.folderId} IS NOT NULL`),
    index('templates_deleted_with').on(table.deletedWith).where(sql`${table.deletedWith} IS NOT NULL`),
    index('templates_content').on(table.contentId),
    uniqueIndex('templates_tenant_key')
      .on(table.tenantId, table.key)
      .where(sql`${table.key} IS NOT NULL AND ${table.deletedAt} IS NULL`),
  ],
);

/** Tags of a tenant's templates. Those without a template are deleted. */
export const templateTags = sqliteTable(
  'template_tags',
  {
    id: integer('id').primaryKey(),
    tenantId: tenantColumn(),
    /** In the spelling in which it was first used. */
    name: text('name').notNull(),
    nameFolded: text('name_folded').notNull(),
    /** Number of templates with the tag, counted by triggers. */
    templateCount: integer('template_count').notNull().default(0),
  },
  (table) => [uniqueIndex('template_tags_name').on(table.tenantId, table.nameFolded)],
);

export const taggedTemplates = sqliteTable(
  'tagged_templates',
  {
    tagId: integer('tag_id')
      .notNull()
      .references(() => templateTags.id, { onDelete: 'cascade' }),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.tagId, table.templateId] }),
    index('tagged_templates_template').on(table.templateId),
  ],
);

/** The history of a template: its earlier contents, and the present one if it was changed after its creation. */
export const snapshots = sqliteTable(
  'snapshots',
  {
    id: text('id').primaryKey(),
    tenantId: tenantColumn(),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    contentId: integer('content_id')
      .notNull()
      .references(() => contents.id),
    /** Automatic snapshots are thinned with age; manual ones are kept. */
    isAutosave: integer('is_autosave', { mode: 'boolean' }).notNull(),
    label: text('label'),
    /** Who wrote the content: kind, id within that kind, and the name at that time. null: unknown. */
    authorKind: text('author_kind'),
    authorId: text('author_id'),
    authorName: text('author_name'),
    /** The template's version at which it got this content; null: unknown, or the template never had it. */
    version: integer('version'),
    /** The last version with this content if only the name has changed since `version`. */
    lastVersion: integer('last_version'),
    /** As in `templates`. */
    canvasEpoch: integer('canvas_epoch'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('snapshots_template_created').on(table.templateId, table.createdAt, table.id),
    index('snapshots_content').on(table.contentId),
    index('snapshots_tenant').on(table.tenantId),
  ],
);
