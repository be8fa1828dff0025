import { Database } from 'bun:sqlite';
import { serveWorker } from '../../platform/workers/serve.ts';
import { countAllRows, requireSound, syncPath, vacuumInto } from './backup.ts';
import { toStorageError } from './storage-error.ts';

export interface CopyJob {
  database: string;
  /** Must not exist. */
  target: string;
}

/** Number of rows by table. */
export type CopiedRows = Record<string, number>;

/** VACUUM INTO reads one state of the database and does not hold up writers of a write-ahead log. */
serveWorker(({ database, target }: CopyJob): CopiedRows => {
  try {
    const source = new Database(database, { readonly: true });
    vacuumInto(source, target);
    source.close();
    const copy = new Database(target, { readonly: true });
    requireSound(copy, target);
    const rows = countAllRows(copy);
    copy.close();
    syncPath(target);
    return rows;
  } catch (error) {
    throw toStorageError(error);
  }
});
