import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../platform/deps.ts';
import { makeIncomingPath } from '../../platform/files/upload.ts';
import { runOnce } from '../../platform/workers/run-once.ts';
import { DATABASE_NAME } from './parts.ts';
import type { CheckedBackup, ReceiveJob } from './receive.worker.ts';

/**
 * Restores a backup into a temporary directory, compares every part with its hash and every table with its number of
 * rows, and removes the directory. Reads and compares media files beside the backup. Throws `validation_failed` if the
 * backup is faulty. Returns the names at the target of media files that are missing or damaged there.
 */
export async function verifyBackup(
  deps: Deps,
  { file, access, passphrase }: Omit<ReceiveJob, 'folder'>,
  signal?: AbortSignal,
): Promise<string[]> {
  const folder = await makeIncomingPath(deps.incomingDir);
  await mkdir(folder, { mode: 0o700 });
  try {
    const job: ReceiveJob = { file, access, folder, passphrase };
    const { manifest, mediaFaults } = await runOnce<ReceiveJob, CheckedBackup>(
      'features/backups/receive.worker',
      job,
      signal,
    );
    await deps.db.verifyCopy(join(folder, DATABASE_NAME), manifest.rows, signal);
    return mediaFaults;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
