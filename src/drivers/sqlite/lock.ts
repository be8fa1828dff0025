import { Database } from 'bun:sqlite';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';

export interface DataLock {
  release(): void;
}

/**
 * Takes the lock on a data directory, or returns undefined if another process holds it. The lock is SQLite's own
 * exclusive lock on a file of its own: the operating system drops it when the process ends, however it ends, so it
 * can never be left behind.
 */
export function tryLockDataDir(dataDir: string): DataLock | undefined {
  const file = join(dataDir, 'galley.lock');
  const sqlite = new Database(file, { create: true, readwrite: true });
  try {
    sqlite.run('PRAGMA busy_timeout = 0');
    // Without a journal file there is nothing to clean up after a crash; nothing is ever written here.
    sqlite.run('PRAGMA journal_mode = MEMORY');
    sqlite.run('BEGIN EXCLUSIVE');
    chmodSync(file, 0o600);
  } catch (error) {
    sqlite.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
  return { release: () => sqlite.close() };
}
