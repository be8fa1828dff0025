import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from '../../projects/table.ts';
import { templates } from '../../templates/table.ts';

/** What was said about a template in one go, between a person and the model; deleted with the template. */
export const aiConversations = sqliteTable(
  'ai_conversations',
  {
    id: text('id').primaryKey(),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
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
    /** Increases in time. */
    id: text('id').primaryKey(),
    tenantId: integer('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
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
