import { and, desc, eq, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { notByIndex } from '../../platform/sql/engine-sql.ts';
import { matchesDottedName, placeholdersOf, prepareOnce } from '../../platform/sql/queries.ts';
import { isOfTeam, tenants } from '../projects/index.ts';
import { activities } from './table.ts';

type ActivityRow = typeof activities.$inferSelect;

/** A row with the names of its tenant. */
export interface ActivityOfTenant extends ActivityRow {
  projectId: string;
  tenant: string;
  tenantName: string | null;
}

const insertion = prepareOnce((db) =>
  db
    .insert(activities)
    .values(placeholdersOf(activities, ['id']))
    .prepare(),
);

export async function insertActivity(db: Connection, row: Omit<ActivityRow, 'id'>): Promise<void> {
  await insertion(db).run({ ...row });
}

/** Deletes the newest row about a template if it has the same type and actor as `row` and is not older than `since`. */
export async function deleteRepeatedActivity(
  db: Connection,
  row: Omit<ActivityRow, 'id'>,
  since: number,
): Promise<void> {
  const last = db
    .select({ id: sql`max(${activities.id})` })
    .from(activities)
    .where(eq(activities.templateId, row.templateId ?? ''));
  await db
    .delete(activities)
    .where(
      and(
        sql`${activities.id} = ${last}`,
        eq(activities.tenantId, row.tenantId),
        eq(activities.type, row.type),
        eq(activities.actorKind, row.actorKind),
        eq(activities.actorId, row.actorId),
        eq(activities.surface, row.surface),
        gte(activities.at, since),
      ),
    );
}

/** Clears the summaries of all rows about subjects or templates with these ids. */
export async function clearSummaries(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<void> {
  const about = or(inArray(activities.subjectId, [...ids]), inArray(activities.templateId, [...ids]));
  await db
    .update(activities)
    .set({ summary: null })
    // The unary plus keeps SQLite from using the index of all rows of the tenant.
    .where(
      and(about, sql`${notByIndex(activities.tenantId)} = ${scope.tenant.id}`, isNotNull(activities.summary)),
    );
}

/** A range of a feed, newest first: `after` is exclusive, `until` inclusive. */
export interface ActivityRange {
  templateId?: string | undefined;
  after?: number | undefined;
  until?: number | undefined;
}

/** Conditions within a range, checked without an index. */
export interface ActivityFilter {
  projectId?: string | undefined;
  teamId?: string | undefined;
  actorId?: string | undefined;
  /** A type, or the part before its dot. */
  type?: string | undefined;
  since?: number | undefined;
}

/** Whose feed: the scope's tenant; for operators one tenant or, with undefined, all. */
export type ActivityOwner = TenantScope | { tenantId: number | undefined };

function within(owner: ActivityOwner, { templateId, after, until }: ActivityRange): SQL | undefined {
  const tenantId = 'kind' in owner ? owner.tenant.id : owner.tenantId;
  // A template has fewer rows than its tenant; the unary plus keeps SQLite from using the index of the tenant.
  const ofTenant =
    templateId === undefined
      ? eq(activities.tenantId, tenantId ?? 0)
      : sql`${notByIndex(activities.tenantId)} = ${tenantId}`;
  return and(
    tenantId === undefined ? undefined : ofTenant,
    templateId === undefined ? undefined : eq(activities.templateId, templateId),
    after === undefined ? undefined : lt(activities.id, after),
    until === undefined ? undefined : gte(activities.id, until),
  );
}

/** The id and time of the `count`th row of a range; undefined if it has fewer. */
export async function selectActivityPosition(
  owner: ActivityOwner,
  db: Connection,
  range: ActivityRange,
  count: number,
): Promise<{ id: number; at: number } | undefined> {
  return db
    .select({ id: activities.id, at: activities.at })
    .from(activities)
    .where(within(owner, range))
    .orderBy(desc(activities.id))
    .limit(1)
    .offset(count - 1)
    .get();
}

/** The newest matching rows of a range. */
export async function selectActivities(
  owner: ActivityOwner,
  db: Connection,
  range: ActivityRange,
  filter: ActivityFilter,
  limit: number,
): Promise<ActivityOfTenant[]> {
  const { projectId, teamId, actorId, type, since } = filter;
  const rows = await db
    .select({
      activity: activities,
      projectId: tenants.projectId,
      tenant: tenants.slug,
      tenantName: tenants.name,
    })
    .from(activities)
    .innerJoin(tenants, eq(tenants.id, activities.tenantId))
    .where(
      and(
        within(owner, range),
        projectId === undefined ? undefined : eq(tenants.projectId, projectId),
        teamId === undefined ? undefined : isOfTeam(tenants.projectId, teamId),
        actorId === undefined ? undefined : eq(activities.actorId, actorId),
        type === undefined ? undefined : matchesDottedName(activities.type, type),
        since === undefined ? undefined : gte(activities.at, since),
      ),
    )
    .orderBy(desc(activities.id))
    .limit(limit);
  return rows.map(({ activity, ...names }) => ({ ...activity, ...names }));
}

/** Deletes rows from before `time` among the `atMost` oldest rows. Returns their number. */
export async function deleteActivitiesBefore(db: Connection, time: number, atMost: number): Promise<number> {
  const oldest = db.select({ id: activities.id }).from(activities).orderBy(activities.id).limit(atMost);
  const rows = await db
    .delete(activities)
    .where(and(inArray(activities.id, oldest), lt(activities.at, time)))
    .returning({ id: activities.id });
  return rows.length;
}

/** Deletes up to `atMost` of the oldest rows of a tenant beyond `kept`. Returns their number. */
export async function deleteActivitiesBeyond(
  db: Connection,
  tenantId: number,
  kept: number,
  atMost: number,
): Promise<number> {
  const first = await selectActivityPosition({ tenantId }, db, {}, kept + 1);
  if (first === undefined) return 0;
  const beyond = db
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.tenantId, tenantId), lte(activities.id, first.id)))
    .orderBy(activities.id)
    .limit(atMost);
  const rows = await db
    .delete(activities)
    .where(inArray(activities.id, beyond))
    .returning({ id: activities.id });
  return rows.length;
}
