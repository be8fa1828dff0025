import { Database } from 'bun:sqlite';
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { listBackups, stampOf, syncPath } from './backup.ts';
import { moveDatabaseAside } from './database-files.ts';
import { dataDirLocked, tryLockDataDir } from './lock.ts';
import { databaseFile } from './log-owner.ts';
import { findPendingMigrations } from './migrate.ts';

export interface UndoneMigration {
  /** The copy that was put back. */
  copy: string;
  /** Where the migrated database is now, with what was written to it. */
  kept: string;
}

/**
 * Puts back the copy that a newer version made before it migrated the database, and keeps the migrated one beside it.
 * Undefined if the database was not migrated. Throws `conflict` if there is no copy that is newer than `since`; then
 * nothing is changed.
 */
export function undoMigration(
  dataDir: string,
  { clock, since }: { clock: Clock; since: number },
): UndoneMigration | undefined {
  const lock = tryLockDataDir(dataDir);
  if (lock === undefined) throw dataDirLocked(dataDir);
  try {
    if (!isOfNewer(databaseFile(dataDir))) return undefined;
    const [name] = listBackups(dataDir);
    if (name === undefined || name < `galley-${stampOf({ now: () => since })}`)
      throw new DomainError(
        'conflict',
        `The database was migrated, and there is no copy from before in ${join(dataDir, 'backups')}.`,
      );
    const copy = join(dataDir, 'backups', name);
    const staged = `${databaseFile(dataDir)}.former`;
    copyFileSync(copy, staged);
    syncPath(staged);
    const kept = moveDatabaseAside(dataDir, stampOf(clock));
    renameSync(staged, databaseFile(dataDir));
    syncPath(dataDir);
    return { copy, kept };
  } finally {
    lock.release();
  }
}

/** Closing the database brings what a killed process left in the log into the file. */
function isOfNewer(file: string): boolean {
  const sqlite = new Database(file, { readwrite: true });
  try {
    findPendingMigrations(sqlite);
    return false;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'conflict') return true;
    throw error;
  } finally {
    sqlite.close();
  }
}
