import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadSettings, processEnvironment } from '../config/index.ts';
import { openBucket, openLocalFiles } from '../drivers/files.ts';
import { migrateDatabaseFile, restoreDataDir } from '../drivers/sqlite/index.ts';
import { copyFiles } from '../drivers/transfer/copy-files.ts';
import { type BackupSource, type ReceivedBackup, receiveBackup } from '../features/backups/index.ts';
import { checkIntegrity } from '../features/instance/index.ts';
import { LAST_WRITE_KEY } from '../features/media/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { FileStore } from '../platform/ports/file-store.ts';
import type { Restored } from './backup-output.ts';
import { createCommandLog, type Flags, openSession } from './session.ts';

/** Settings of an installation whose data is all in its data directory. */
export const ALL_IN_DATA_DIR = { database_url: '', database_direct_url: '', redis_url: '', files_url: '' };

/**
 * Restores a backup into the data directory of the settings, the database into PostgreSQL and media files into a bucket
 * if they name them. The result is checked. Faults set the exit status: they were in the data when the backup was made,
 * or are media files that were left out.
 * @param onReceived called when the backup itself is no longer needed
 */
export async function restoreInto(
  flags: Flags,
  backup: BackupSource,
  onReceived: () => void = () => {},
): Promise<Restored> {
  const settings = loadSettings(flags, processEnvironment);
  const data = resolve(settings.data);
  const url = settings.database_direct_url || settings.database_url;
  if (url !== '') await (await loadTransfer()).requireEmptyPostgres(url);
  const bucket = settings.files_url === '' ? undefined : await openBucket(settings, createCommandLog());
  const { header, manifest, bytes, skipped } = await restoreDataDir<
    ReceivedBackup & { rows: Record<string, number> }
  >(data, {
    allowEphemeral: settings.allow_ephemeral,
    async receive(folder) {
      const received = await receiveBackup(backup, folder);
      onReceived();
      return { ...received, rows: received.manifest.rows };
    },
    ...(bucket !== undefined && { putFiles: (folder) => putIntoBucket(folder, bucket) }),
    ...(url !== '' && { putDatabase: (database) => putIntoPostgres(database, url) }),
  });
  const session = await openSession({ ...flags, data });
  const { ok, faults, files_checked } = await session.call(checkIntegrity, {}).finally(() => session.close());
  if (!ok) process.exitCode = 1;
  const { created_at, program_version } = header;
  return {
    ok,
    data,
    created_at,
    program_version,
    bytes,
    media_files: files_checked,
    rows: manifest.rows,
    media_left_out: skipped,
    faults,
  };
}

/** Loads the driver of PostgreSQL only here. */
const loadTransfer = () => import('../drivers/transfer/to-postgres.ts');

/** The backup may be of an older version, so it is migrated. */
async function putIntoPostgres(database: string, url: string): Promise<Record<string, number>> {
  const { copyToPostgres } = await loadTransfer();
  migrateDatabaseFile(database, systemClock);
  return copyToPostgres(database, url, { clock: systemClock, log: createCommandLog() });
}

/** Keeps the marker of the bucket's last write, so that the server notices that its database is older. */
async function putIntoBucket(folder: string, bucket: FileStore): Promise<void> {
  const received = openLocalFiles(folder);
  const without = (await bucket.stat(LAST_WRITE_KEY)) === undefined ? [] : [LAST_WRITE_KEY];
  await copyFiles(received, bucket, { scratchDir: join(folder, 'media', 'incoming'), without });
  await rm(join(folder, 'media', 'files'), { recursive: true, force: true });
}
