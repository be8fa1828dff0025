import { sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { sumOf, textsOfJson } from '../../platform/sql/engine-sql.ts';

/** Totals of some teams. Null: of all. */
type Teams = readonly string[] | null;

const named = (teams: Teams) =>
  teams === null ? sql`TRUE` : sql`p.team_id IN ${textsOfJson(JSON.stringify(teams))}`;

interface Totals {
  projects: number;
  tenants: number;
  templates: number;
  storageBytes: number;
}

export async function selectTotals(db: Connection, teams: Teams): Promise<Totals> {
  const [row] = await db.all<Totals>(sql`
    SELECT (SELECT count(*) FROM projects p WHERE ${named(teams)}) AS projects, count(t.id) AS tenants,
      ${sumOf(sql`t.template_count`)} AS templates,
      ${sumOf(sql`t.media_bytes + t.snapshot_bytes`)} AS "storageBytes"
    FROM tenants t JOIN projects p ON p.id = t.project_id WHERE t.deleted_at IS NULL AND ${named(teams)}`);
  return row ?? { projects: 0, tenants: 0, templates: 0, storageBytes: 0 };
}

interface MonthTotals {
  /** Months since 1970-01, in UTC. */
  month: number;
  exports: number;
  toolCalls: number;
  aiTokens: number;
}

/** Usage by month from `since` on; months without usage are left out. */
export async function selectMonthTotals(db: Connection, teams: Teams, since: number): Promise<MonthTotals[]> {
  return db.all(sql`
    SELECT u.month, ${sumOf(sql`u.exports`)} AS exports, ${sumOf(sql`u.tool_calls`)} AS "toolCalls",
      ${sumOf(sql`u.ai_tokens`)} AS "aiTokens"
    FROM tenant_usage u JOIN tenants t ON t.id = u.tenant_id JOIN projects p ON p.id = t.project_id
    WHERE u.month >= ${since} AND ${named(teams)} GROUP BY u.month`);
}

/** API keys that expire before `until` (ms), the next first, without expired ones. */
export async function selectExpiringKeys(
  db: Connection,
  teams: Teams,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<{ id: string; name: string; expiresAt: number }[]> {
  const ofTeams = teams === null ? sql`TRUE` : sql`team_id IN ${textsOfJson(JSON.stringify(teams))}`;
  return db.all(sql`
    SELECT id, name, expires_at AS "expiresAt" FROM api_keys
    WHERE expires_at > ${now} AND expires_at < ${until} AND ${ofTeams} ORDER BY expires_at LIMIT ${limit}`);
}

/** Tenants with undecided proposals, read from a partial index. */
export async function selectOpenProposals(
  db: Connection,
  teams: Teams,
  limit: number,
): Promise<{ projectId: string; tenant: string; name: string | null; count: number }[]> {
  return db.all(sql`
    SELECT t.project_id AS "projectId", t.slug AS tenant, t.name, r.count
    FROM (SELECT tenant_id, count(*) AS count FROM proposals WHERE state IN ('open', 'conflicting') GROUP BY tenant_id) r
    JOIN tenants t ON t.id = r.tenant_id JOIN projects p ON p.id = t.project_id
    WHERE t.deleted_at IS NULL AND ${named(teams)} LIMIT ${limit}`);
}
