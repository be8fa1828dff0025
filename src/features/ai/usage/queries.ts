import { and, asc, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Connection } from '../../../platform/ports/database.ts';
import { prepareOnce } from '../../../platform/prepared-queries.ts';
import { tenants } from '../../projects/index.ts';
import { aiUsage } from './table.ts';

export type UsageRow = typeof aiUsage.$inferSelect;

const tokens = sql<number | null>`sum(${aiUsage.inputTokens} + ${aiUsage.outputTokens})`;

const projectTokens = prepareOnce((db) =>
  db
    .select({ tokens })
    .from(aiUsage)
    .where(and(eq(aiUsage.projectId, sql.placeholder('projectId')), eq(aiUsage.day, sql.placeholder('day'))))
    .prepare(),
);

/** Tokens a project has used on a day. */
export async function selectProjectTokens(db: Connection, projectId: string, day: number): Promise<number> {
  return (await projectTokens(db).get({ projectId, day }))?.tokens ?? 0;
}

const keyTokens = prepareOnce((db) =>
  db
    .select({ tokens })
    .from(aiUsage)
    .where(
      and(
        eq(aiUsage.actorId, sql.placeholder('actorId')),
        eq(aiUsage.day, sql.placeholder('day')),
        eq(aiUsage.actorKind, 'agent'),
      ),
    )
    .prepare(),
);

/** Tokens an API key has used on a day, in all projects it may access. */
export async function selectKeyTokens(db: Connection, actorId: string, day: number): Promise<number> {
  return (await keyTokens(db).get({ actorId, day }))?.tokens ?? 0;
}

const userTokens = prepareOnce((db) =>
  db
    .select({ tokens })
    .from(aiUsage)
    .where(
      and(
        eq(aiUsage.tenantId, sql.placeholder('tenantId')),
        eq(aiUsage.day, sql.placeholder('day')),
        eq(aiUsage.actorKind, 'user'),
        eq(aiUsage.actorId, sql.placeholder('actorId')),
      ),
    )
    .prepare(),
);

/** Tokens a user of a tenant has used on a day. */
export async function selectUserTokens(
  db: Connection,
  tenantId: number,
  actorId: string,
  day: number,
): Promise<number> {
  return (await userTokens(db).get({ tenantId, actorId, day }))?.tokens ?? 0;
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

export interface UsageFilter {
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
