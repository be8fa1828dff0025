import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenantColumn } from '../projects/table.ts';

/**
 * Calls of tools by AI agents. Rows stay after the key and the template are deleted, so there are no foreign keys to them.
 * SQLite appends the row id to each index, so both indexes serve "newest first" without sorting.
 */
export const toolCalls = sqliteTable(
  'tool_calls',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    tenantId: tenantColumn(),
    at: integer('at').notNull(),
    /** Id of the API key, and its name at that time. */
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /** The agent's program according to itself. */
    clientName: text('client_name'),
    clientVersion: text('client_version'),
    /** The requested name; the tool may not exist. */
    tool: text('tool').notNull(),
    templateId: text('template_id'),
    /** `ok`, an error code, or `unknown_tool`. */
    outcome: text('outcome').notNull(),
    versionBefore: integer('version_before'),
    versionAfter: integer('version_after'),
    durationMs: integer('duration_ms').notNull(),
    /** Bytes of the result as JSON, which cost the model tokens. null: the call was refused before there was one. */
    resultBytes: integer('result_bytes'),
  },
  (table) => [
    index('tool_calls_tenant_at').on(table.tenantId, table.at),
    index('tool_calls_at').on(table.at),
  ],
);

/** Changes by operators. Rows stay after the things they name are deleted, so there are no foreign keys. */
export const adminActions = sqliteTable('admin_actions', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: integer('at').notNull(),
  actorKind: text('actor_kind').notNull(),
  actorId: text('actor_id').notNull(),
  actorName: text('actor_name').notNull(),
  /** Reads `feature.verb_in_past`. */
  action: text('action').notNull(),
  teamId: text('team_id'),
  projectId: text('project_id'),
  tenant: text('tenant'),
  /** Name or id of the changed thing, and the change. Never a secret. */
  subject: text('subject'),
});
