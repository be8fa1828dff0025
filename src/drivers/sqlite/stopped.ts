import type { Clock } from '../../platform/clock.ts';
import { openReader, openWriter } from './connection.ts';
import { ONCE_CACHE_BYTES } from './copies.ts';
import { requireOwnDatabase } from './database-files.ts';
import { dataDirLocked, tryLockDataDir } from './lock.ts';
import { databaseFile } from './log-owner.ts';
import { applyMigrations, findPendingMigrations, requireThisSchema } from './migrate.ts';

/**
 * Calls `use` with the file of a database that no server uses, and keeps others from using it meanwhile. Throws `conflict`
 * if one does, or if the schema is not that of this build.
 */
export async function useStoppedDatabase<Result>(
  dataDir: string,
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  requireOwnDatabase(dataDir);
  const lock = tryLockDataDir(dataDir);
  if (lock === undefined) throw dataDirLocked(dataDir);
  try {
    const file = databaseFile(dataDir);
    const { sqlite } = openReader(file, ONCE_CACHE_BYTES);
    try {
      requireThisSchema(sqlite, dataDir);
    } finally {
      sqlite.close();
    }
    return await use(file);
  } finally {
    lock.release();
  }
}

/** Migrates a database that is not in use to the schema of this build. */
export function migrateDatabaseFile(file: string, clock: Clock): void {
  const { sqlite } = openWriter(file, ONCE_CACHE_BYTES);
  try {
    applyMigrations(sqlite, clock, findPendingMigrations(sqlite));
    sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    sqlite.close();
  }
}
