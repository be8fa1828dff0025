import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { aiConversations, aiMessages } from './table.ts';

type ConversationRow = typeof aiConversations.$inferSelect;

export type MessageRow = typeof aiMessages.$inferSelect;

/** Most rows that one statement deletes. SQLite requires a limit with an offset. */
const MAX_SURPLUS = 1000;

const ofTemplate = (scope: TenantScope, templateId: string) =>
  and(eq(aiConversations.templateId, templateId), eq(aiConversations.tenantId, scope.tenant.id));

const latestFirst = [desc(aiConversations.updatedAt), desc(aiConversations.id)];

/** The most recently used conversation of a template. */
export async function selectLatestConversation(
  scope: TenantScope,
  db: Connection,
  templateId: string,
): Promise<ConversationRow | undefined> {
  return db
    .select()
    .from(aiConversations)
    .where(ofTemplate(scope, templateId))
    .orderBy(...latestFirst)
    .limit(1)
    .get();
}

export async function selectConversation(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  id: string,
): Promise<ConversationRow | undefined> {
  return db
    .select()
    .from(aiConversations)
    .where(and(ofTemplate(scope, templateId), eq(aiConversations.id, id)))
    .get();
}

/** Adds a conversation, or updates the time it was last used. */
export async function saveConversation(db: Connection, row: ConversationRow): Promise<void> {
  await db
    .insert(aiConversations)
    .values(row)
    .onConflictDoUpdate({ target: aiConversations.id, set: { updatedAt: row.updatedAt } });
}

/** Deletes all but the `kept` latest conversations of a template, with their messages. */
export async function deleteOldConversations(
  scope: TenantScope,
  db: Connection,
  templateId: string,
  kept: number,
): Promise<void> {
  const old = db
    .select({ id: aiConversations.id })
    .from(aiConversations)
    .where(ofTemplate(scope, templateId))
    .orderBy(...latestFirst)
    .limit(MAX_SURPLUS)
    .offset(kept);
  await db.delete(aiConversations).where(inArray(aiConversations.id, old));
}

const ofConversation = (scope: TenantScope, conversationId: string) =>
  and(eq(aiMessages.conversationId, conversationId), eq(aiMessages.tenantId, scope.tenant.id));

/** The last `limit` messages of a conversation, oldest first. */
export async function selectMessages(
  scope: TenantScope,
  db: Connection,
  conversationId: string,
  limit: number,
): Promise<MessageRow[]> {
  const latest = db
    .select()
    .from(aiMessages)
    .where(ofConversation(scope, conversationId))
    .orderBy(desc(aiMessages.id))
    .limit(limit)
    .as('latest');
  return db.select().from(latest).orderBy(asc(latest.id)).all();
}

export async function insertMessages(db: Connection, rows: readonly MessageRow[]): Promise<void> {
  await db.insert(aiMessages).values([...rows]);
}

/** Deletes all but the last `kept` messages of a conversation. */
export async function deleteOldMessages(
  scope: TenantScope,
  db: Connection,
  conversationId: string,
  kept: number,
): Promise<void> {
  const old = db
    .select({ id: aiMessages.id })
    .from(aiMessages)
    .where(ofConversation(scope, conversationId))
    .orderBy(desc(aiMessages.id))
    .limit(MAX_SURPLUS)
    .offset(kept);
  await db.delete(aiMessages).where(inArray(aiMessages.id, old));
}
