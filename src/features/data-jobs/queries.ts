import { and, asc, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { textsOfJson } from '../../platform/sql/engine-sql.ts';
import { dataJobs } from './table.ts';

export type JobRow = typeof dataJobs.$inferSelect;

/** SQLite requires a limit with an offset. */
const MAX_SURPLUS = 1000;

const unfinished = inArray(dataJobs.state, ['waiting', 'running']);

export async function insertJob(db: Connection, row: JobRow): Promise<void> {
  await db.insert(dataJobs).values(row);
}

export async function updateJob(db: Connection, id: string, change: Partial<JobRow>): Promise<void> {
  await db.update(dataJobs).set(change).where(eq(dataJobs.id, id));
}

export async function selectJob(db: Connection, id: string): Promise<JobRow | undefined> {
  return db.select().from(dataJobs).where(eq(dataJobs.id, id)).get();
}

/** Jobs of a project or of all projects, the newest first. */
export async function selectJobs(
  db: Connection,
  projectId: string | undefined,
  { tenants, limit }: { tenants: readonly string[] | undefined; limit: number },
): Promise<JobRow[]> {
  return db
    .select()
    .from(dataJobs)
    .where(
      and(
        projectId === undefined ? undefined : eq(dataJobs.projectId, projectId),
        tenants && sql`${dataJobs.tenant} IN ${textsOfJson(JSON.stringify(tenants))}`,
      ),
    )
    .orderBy(desc(dataJobs.createdAt), desc(dataJobs.id))
    .limit(limit);
}

export async function countUnfinishedJobs(db: Connection, projectId: string): Promise<number> {
  return db.$count(dataJobs, and(eq(dataJobs.projectId, projectId), unfinished));
}

/** Unfinished jobs in the order in which they were started. */
export async function selectUnfinishedJobs(db: Connection): Promise<JobRow[]> {
  return db.select().from(dataJobs).where(unfinished).orderBy(asc(dataJobs.createdAt), asc(dataJobs.id));
}

export async function selectJobsOfTenant(
  db: Connection,
  projectId: string,
  tenant: string,
): Promise<JobRow[]> {
  return db
    .select()
    .from(dataJobs)
    .where(and(eq(dataJobs.projectId, projectId), eq(dataJobs.tenant, tenant)));
}

/** Jobs of a project with a file, the newest first, after the first `kept`. */
export async function selectSurplusFiles(db: Connection, projectId: string, kept: number): Promise<JobRow[]> {
  return db
    .select()
    .from(dataJobs)
    .where(and(eq(dataJobs.projectId, projectId), isNotNull(dataJobs.fileBytes)))
    .orderBy(desc(dataJobs.createdAt), desc(dataJobs.id))
    .limit(MAX_SURPLUS)
    .offset(kept);
}

/** The ids of these jobs that need a file or have made one. */
export async function selectJobsWithFile(db: Connection, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: dataJobs.id })
    .from(dataJobs)
    .where(
      and(
        sql`${dataJobs.id} IN ${textsOfJson(JSON.stringify(ids))}`,
        or(unfinished, isNotNull(dataJobs.fileBytes)),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Deletes up to `atMost` finished jobs that were started before `time`. Returns their ids. */
export async function deleteJobsBefore(db: Connection, time: number, atMost: number): Promise<string[]> {
  const old = db
    .select({ id: dataJobs.id })
    .from(dataJobs)
    .where(and(lt(dataJobs.createdAt, time), inArray(dataJobs.state, ['done', 'failed', 'cancelled'])))
    .limit(atMost);
  const rows = await db.delete(dataJobs).where(inArray(dataJobs.id, old)).returning({ id: dataJobs.id });
  return rows.map(({ id }) => id);
}
