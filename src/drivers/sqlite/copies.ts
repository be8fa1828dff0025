import type { DatabaseCopy } from '../../platform/ports/database.ts';
import { runOnce } from '../../platform/workers/run-once.ts';
import { openReader } from './connection.ts';
import type { CopiedRows, CopyJob } from './copy.worker.ts';
import type { VerifyJob } from './verify.worker.ts';

/** Page cache for reading a database once, in bytes. */
export const ONCE_CACHE_BYTES = 2 * 1024 * 1024;

export async function copyDatabase(
  database: string,
  target: string,
  signal?: AbortSignal,
): Promise<DatabaseCopy> {
  const job: CopyJob = { database, target };
  return openCopy(target, await runOnce<CopyJob, CopiedRows>('drivers/sqlite/copy.worker', job, signal));
}

export function openCopy(file: string, rows: CopiedRows): DatabaseCopy {
  const { sqlite, connection } = openReader(file, ONCE_CACHE_BYTES);
  return { reader: connection, rows, close: () => sqlite.close() };
}

export async function verifyCopy(file: string, rows: CopiedRows, signal?: AbortSignal): Promise<void> {
  await runOnce<VerifyJob, null>('drivers/sqlite/verify.worker', { file, rows }, signal);
}
