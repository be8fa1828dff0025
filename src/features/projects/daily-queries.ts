import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { isDifferent, rowAddress, sumOf } from '../../platform/sql/engine-sql.ts';
import { projectUsageDays, tenants, tenantUsageDays } from './table.ts';

export interface Counted {
  requests: number;
  exports: number;
  toolCalls: number;
}

interface UsageDay extends Counted {
  day: number;
  storageBytes: number;
}

/** Adds to a day's counts of a tenant, unless the tenant was deleted. */
export async function addTenantDay(
  db: Connection,
  tenantId: number,
  day: number,
  { requests, exports, toolCalls }: Counted,
): Promise<void> {
  await db.run(sql`
    INSERT INTO tenant_usage_days (tenant_id, day, requests, exports, tool_calls, storage_bytes)
    SELECT id, ${day}, ${requests}, ${exports}, ${toolCalls}, media_bytes + snapshot_bytes
    FROM tenants WHERE id = ${tenantId}
    ON CONFLICT (tenant_id, day) DO UPDATE SET requests = tenant_usage_days.requests + excluded.requests,
      exports = tenant_usage_days.exports + excluded.exports,
      tool_calls = tenant_usage_days.tool_calls + excluded.tool_calls`);
}

/** Adds to a day's counts of a project. */
export async function addProjectDay(
  db: Connection,
  projectId: string,
  day: number,
  { requests, exports, toolCalls }: Counted,
): Promise<void> {
  await db.run(sql`
    INSERT INTO project_usage_days (project_id, day, requests, exports, tool_calls)
    SELECT id, ${day}, ${requests}, ${exports}, ${toolCalls} FROM projects WHERE id = ${projectId}
    ON CONFLICT (project_id, day) DO UPDATE SET requests = project_usage_days.requests + excluded.requests,
      exports = project_usage_days.exports + excluded.exports,
      tool_calls = project_usage_days.tool_calls + excluded.tool_calls`);
}

/** Records what each project stores today. */
export async function storeProjectStorage(db: Connection, day: number): Promise<void> {
  await db.run(sql`
    INSERT INTO project_usage_days (project_id, day, storage_bytes)
    SELECT project_id, ${day}, ${sumOf(sql`media_bytes + snapshot_bytes`)} FROM tenants
    WHERE deleted_at IS NULL GROUP BY project_id
    ON CONFLICT (project_id, day) DO UPDATE SET storage_bytes = excluded.storage_bytes
    WHERE ${isDifferent(sql`project_usage_days.storage_bytes`, sql`excluded.storage_bytes`)}`);
}

/** The id of the last of the next `count` tenants after `after`; null if there are none. */
export async function nextTenants(db: Connection, after: number, count: number): Promise<number | null> {
  const [row] = await db.all<{ last: number | null }>(
    sql`SELECT max(id) AS last FROM (SELECT id FROM tenants WHERE id > ${after} ORDER BY id LIMIT ${count}) AS next`,
  );
  return row?.last ?? null;
}

/** Records what each tenant in a range of ids stores today. Tenants that store nothing get no row. */
export async function storeTenantStorage(
  db: Connection,
  day: number,
  { after, until }: { after: number; until: number },
): Promise<void> {
  await db.run(sql`
    INSERT INTO tenant_usage_days (tenant_id, day, storage_bytes)
    SELECT id, ${day}, media_bytes + snapshot_bytes FROM tenants
    WHERE id > ${after} AND id <= ${until} AND deleted_at IS NULL AND media_bytes + snapshot_bytes > 0
    ON CONFLICT (tenant_id, day) DO UPDATE SET storage_bytes = excluded.storage_bytes
    WHERE ${isDifferent(sql`tenant_usage_days.storage_bytes`, sql`excluded.storage_bytes`)}`);
}

/** Days of a tenant from `since` on; days without a row are left out. */
export async function selectTenantDays(db: Connection, tenantId: number, since: number): Promise<UsageDay[]> {
  const { tenantId: of, day, requests, exports, toolCalls, storageBytes } = tenantUsageDays;
  return db
    .select({ day, requests, exports, toolCalls, storageBytes })
    .from(tenantUsageDays)
    .where(and(eq(of, tenantId), gte(day, since)));
}

/** Days of some projects together. */
export async function selectProjectDays(
  db: Connection,
  projectIds: readonly string[],
  since: number,
): Promise<UsageDay[]> {
  const { projectId, day, requests, exports, toolCalls, storageBytes } = projectUsageDays;
  return db
    .select({
      day,
      requests: sumOf(requests),
      exports: sumOf(exports),
      toolCalls: sumOf(toolCalls),
      storageBytes: sumOf(storageBytes),
    })
    .from(projectUsageDays)
    .where(and(inArray(projectId, [...projectIds]), gte(day, since)))
    .groupBy(day);
}

const storedBytes = sumOf(sql`${tenants.mediaBytes} + ${tenants.snapshotBytes}`);

/** Bytes that a tenant stores now. */
export async function selectTenantStorage(db: Connection, tenantId: number): Promise<number> {
  const row = await db.select({ bytes: storedBytes }).from(tenants).where(eq(tenants.id, tenantId)).get();
  return row?.bytes ?? 0;
}

/** Bytes that some projects store now, together. */
export async function selectProjectStorage(db: Connection, projectIds: readonly string[]): Promise<number> {
  const row = await db
    .select({ bytes: storedBytes })
    .from(tenants)
    .where(and(inArray(tenants.projectId, [...projectIds]), isNull(tenants.deletedAt)))
    .get();
  return row?.bytes ?? 0;
}

/** Deletes up to `atMost` rows of days before `first`. Returns their number. */
export async function deleteDaysBefore(db: Connection, first: number, atMost: number): Promise<number> {
  let deleted = 0;
  for (const table of [tenantUsageDays, projectUsageDays]) {
    const address = rowAddress();
    const old = db
      .select({ address })
      .from(table)
      .where(lt(table.day, first))
      .limit(atMost - deleted);
    const rows = await db.delete(table).where(inArray(address, old)).returning({ day: table.day });
    deleted += rows.length;
  }
  return deleted;
}
