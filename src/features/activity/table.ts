import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenantColumn } from '../projects/table.ts';

/**
 * The activity feed, one row per change. Rows stay after the template, key and user they name are deleted, so there are no
 * foreign keys to those. The feed is ordered by id, which SQLite appends to each index.
 */
export const activities = sqliteTable(
  'activities',
  {
    id: integer('id').primaryKey(),
    tenantId: tenantColumn(),
    at: integer('at').notNull(),
    /** `user`, `agent`, `system` or `admin`, the id within that kind, and the name at that time. */
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /** `rest`, `server`, `mcp` or `cli`. */
    surface: text('surface').notNull(),
    type: text('type').notNull(),
    templateId: text('template_id'),
    subjectId: text('subject_id'),
    version: integer('version'),
    summary: text('summary'),
  },
  (table) => [
    index('activities_tenant').on(table.tenantId),
    index('activities_template').on(table.templateId),
    index('activities_subject').on(table.subjectId).where(sql`${table.subjectId} IS NOT NULL`),
  ],
);
