import { serveWorker } from '../../platform/workers/serve.ts';
import { toPostgresError } from '../postgres/errors.ts';
import { toStorageError } from '../sqlite/storage-error.ts';
import { copyToSqlite } from './to-sqlite.ts';

export interface CopyJob {
  /** Address of a database of PostgreSQL. */
  url: string;
  /** Must not exist. */
  target: string;
}

/** Copies rows in a process of its own, because SQLite writes synchronously. */
serveWorker(async ({ url, target }: CopyJob): Promise<Record<string, number>> => {
  try {
    return await copyToSqlite(url, target);
  } catch (error) {
    throw toPostgresError(toStorageError(error));
  }
});
