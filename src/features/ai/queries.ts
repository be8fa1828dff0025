import { and, asc, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/prepared-queries.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { tenants } from '../projects/index.ts';
import { aiBudgets, aiConversations, aiMessages, aiUsage } from './table.ts';

type ConversationRow = typeof aiConversations.$inferSelect;
export type MessageRow = typeof aiMessages.$inferSelect;

/** More than can ever be too many at once; an offset needs a limit. */
const MAX_SURPLUS = 1000;

const ofTemplate = (scope: TenantScope, templateId: string) =>
  and(eq(aiConversations.templateId, templateId), eq(aiConversations.tenantId, scope.tenant.id));

const latestFirst = [desc(aiConversations.updatedAt), desc(aiConversations.id)];

/** The conversation of a template that was gone on with last. */
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

/** Adds a conversation, or notes when it was gone on with. */
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

export type UsageRow = typeof aiUsage.$inferSelect;

const used = sql.placeholder('used');
const tokens = sql.placeholder('tokens');
const { key, day } = aiBudgets;

const reservation = prepareOnce((db) =>
  db
    .insert(aiBudgets)
    .values({ key: sql.placeholder('key'), day: sql.placeholder('day'), used: 0, reserved: tokens })
    .onConflictDoUpdate({
      target: [key, day],
      set: { reserved: sql`${aiBudgets.reserved} + ${tokens}` },
      setWhere: sql`${aiBudgets.used} + ${aiBudgets.reserved} + ${tokens} <= ${sql.placeholder('limit')}`,
    })
    .returning({ key })
    .prepare(),
);

/** Sets tokens of a budget aside for a day, unless more than `limit` were used or reserved then. Returns whether it did. */
export async function reserveTokens(
  db: Connection,
  wanted: { key: string; day: number; tokens: number; limit: number },
): Promise<boolean> {
  if (wanted.tokens > wanted.limit) return false;
  return (await reservation(db).get(wanted)) !== undefined;
}

const settlement = prepareOnce((db) =>
  db
    .update(aiBudgets)
    .set({
      reserved: sql`${aiBudgets.reserved} - ${tokens}`,
      used: sql`${aiBudgets.used} + ${used}`,
    })
    .where(and(eq(key, sql.placeholder('key')), eq(day, sql.placeholder('day'))))
    .prepare(),
);

/** Gives back tokens that were reserved, and counts what was used. */
export async function settleTokens(
  db: Connection,
  settled: { key: string; day: number; tokens: number; used: number },
): Promise<void> {
  await settlement(db).run({
    key: settled.key,
    day: settled.day,
    tokens: settled.tokens,
    used: settled.used,
  });
}

/** Tokens used of a budget on a day, without those that are reserved. */
export async function selectUsedTokens(db: Connection, ofKey: string, onDay: number): Promise<number> {
  const where = and(eq(key, ofKey), eq(day, onDay));
  const [row] = await db.select({ used: aiBudgets.used }).from(aiBudgets).where(where);
  return row?.used ?? 0;
}

/** Deletes budgets of days before `before`. */
export async function deleteBudgetsBefore(db: Connection, before: number): Promise<void> {
  await db.delete(aiBudgets).where(lt(day, before));
}

/** Drizzle wants every column named, in the table's order. */
const addition = prepareOnce((db) =>
  db
    .insert(aiUsage)
    .select(
      db
        .select({
          day: sql<number>`${sql.placeholder('day')}`.as('day'),
          tenantId: tenants.id,
          projectId: tenants.projectId,
          actorKind: sql<string>`${sql.placeholder('actorKind')}`.as('actor_kind'),
          actorId: sql<string>`${sql.placeholder('actorId')}`.as('actor_id'),
          actorName: sql<string>`${sql.placeholder('actorName')}`.as('actor_name'),
          operation: sql<string>`${sql.placeholder('operation')}`.as('operation'),
          calls: sql<number>`${sql.placeholder('calls')}`.as('calls'),
          inputTokens: sql<number>`${sql.placeholder('inputTokens')}`.as('input_tokens'),
          outputTokens: sql<number>`${sql.placeholder('outputTokens')}`.as('output_tokens'),
        })
        .from(tenants)
        .where(eq(tenants.id, sql.placeholder('tenantId'))),
    )
    .onConflictDoUpdate({
      target: [aiUsage.tenantId, aiUsage.day, aiUsage.actorKind, aiUsage.actorId, aiUsage.operation],
      set: {
        actorName: sql`excluded.actor_name`,
        calls: sql`${aiUsage.calls} + excluded.calls`,
        inputTokens: sql`${aiUsage.inputTokens} + excluded.input_tokens`,
        outputTokens: sql`${aiUsage.outputTokens} + excluded.output_tokens`,
      },
    })
    .prepare(),
);

/** Adds to what is stored; what tenants used that are gone is left out. */
export async function addUsage(db: Connection, rows: readonly UsageRow[]): Promise<void> {
  const add = addition(db);
  for (const row of rows) await add.run({ ...row });
}

/** A place in the order of the list: the latest day first, within it as the primary key goes. */
export interface UsagePosition {
  day: number;
  tenantId: number;
  actorKind: string;
  actorId: string;
  operation: string;
}

interface UsageFilter {
  projectId?: string | undefined;
  tenantId?: number | undefined;
  actorId?: string | undefined;
  sinceDay?: number | undefined;
}

/** Rows after a place, over all tenants unless the filter names one: for the operator only. */
export async function selectUsage(
  db: Connection,
  filter: UsageFilter,
  after: UsagePosition | undefined,
  limit: number,
): Promise<(UsageRow & { tenant: string })[]> {
  const { projectId, tenantId, actorId, sinceDay } = filter;
  const rows = await db
    .select({ usage: aiUsage, tenant: tenants.slug })
    .from(aiUsage)
    .innerJoin(tenants, eq(tenants.id, aiUsage.tenantId))
    .where(
      and(
        projectId === undefined ? undefined : eq(aiUsage.projectId, projectId),
        tenantId === undefined ? undefined : eq(aiUsage.tenantId, tenantId),
        actorId === undefined ? undefined : eq(aiUsage.actorId, actorId),
        sinceDay === undefined ? undefined : gte(aiUsage.day, sinceDay),
        after && lte(aiUsage.day, after.day),
        after &&
          sql`(${aiUsage.day} < ${after.day} OR (${aiUsage.tenantId}, ${aiUsage.actorKind}, ${aiUsage.actorId}, ${aiUsage.operation}) > (${after.tenantId}, ${after.actorKind}, ${after.actorId}, ${after.operation}))`,
      ),
    )
    .orderBy(
      desc(aiUsage.day),
      asc(aiUsage.tenantId),
      asc(aiUsage.actorKind),
      asc(aiUsage.actorId),
      asc(aiUsage.operation),
    )
    .limit(limit);
  return rows.map(({ usage, tenant }) => ({ ...usage, tenant }));
}

/** Deletes `atMost` so many rows of days before `day`. Returns how many it were. */
export async function deleteUsageBefore(db: Connection, day: number, atMost: number): Promise<number> {
  const rowid = sql<number>`rowid`;
  const old = db.select({ rowid }).from(aiUsage).where(lt(aiUsage.day, day)).limit(atMost);
  const rows = await db.delete(aiUsage).where(inArray(rowid, old)).returning({ day: aiUsage.day });
  return rows.length;
}
