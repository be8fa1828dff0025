import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { sumOf } from '../../platform/sql/engine-sql.ts';
import { aiUsage } from './table.ts';

/**
 * Most rows that a summary reads, the latest ones. It bounds the time to milliseconds, also in projects with many
 * tenants.
 */
const MAX_SUMMARIZED = 50_000;

interface SummaryRange {
  projectId: string;
  sinceDay: number;
}

const latestUsage = (db: Connection, { projectId, sinceDay }: SummaryRange) =>
  db
    .select({
      day: aiUsage.day,
      kind: aiUsage.actorKind,
      id: aiUsage.actorId,
      name: aiUsage.actorName,
      calls: aiUsage.calls,
      tokens: sql<number>`${aiUsage.inputTokens} + ${aiUsage.outputTokens}`.as('tokens'),
    })
    .from(aiUsage)
    .where(and(eq(aiUsage.projectId, projectId), gte(aiUsage.day, sinceDay)))
    .orderBy(desc(aiUsage.day))
    .limit(MAX_SUMMARIZED)
    .as('latest');

/** The usage of a project on each day that has some. */
export async function selectUsageByDay(db: Connection, range: SummaryRange) {
  const latest = latestUsage(db, range);
  return db
    .select({
      day: latest.day,
      calls: sumOf(latest.calls),
      tokens: sumOf(latest.tokens),
    })
    .from(latest)
    .groupBy(latest.day);
}

/** Who has used the most tokens of a project. */
export async function selectUsageByCaller(
  db: Connection,
  { today, ...range }: SummaryRange & { today: number },
  limit: number,
) {
  const latest = latestUsage(db, range);
  const tokens = sumOf(latest.tokens);
  return db
    .select({
      kind: latest.kind,
      id: latest.id,
      name: sql<string>`max(${latest.name})`,
      calls: sumOf(latest.calls),
      tokens,
      tokensToday: sql<number>`CAST(coalesce(sum(${latest.tokens}) FILTER (WHERE ${latest.day} = ${today}), 0) AS bigint)`,
    })
    .from(latest)
    .groupBy(latest.kind, latest.id)
    .orderBy(desc(tokens), asc(latest.id))
    .limit(limit);
}
