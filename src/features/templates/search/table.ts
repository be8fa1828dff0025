import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { templates } from '../table.ts';

/**
 * What can be searched: templates and comments. Triggers add a row with each of them and mark it as pending with each
 * change, in the transaction of the change; the indexer brings the full-text index `search_index` up to date, whose rows
 * have the same ids. The ids of a tenant are one range and grow with time, see `idsOfTenant`.
 */
export const searchEntries = sqliteTable(
  'search_entries',
  {
    id: integer('id').primaryKey(),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    /** null: the entry is the template itself. A trigger deletes the row together with the comment. */
    commentId: text('comment_id'),
    /** Changed since it was indexed. */
    isPending: integer('is_pending', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    index('search_entries_template').on(table.templateId, table.commentId),
    uniqueIndex('search_entries_comment').on(table.commentId).where(sql`${table.commentId} IS NOT NULL`),
    index('search_entries_pending').on(table.id).where(sql`${table.isPending} = 1`),
  ],
);

/** The indexed texts of an entry, see `IndexedTexts`. */
export const searchTexts = sqliteTable('search_texts', {
  id: integer('id')
    .primaryKey()
    .references(() => searchEntries.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  text: text('text').notNull(),
  link: text('link').notNull(),
  /** The original texts, as JSON of `TextPart[]`; empty for comments. */
  parts: text('parts').notNull(),
});

/** Facts of a template for filters: `block:<type>` and `domain:<host>`. */
export const templateFacts = sqliteTable(
  'template_facts',
  {
    entryId: integer('entry_id')
      .notNull()
      .references(() => searchEntries.id, { onDelete: 'cascade' }),
    fact: text('fact').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.fact] }),
    index('template_facts_fact').on(table.fact, table.entryId),
  ],
);
