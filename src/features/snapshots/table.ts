import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from '../projects/table.ts';
import { contents, templates } from '../templates/table.ts';

/** Earlier contents of a template. */
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
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('snapshots_template_created').on(table.templateId, table.createdAt, table.id),
    index('snapshots_content').on(table.contentId),
    index('snapshots_tenant').on(table.tenantId),
  ],
);
