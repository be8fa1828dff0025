import { sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';

/** What is stored and counted of some teams. Null: of all. */
type Teams = readonly string[] | null;

const named = (teams: Teams) =>
  teams === null ? sql`1` : sql`p.team_id IN (SELECT value FROM json_each(${JSON.stringify(teams)}))`;

export interface Totals {
  projects: number;
  tenants: number;
  templates: number;
  storageBytes: number;
}

export async function selectTotals(db: Connection, teams: Teams): Promise<Totals> {
  const [row] = await db.all<Totals>(sql`
    SELECT (SELECT count(*) FROM projects p WHERE ${named(teams)}) AS projects, count(t.id) AS tenants,
      coalesce(sum(t.template_count), 0) AS templates,
      coalesce(sum(t.media_bytes + t.snapshot_bytes), 0) AS storageBytes
    FROM tenants t JOIN projects p ON p.id = t.project_id WHERE t.deleted_at IS NULL AND ${named(teams)}`);
  return row ?? { projects: 0, tenants: 0, templates: 0, storageBytes: 0 };
}

export interface MonthTotals {
  /** Months since 1970-01, in UTC. */
  month: number;
  exports: number;
  toolCalls: number;
  aiTokens: number;
}

/** Usage by month from `since` on; months without usage are left out. */
export async function selectMonthTotals(db: Connection, teams: Teams, since: number): Promise<MonthTotals[]> {
  return db.all(sql`
    SELECT u.month, sum(u.exports) AS exports, sum(u.tool_calls) AS toolCalls, sum(u.ai_tokens) AS aiTokens
    FROM tenant_usage u JOIN tenants t ON t.id = u.tenant_id JOIN projects p ON p.id = t.project_id
    WHERE u.month >= ${since} AND ${named(teams)} GROUP BY u.month`);
}

/** API keys that expire before `until` (ms), the next first; those that have expired are left out. */
export async function selectExpiringKeys(
  db: Connection,
  teams: Teams,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<{ id: string; name: string; expiresAt: number }[]> {
  const ofTeams =
    teams === null ? sql`1` : sql`team_id IN (SELECT value FROM json_each(${JSON.stringify(teams)}))`;
  return db.all(sql`
    SELECT id, name, expires_at AS expiresAt FROM api_keys
    WHERE expires_at > ${now} AND expires_at < ${until} AND ${ofTeams} ORDER BY expires_at LIMIT ${limit}`);
}
