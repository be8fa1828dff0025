import { type SQL, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { contains } from '../../platform/sql/engine-sql.ts';
import { tenantColumn } from '../projects/table.ts';
import { templates } from '../templates/table.ts';

/** Whether a text may contain an address of the media library. */
export const mayNameMedia = (text: AnySQLiteColumn): SQL => contains(text, sql`'/media/'`);

/** Threads of a template: roots, and replies to them. Ids are increasing, so they are the order of creation. */
export const comments = sqliteTable(
  'comments',
  {
    id: text('id').primaryKey(),
    tenantId: tenantColumn(),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    /** The root a reply belongs to; null for roots. */
    parentId: text('parent_id').references((): AnySQLiteColumn => comments.id, { onDelete: 'cascade' }),
    /** The block the thread is about, which may be deleted; null: the whole template. */
    blockId: text('block_id'),
    /** Plain text. */
    body: text('body').notNull(),
    /** `user`, `agent`, `system` or `admin`, the id within that kind, and the name at that time. */
    authorKind: text('author_kind').notNull(),
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    /** Of roots only. */
    resolvedAt: integer('resolved_at'),
    /** See `identifyActor`. */
    resolvedBy: text('resolved_by'),
    resolvedByName: text('resolved_by_name'),
    createdAt: integer('created_at').notNull(),
    /** The time of creation until the body is edited. */
    updatedAt: integer('updated_at').notNull(),
    /** When its thread was put into the trash; null: it is not there. Replies have the same value as their root. */
    deletedAt: integer('deleted_at'),
  },
  (table) => [
    index('comments_template').on(table.templateId, table.id),
    index('comments_parent').on(table.parentId),
    index('comments_tenant').on(table.tenantId),
    index('comments_with_media').on(table.tenantId).where(mayNameMedia(table.body)),
  ],
);

/**
 * Totals of the comments of each template, updated by triggers, so that limits need no count, and caches of lists have a
 * version. Comments in the trash are not counted. A template that never had a comment has no row.
 */
export const commentTotals = sqliteTable('comment_totals', {
  templateId: text('template_id')
    .primaryKey()
    .references(() => templates.id, { onDelete: 'cascade' }),
  comments: integer('comments').notNull(),
  /** Bytes of the bodies as UTF-8. */
  bytes: integer('bytes').notNull(),
  /** How often anything about the comments has changed. */
  changes: integer('changes').notNull(),
});
