import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { nextId } from '../../platform/sql/engine-sql.ts';
import { matchesDottedName, prepareOnce } from '../../platform/sql/queries.ts';
import { isOfTeam, tenants } from '../projects/index.ts';
import { adminActions, toolCalls } from './table.ts';

type ToolCallRow = typeof toolCalls.$inferSelect;
export type NewToolCall = Omit<ToolCallRow, 'id'>;

/** A row with the names of its tenant. */
export interface ToolCallOfTenant extends ToolCallRow {
  projectId: string;
  tenant: string;
  tenantName: string | null;
}

/** Drizzle requires all columns, in the order of the table. */
const insertion = prepareOnce((db) =>
  db
    .insert(toolCalls)
    .select(
      db
        .select({
          id: nextId('tool_calls').as('id'),
          tenantId: tenants.id,
          at: sql<number>`${sql.placeholder('at')}`.as('at'),
          actorId: sql<string>`${sql.placeholder('actorId')}`.as('actor_id'),
          actorName: sql<string>`${sql.placeholder('actorName')}`.as('actor_name'),
          clientName: sql<string>`${sql.placeholder('clientName')}`.as('client_name'),
          clientVersion: sql<string>`${sql.placeholder('clientVersion')}`.as('client_version'),
          tool: sql<string>`${sql.placeholder('tool')}`.as('tool'),
          templateId: sql<string>`${sql.placeholder('templateId')}`.as('template_id'),
          outcome: sql<string>`${sql.placeholder('outcome')}`.as('outcome'),
          versionBefore: sql<number>`${sql.placeholder('versionBefore')}`.as('version_before'),
          versionAfter: sql<number>`${sql.placeholder('versionAfter')}`.as('version_after'),
          durationMs: sql<number>`${sql.placeholder('durationMs')}`.as('duration_ms'),
          resultBytes: sql<number>`${sql.placeholder('resultBytes')}`.as('result_bytes'),
        })
        .from(tenants)
        .where(eq(tenants.id, sql.placeholder('tenantId'))),
    )
    .prepare(),
);

/** Inserts rows, except those of deleted tenants. */
export async function insertToolCalls(db: Connection, rows: readonly NewToolCall[]): Promise<void> {
  const insert = insertion(db);
  for (const row of rows) await insert.run({ ...row });
}

/** A position in the list, which is ordered by time and id, newest first. */
export interface ToolCallPosition {
  at: number;
  id: number;
}

/** A range of the list. */
export interface ToolCallRange {
  tenantId?: number | undefined;
  since?: number | undefined;
  /** Exclusive. */
  after?: ToolCallPosition | undefined;
  /** Inclusive. */
  until?: ToolCallPosition | undefined;
}

/** Conditions within a range, checked without an index. */
export interface ToolCallFilter {
  projectId?: string | undefined;
  teamId?: string | undefined;
  actorId?: string | undefined;
  tool?: string | undefined;
  templateId?: string | undefined;
}

const newestFirst = [desc(toolCalls.at), desc(toolCalls.id)];

function within({ tenantId, since, after, until }: ToolCallRange): SQL | undefined {
  const place = sql`(${toolCalls.at}, ${toolCalls.id})`;
  return and(
    tenantId === undefined ? undefined : eq(toolCalls.tenantId, tenantId),
    since === undefined ? undefined : gte(toolCalls.at, since),
    after && sql`${place} < (${after.at}, ${after.id})`,
    until && sql`${place} >= (${until.at}, ${until.id})`,
  );
}

/** The position of the `count`th row of a range; undefined if it has fewer. Reads only an index. */
export async function selectToolCallPosition(
  db: Connection,
  range: ToolCallRange,
  count: number,
): Promise<ToolCallPosition | undefined> {
  return db
    .select({ at: toolCalls.at, id: toolCalls.id })
    .from(toolCalls)
    .where(within(range))
    .orderBy(...newestFirst)
    .limit(1)
    .offset(count - 1)
    .get();
}

/** The newest matching rows of a range. Without a tenant in it, of all tenants: for operators only. */
export async function selectToolCalls(
  db: Connection,
  range: ToolCallRange,
  filter: ToolCallFilter,
  limit: number,
): Promise<ToolCallOfTenant[]> {
  const { projectId, teamId, actorId, tool, templateId } = filter;
  const rows = await db
    .select({ call: toolCalls, projectId: tenants.projectId, tenant: tenants.slug, tenantName: tenants.name })
    .from(toolCalls)
    .innerJoin(tenants, eq(tenants.id, toolCalls.tenantId))
    .where(
      and(
        within(range),
        projectId === undefined ? undefined : eq(tenants.projectId, projectId),
        teamId === undefined ? undefined : isOfTeam(tenants.projectId, teamId),
        actorId === undefined ? undefined : eq(toolCalls.actorId, actorId),
        tool === undefined ? undefined : eq(toolCalls.tool, tool),
        templateId === undefined ? undefined : eq(toolCalls.templateId, templateId),
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map(({ call, ...names }) => ({ ...call, ...names }));
}

/** Deletes up to `atMost` rows from before `time`, oldest first. Returns their number. */
export async function deleteToolCallsBefore(db: Connection, time: number, atMost: number): Promise<number> {
  const oldest = db
    .select({ id: toolCalls.id })
    .from(toolCalls)
    .where(lt(toolCalls.at, time))
    .orderBy(toolCalls.at)
    .limit(atMost);
  const rows = await db
    .delete(toolCalls)
    .where(inArray(toolCalls.id, oldest))
    .returning({ id: toolCalls.id });
  return rows.length;
}

type AdminActionRow = typeof adminActions.$inferSelect;

export async function insertAdminAction(db: Connection, row: Omit<AdminActionRow, 'id'>): Promise<void> {
  await db.insert(adminActions).values(row);
}

interface AdminActionFilter {
  projectId: string | undefined;
  teamId: string | undefined;
  /** An action, or the part before its dot. */
  action: string | undefined;
  since: number | undefined;
  /** Number of the last row of the page before. */
  after: number | undefined;
}

/** The newest matching actions; without a team or a project of all teams: for operators only. */
export async function selectAdminActions(
  db: Connection,
  { projectId, teamId, action, since, after }: AdminActionFilter,
  limit: number,
): Promise<AdminActionRow[]> {
  return db
    .select()
    .from(adminActions)
    .where(
      and(
        projectId === undefined ? undefined : eq(adminActions.projectId, projectId),
        teamId === undefined
          ? undefined
          : or(eq(adminActions.teamId, teamId), isOfTeam(adminActions.projectId, teamId)),
        action === undefined ? undefined : matchesDottedName(adminActions.action, action),
        since === undefined ? undefined : gte(adminActions.at, since),
        after === undefined ? undefined : lt(adminActions.id, after),
      ),
    )
    .orderBy(desc(adminActions.id))
    .limit(limit);
}

/**
 * Removes everything about the contents of a tenant from the audit. The actions themselves stay, with their actor and
 * time.
 */
export async function eraseSubjects(db: Connection, projectId: string, tenant: string): Promise<void> {
  await db
    .update(adminActions)
    .set({ subject: null })
    .where(and(eq(adminActions.projectId, projectId), eq(adminActions.tenant, tenant)));
}

/** Deletes actions from before `time`. Operators make few, so one statement is enough. */
export async function deleteAdminActionsBefore(db: Connection, time: number): Promise<void> {
  await db.delete(adminActions).where(lt(adminActions.at, time));
}
