import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenantColumn } from '../projects/table.ts';
import { templates } from '../templates/table.ts';

/** Conversations of people with the model about a template; deleted with the template. */
export const aiConversations = sqliteTable(
  'ai_conversations',
  {
    id: text('id').primaryKey(),
    tenantId: tenantColumn(),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('ai_conversations_template').on(table.templateId, table.updatedAt, table.id),
    index('ai_conversations_tenant').on(table.tenantId),
  ],
);

export const aiMessages = sqliteTable(
  'ai_messages',
  {
    /** Later messages have larger ids. */
    id: text('id').primaryKey(),
    tenantId: tenantColumn(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => aiConversations.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    content: text('content').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('ai_messages_conversation').on(table.conversationId, table.id),
    index('ai_messages_tenant').on(table.tenantId),
  ],
);

/** Tokens used of the operator's model: a row for each day, caller and kind of request. */
export const aiUsage = sqliteTable(
  'ai_usage',
  {
    /** Days since 1970-01-01, in UTC. */
    day: integer('day').notNull(),
    tenantId: tenantColumn(),
    /** The tenant's project, repeated here for lists of one project. */
    projectId: text('project_id').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    operation: text('operation').notNull(),
    calls: integer('calls').notNull(),
    inputTokens: integer('input_tokens').notNull(),
    outputTokens: integer('output_tokens').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.day, table.actorKind, table.actorId, table.operation] }),
    index('ai_usage_project_day').on(table.projectId, table.day),
    index('ai_usage_actor_day').on(table.actorId, table.day),
    index('ai_usage_day').on(table.day),
  ],
);

/** Tokens of a budget that are used on a day. */
export const aiBudgets = sqliteTable(
  'ai_budgets',
  {
    /** The owner: `project <id>`, `agent <id of the key>` or `user <tenant> <id>`. */
    key: text('key').notNull(),
    /** As in `aiUsage`. */
    day: integer('day').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.day] }), index('ai_budgets_day').on(table.day)],
);

/** Tokens of budgets that are set aside for requests under way: a row for each request and budget. */
export const aiReservations = sqliteTable(
  'ai_reservations',
  {
    requestId: text('request_id').notNull(),
    /** As in `aiBudgets`. */
    key: text('key').notNull(),
    day: integer('day').notNull(),
    tokens: integer('tokens').notNull(),
    /** The row does not count after this time: a server that was killed leaves it behind. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.key] }),
    index('ai_reservations_key').on(table.key, table.day),
    index('ai_reservations_expiry').on(table.expiresAt),
  ],
);
