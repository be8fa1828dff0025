import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../platform/deps.ts';
import { makeIncomingPath } from '../../platform/upload.ts';
import { runOnce } from '../../platform/workers/run-once.ts';
import { DATABASE_NAME } from './parts.ts';
import type { ReceiveJob } from './receive.worker.ts';
import type { ReceivedBackup } from './receive-backup.ts';

/**
 * Restores a backup into a scratch directory, compares every part with its hash and every table with its rows, and removes the
 * directory. Throws `validation_failed` if anything differs.
 */
export async function verifyBackup(
  deps: Deps,
  file: string,
  passphrase: string,
  signal?: AbortSignal,
): Promise<void> {
  const folder = await makeIncomingPath(deps.incomingDir);
  await mkdir(folder, { mode: 0o700 });
  try {
    const job: ReceiveJob = { file, folder, passphrase };
    const { manifest } = await runOnce<ReceiveJob, ReceivedBackup>(
      'features/backups/receive.worker',
      job,
      signal,
    );
    await deps.db.verifyCopy(join(folder, DATABASE_NAME), manifest.rows, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
