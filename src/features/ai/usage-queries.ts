import { and, asc, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { rowAddress } from '../../platform/sql/engine-sql.ts';
import { conditionalInsert, prepareOnce } from '../../platform/sql/queries.ts';
import { tenants } from '../projects/index.ts';
import { aiBudgets, aiReservations, aiUsage } from './table.ts';

export type UsageRow = typeof aiUsage.$inferSelect;

type ReservationRow = typeof aiReservations.$inferSelect;

/**
 * Reserves tokens of a budget, unless used and reserved tokens of the day would exceed `limit`. Returns whether it did.
 * Writes to the budget's row first, so that several servers that reserve from one budget wait for each other.
 */
export async function reserveTokens(
  db: Connection,
  row: ReservationRow,
  { limit, now }: { limit: number; now: number },
): Promise<boolean> {
  const { key, day, tokens } = row;
  const [budget] = await db
    .insert(aiBudgets)
    .values({ key, day, used: 0 })
    .onConflictDoUpdate({ target: [aiBudgets.key, aiBudgets.day], set: { used: sql`${aiBudgets.used}` } })
    .returning({ used: aiBudgets.used });
  const reserved = sql`coalesce((
    SELECT sum(r.tokens) FROM ${aiReservations} r
    WHERE r.key = ${key} AND r.day = ${day} AND r.expires_at > ${now}), 0)`;
  const used = budget?.used ?? 0;
  return conditionalInsert(db, aiReservations, row, sql`${reserved} + ${used + tokens} <= ${limit}`);
}

/** Gives back the tokens that were reserved for a request. */
export async function deleteReservations(db: Connection, requestId: string): Promise<void> {
  await db.delete(aiReservations).where(eq(aiReservations.requestId, requestId));
}

const usedTokens = prepareOnce((db) =>
  db
    .update(aiBudgets)
    .set({ used: sql`${aiBudgets.used} + ${sql.placeholder('tokens')}` })
    .where(and(eq(aiBudgets.key, sql.placeholder('key')), eq(aiBudgets.day, sql.placeholder('day'))))
    .prepare(),
);

/** Counts tokens that a request has used of a budget. */
export async function addUsedTokens(
  db: Connection,
  used: { key: string; day: number; tokens: number },
): Promise<void> {
  await usedTokens(db).run(used);
}

/** Tokens of a budget used on a day, without reserved ones. */
export async function selectUsedTokens(db: Connection, key: string, day: number): Promise<number> {
  const where = and(eq(aiBudgets.key, key), eq(aiBudgets.day, day));
  const [row] = await db.select({ used: aiBudgets.used }).from(aiBudgets).where(where);
  return row?.used ?? 0;
}

/** Deletes budgets of days before `day`, and reservations that have expired. */
export async function deleteOldBudgets(
  db: Connection,
  { day, now }: { day: number; now: number },
): Promise<void> {
  await db.delete(aiBudgets).where(lt(aiBudgets.day, day));
  await db.delete(aiReservations).where(lte(aiReservations.expiresAt, now));
}

/** Drizzle requires all columns, in the order of the table. */
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

/** Adds to the stored usage; rows of deleted tenants are left out. */
export async function addUsage(db: Connection, rows: readonly UsageRow[]): Promise<void> {
  const add = addition(db);
  for (const row of rows) await add.run({ ...row });
}

/** A position in the list: the latest day first, then in the order of the primary key. */
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

/** Rows after a position, of all tenants unless the filter names one. For operators only. */
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

/** Deletes up to `atMost` rows of days before `day`. Returns their number. */
export async function deleteUsageBefore(db: Connection, day: number, atMost: number): Promise<number> {
  const address = rowAddress();
  const old = db.select({ address }).from(aiUsage).where(lt(aiUsage.day, day)).limit(atMost);
  const rows = await db.delete(aiUsage).where(inArray(address, old)).returning({ day: aiUsage.day });
  return rows.length;
}

/** Counts the usage of a tenant for the project that it was moved to. */
export async function moveUsage(db: Connection, tenantId: number, projectId: string): Promise<void> {
  await db.update(aiUsage).set({ projectId }).where(eq(aiUsage.tenantId, tenantId));
}
