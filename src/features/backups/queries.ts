import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Connection } from '../../platform/ports/database.ts';
import { backupRuns } from './table.ts';

export type BackupRun = typeof backupRuns.$inferSelect;

/** Most runs that are kept. */
const MAX_RUNS = 1_000;

export async function insertRun(db: Connection, row: BackupRun): Promise<void> {
  await db.insert(backupRuns).values(row);
  const kept = db
    .select({ id: backupRuns.id })
    .from(backupRuns)
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
    .limit(MAX_RUNS);
  await db
    .delete(backupRuns)
    .where(and(sql`${backupRuns.id} NOT IN ${kept}`, inArray(backupRuns.state, ['failed', 'removed'])));
}

export async function updateRun(db: Connection, id: string, change: Partial<BackupRun>): Promise<void> {
  await db.update(backupRuns).set(change).where(eq(backupRuns.id, id));
}

/** Runs, the newest first. */
export async function selectRuns(db: Connection, limit: number): Promise<BackupRun[]> {
  return db.select().from(backupRuns).orderBy(desc(backupRuns.startedAt), desc(backupRuns.id)).limit(limit);
}

/** Backups that should be at the target, the newest first. */
export async function selectKeptRuns(db: Connection, target: string): Promise<BackupRun[]> {
  return db
    .select()
    .from(backupRuns)
    .where(and(eq(backupRuns.target, target), inArray(backupRuns.state, ['stored', 'verified'])))
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id));
}

/** All recorded runs for the target. */
export async function selectRunsAt(db: Connection, target: string): Promise<BackupRun[]> {
  return db.select().from(backupRuns).where(eq(backupRuns.target, target));
}
