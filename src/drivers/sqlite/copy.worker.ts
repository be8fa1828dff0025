import { Database } from 'bun:sqlite';
import { serveWorker } from '../../platform/workers/serve.ts';
import { countAllRows, requireSound, vacuumInto } from './backup.ts';
import { toStorageError } from './storage-error.ts';

export interface CopyJob {
  database: string;
  /** Must not exist. */
  target: string;
}

/** Number of rows by table. */
export type CopiedRows = Record<string, number>;

/**
 * VACUUM INTO reads one state of the database and does not hold up writers of a write-ahead log. The copy is not synced: it
 * is scratch, and syncing as much as the database at once would make the commits of the server wait for the disk.
 */
serveWorker(({ database, target }: CopyJob): CopiedRows => {
  try {
    const checkpointer = openCheckpointer(database);
    const source = new Database(database, { readonly: true });
    // Also applies to the copy.
    source.run('PRAGMA synchronous = OFF');
    vacuumInto(source, target);
    checkpoint(checkpointer);
    source.close();
    const copy = new Database(target, { readonly: true });
    requireSound(copy, target);
    const rows = countAllRows(copy);
    copy.close();
    return rows;
  } catch (error) {
    throw toStorageError(error);
  }
});

function openCheckpointer(database: string): Database {
  const sqlite = new Database(database, { readwrite: true, create: false });
  sqlite.run('PRAGMA synchronous = FULL');
  return sqlite;
}

/**
 * Copies into the database what was committed since the copy began. The copy kept it in the log, and otherwise the next
 * commit of the server would do it. If a commit does it already, this does nothing.
 */
function checkpoint(sqlite: Database): void {
  sqlite.query('PRAGMA wal_checkpoint(PASSIVE)').get();
  sqlite.close();
}
