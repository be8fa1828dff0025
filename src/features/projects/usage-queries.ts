import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { prepareOnce } from '../../platform/queries.ts';
import { tenantUsage } from './table.ts';
import type { MonthlyUsage } from './usage.ts';

const usageOfMonth = prepareOnce((db) =>
  db
    .select({
      exports: tenantUsage.exports,
      ai_tokens: tenantUsage.aiTokens,
      tool_calls: tenantUsage.toolCalls,
    })
    .from(tenantUsage)
    .where(
      and(
        eq(tenantUsage.tenantId, sql.placeholder('tenantId')),
        eq(tenantUsage.month, sql.placeholder('month')),
      ),
    )
    .prepare(),
);

export async function selectMonthlyUsage(
  db: Connection,
  tenantId: number,
  month: number,
): Promise<MonthlyUsage> {
  return (await usageOfMonth(db).get({ tenantId, month })) ?? { exports: 0, ai_tokens: 0, tool_calls: 0 };
}

/** Adds to the usage of a month. Returns all of it; undefined if the tenant was deleted. */
export async function addMonthlyUsage(
  db: Connection,
  { tenantId, month }: { tenantId: number; month: number },
  { exports, ai_tokens, tool_calls }: MonthlyUsage,
): Promise<MonthlyUsage | undefined> {
  const [row] = await db.all<MonthlyUsage>(sql`
    INSERT INTO tenant_usage (tenant_id, month, exports, ai_tokens, tool_calls)
    SELECT id, ${month}, ${exports}, ${ai_tokens}, ${tool_calls} FROM tenants WHERE id = ${tenantId}
    ON CONFLICT (tenant_id, month) DO UPDATE SET exports = tenant_usage.exports + excluded.exports,
      ai_tokens = tenant_usage.ai_tokens + excluded.ai_tokens,
      tool_calls = tenant_usage.tool_calls + excluded.tool_calls
    RETURNING exports, ai_tokens, tool_calls`);
  return row;
}
