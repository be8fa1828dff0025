import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenantColumn } from '../projects/table.ts';
import { templates } from '../templates/table.ts';

/**
 * Changes of templates by agents, for 30 days, so that they can be undone. The contents before and after are in the
 * history, which does not thin them with age as long as the row exists.
 */
export const agentChanges = sqliteTable(
  'agent_changes',
  {
    id: integer('id').primaryKey(),
    tenantId: tenantColumn(),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    /** The template's version after the change. */
    version: integer('version').notNull(),
    at: integer('at').notNull(),
    agentId: text('agent_id').notNull(),
    agentName: text('agent_name').notNull(),
    /** Whether the content changed. */
    isContent: integer('is_content', { mode: 'boolean' }).notNull(),
    /**
     * JSON of the changed name, key, folder, tags and archive state, each with the values before and after; null: none
     * changed.
     */
    attributes: text('attributes'),
  },
  (table) => [
    index('agent_changes_template').on(table.templateId, table.version),
    index('agent_changes_tenant').on(table.tenantId),
    index('agent_changes_at').on(table.at),
  ],
);
