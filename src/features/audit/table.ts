import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from '../projects/table.ts';

/**
 * What AI agents have done, a row a call. It outlives the key and the template it names, so it refers to neither.
 * The number of a row ends every index by itself: both serve "newest first" without sorting.
 */
export const toolCalls = sqliteTable(
  'tool_calls',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    at: integer('at').notNull(),
    /** The API key, and what it was called then. */
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /** What the agent's program says of itself. */
    clientName: text('client_name'),
    clientVersion: text('client_version'),
    /** As it was asked for: perhaps one that does not exist. */
    tool: text('tool').notNull(),
    templateId: text('template_id'),
    /** `ok`, an error code, or `unknown_tool`. */
    outcome: text('outcome').notNull(),
    versionBefore: integer('version_before'),
    versionAfter: integer('version_after'),
    durationMs: integer('duration_ms').notNull(),
    /** JSON of the result, of which models pay every byte. Not known of older calls. */
    resultBytes: integer('result_bytes'),
  },
  (table) => [
    index('tool_calls_tenant_at').on(table.tenantId, table.at),
    index('tool_calls_at').on(table.at),
  ],
);

/** What operators have changed, a row a change. It outlives what it names, so it refers to nothing. */
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
  /** Name or id of what was changed, and how. Never a secret. */
  subject: text('subject'),
});
