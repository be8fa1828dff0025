import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { prepareOnce } from '../../platform/sql/queries.ts';
import { tenants, tenantUsage } from './table.ts';
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

const usageOfTenant = prepareOnce((db) =>
  db
    .select({
      templateCount: tenants.templateCount,
      mediaBytes: tenants.mediaBytes,
      snapshotBytes: tenants.snapshotBytes,
      trashBytes: tenants.trashBytes,
    })
    .from(tenants)
    .where(eq(tenants.id, sql.placeholder('tenantId')))
    .prepare(),
);

export interface TenantUsage {
  templateCount: number;
  mediaBytes: number;
  snapshotBytes: number;
  /** The part of these bytes that is in the trash. */
  trashBytes: number;
  /** Bytes that count towards the plan's storage: media and snapshots. */
  storedBytes: number;
}

/** What a tenant uses of its plan's limits. */
export async function selectTenantUsage(
  scope: { tenant: { id: number } },
  db: Connection,
): Promise<TenantUsage> {
  const counted = await usageOfTenant(db).get({ tenantId: scope.tenant.id });
  const usage = counted ?? { templateCount: 0, mediaBytes: 0, snapshotBytes: 0, trashBytes: 0 };
  return { ...usage, storedBytes: usage.mediaBytes + usage.snapshotBytes };
}

const templateReservation = prepareOnce((db) =>
  db
    .update(tenants)
    .set({ templateCount: sql`${tenants.templateCount} + ${sql.placeholder('count')}` })
    .where(
      and(
        eq(tenants.id, sql.placeholder('tenantId')),
        sql`${tenants.templateCount} + ${sql.placeholder('count')} <= ${sql.placeholder('limit')}`,
      ),
    )
    .returning({ id: tenants.id })
    .prepare(),
);

/** Counts a template unless the plan's limit is reached. Returns whether it did. */
export async function reserveTemplate(scope: TenantScope, db: Connection): Promise<boolean> {
  return reserveTemplates(scope, db, 1, scope.plan.limits.max_templates);
}

/** Counts templates unless that exceeds `limit`. Returns whether it did. */
export async function reserveTemplates(
  scope: TenantScope,
  db: Connection,
  count: number,
  limit: number | null,
): Promise<boolean> {
  const most = limit ?? Number.MAX_SAFE_INTEGER;
  return (await templateReservation(db).get({ tenantId: scope.tenant.id, count, limit: most })) !== undefined;
}

/** Removes a deleted template from the count. */
export async function releaseTemplate(scope: TenantScope, db: Connection): Promise<void> {
  await db
    .update(tenants)
    .set({ templateCount: sql`${tenants.templateCount} - 1` })
    .where(eq(tenants.id, scope.tenant.id));
}

const mediaReservation = prepareOnce((db) =>
  db
    .update(tenants)
    .set({ mediaBytes: sql`${tenants.mediaBytes} + ${sql.placeholder('bytes')}` })
    .where(
      and(
        eq(tenants.id, sql.placeholder('tenantId')),
        sql`${tenants.mediaBytes} + ${tenants.snapshotBytes} + ${sql.placeholder('bytes')} <= ${sql.placeholder('limit')}`,
      ),
    )
    .returning({ id: tenants.id })
    .prepare(),
);

/** Counts bytes of media unless that exceeds `limit`. Returns whether it did. */
export async function reserveMediaBytes(
  scope: TenantScope,
  db: Connection,
  bytes: number,
  limit: number | null,
): Promise<boolean> {
  const most = limit ?? Number.MAX_SAFE_INTEGER;
  return (await mediaReservation(db).get({ tenantId: scope.tenant.id, bytes, limit: most })) !== undefined;
}

/** Removes bytes from the media storage used. */
export async function releaseMediaBytes(scope: TenantScope, db: Connection, bytes: number): Promise<void> {
  await db
    .update(tenants)
    .set({ mediaBytes: sql`${tenants.mediaBytes} - ${bytes}` })
    .where(eq(tenants.id, scope.tenant.id));
}
