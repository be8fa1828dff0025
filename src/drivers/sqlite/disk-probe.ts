import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError, isDiskFull, storageFull } from '../../platform/errors.ts';

/** The most space that a small write needs: pages of the log, and its index. */
const PROBE = new Uint8Array(256 * 1024);

/** Writes a file to the data directory and removes it. Throws `storage_full` or `unavailable`. It is not synced. */
export async function probeDisk(dataDir: string): Promise<void> {
  const path = join(dataDir, 'galley.probe');
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(PROBE);
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  } catch (error) {
    if (isDiskFull(error)) throw storageFull(error);
    const message = 'The server cannot write to its disk.';
    throw new DomainError('unavailable', message, {}, { cause: error });
  }
}
