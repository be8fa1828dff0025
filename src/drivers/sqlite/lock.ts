import { Database } from 'bun:sqlite';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '../../platform/errors.ts';

export interface DataLock {
  release(): void;
}

/**
 * Takes the lock on a data directory, or returns undefined if another process holds it. It is SQLite's exclusive lock on
 * a separate file. The operating system releases it when the process ends, so a stale lock is impossible.
 */
export function tryLockDataDir(dataDir: string): DataLock | undefined {
  const file = join(dataDir, 'galley.lock');
  const sqlite = new Database(file, { create: true, readwrite: true });
  try {
    sqlite.run('PRAGMA busy_timeout = 0');
    // No journal file, which a crash would leave behind. The lock's database stays empty.
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

export const dataDirLocked = (dataDir: string) =>
  new DomainError(
    'conflict',
    `Another Galley is using the data directory ${dataDir}. Stop it first, take its place with "galley serve --replace", or choose another directory with --data.`,
    { facts: { held: true } },
  );
