import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { stopwatch, toIsoTime } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { adminAction } from '../../platform/events.ts';
import { makeIncomingPath } from '../../platform/files/upload.ts';
import type { DatabaseCopy } from '../../platform/ports/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { VERSION } from '../../platform/version.ts';
import { runOnce } from '../../platform/workers/run-once.ts';
import { describeLastWrite, listStoredFiles } from '../media/index.ts';
import type { ArchiveJob, WrittenArchive } from './archive.worker.ts';
import { noSpaceToCopy } from './errors.ts';
import { openMediaFolder } from './media/media-folder.ts';
import type { MediaFile, MediaJob } from './media/store-media.ts';
import { DATABASE_NAME, FILES_NAME, PLANS_NAME } from './parts.ts';
import type { SourceFile } from './source-files.ts';
import { type BackupTarget, openTarget, type TargetAccess } from './targets/index.ts';

export const BackupResult = Type.Object({
  file: Type.String({ description: 'Its path, or its address in a bucket.' }),
  bytes: Type.Integer({ description: 'That it added at the target.' }),
  content_bytes: Type.Integer({ description: 'Of the files in it, and of those beside it.' }),
  media_files: Type.Integer(),
  is_encrypted: Type.Boolean(),
  seconds: Type.Number(),
  created_at: Type.String(),
  warnings: Type.Array(Type.String(), { description: 'One sentence each.' }),
});
export type BackupResult = Static<typeof BackupResult>;

interface Backup {
  access: TargetAccess;
  name: string;
  /** Empty: not encrypted. */
  passphrase: string;
  /** Stores media files beside the backup that are not there yet. Undefined: media files are in the archive. */
  mediaBeside?: Pick<MediaJob, 'suspects'>;
}

/**
 * Makes a backup and stores it at the target. Only one runs at a time, because each needs room on the disk for a copy
 * of the database.
 */
export async function makeBackup(
  deps: Deps,
  scope: Scope,
  { access, name, passphrase, mediaBeside }: Backup,
  signal?: AbortSignal,
): Promise<BackupResult> {
  const elapsed = stopwatch();
  const createdAt = toIsoTime(deps.clock.now());
  const target = openTarget(access);
  const beside = mediaBeside && {
    ...{ access, archive: name, suspects: mediaBeside.suspects },
    folder: await openMediaFolder(await readMediaSecret(deps), passphrase),
  };
  const written = await deps.locks.withLock(['backup'], () =>
    target.store(
      name,
      async (path) => {
        const archive = await deps.services.media.removals.during(() =>
          writeArchive(deps, { target: path, passphrase, createdAt, mediaBeside: beside }, signal),
        );
        return { ...archive, warnings: await warnOfSameDisk(deps.dataDir, path, target) };
      },
      signal,
    ),
  );
  const seconds = Math.round(elapsed()) / 1000;
  const bytes = written.bytes + written.addedBytes;
  await deps.db.transaction(async (db) => {
    const action = { action: 'backup.created', subject: `${name}, ${bytes} bytes` };
    await deps.events.emitInTransaction(adminAction(action), scope, db);
  });
  return {
    file: `${target.address.replace(/\/$/, '')}/${name}`,
    bytes,
    content_bytes: written.contentBytes,
    media_files: written.mediaFiles,
    is_encrypted: passphrase !== '',
    seconds,
    created_at: createdAt,
    warnings: [...describeFaults(written), ...written.warnings],
  };
}

/** The secret from which the name of the folder of media files and their keys are derived. */
export const readMediaSecret = ({ db }: Deps): Promise<Uint8Array> => db.instanceSecret('backup media');

/**
 * Keeps media files until the end whose rows are deleted during the backup, so that every row in the copy of the
 * database has its file.
 */
async function writeArchive(
  deps: Deps,
  target: Pick<ArchiveJob, 'target' | 'passphrase' | 'createdAt' | 'mediaBeside'>,
  signal: AbortSignal | undefined,
) {
  const copyPath = await makeIncomingPath(deps.incomingDir);
  try {
    const copy = await deps.db.copyTo(copyPath, signal).catch((error) => {
      const isFull = error instanceof DomainError && error.code === 'storage_full';
      throw isFull ? noSpaceToCopy(deps.incomingDir, error) : error;
    });
    const parts = await listParts(deps, copy, copyPath).finally(() => copy.close());
    const job: ArchiveJob = { ...target, ...parts, version: VERSION, rows: copy.rows };
    const written = await runOnce<ArchiveJob, WrittenArchive>('features/backups/archive.worker', job, signal);
    return { ...written, mediaFiles: parts.media.length - written.missing.length };
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) await rm(copyPath + ending, { force: true });
  }
}

async function listParts(
  deps: Deps,
  copy: DatabaseCopy,
  copyPath: string,
): Promise<Pick<ArchiveJob, 'texts' | 'files' | 'media'>> {
  const last = await describeLastWrite(copy.reader);
  const texts = last === undefined ? [] : [{ name: FILES_NAME + last.key, text: last.text }];
  const files: SourceFile[] = [{ name: DATABASE_NAME, path: copyPath }];
  const plans = join(deps.dataDir, PLANS_NAME);
  if (await Bun.file(plans).exists()) files.push({ name: PLANS_NAME, path: plans });
  const media: MediaFile[] = [];
  for await (const { key, bytes, sha256 } of listStoredFiles(copy.reader)) {
    media.push({ name: FILES_NAME + key, ...(await deps.files.locate(key)), bytes, sha256 });
  }
  return { texts, files, media };
}

function describeFaults({ missing, onlyAtTarget, damaged }: WrittenArchive): string[] {
  return [
    ...describeFiles(onlyAtTarget, 'missing in the file store; the backup has them from an earlier one'),
    ...describeFiles(missing, 'missing in the file store and not in the backup'),
    ...describeFiles(damaged, 'damaged in the file store, and so in the backup'),
  ];
}

/** Most files that a warning names. */
const MAX_NAMED = 5;

function describeFiles(names: readonly string[], how: string): string[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return [`These files are ${how}: ${names.slice(0, MAX_NAMED).join(', ')}${more}. Run "galley check".`];
}

async function warnOfSameDisk(dataDir: string, file: string, target: BackupTarget): Promise<string[]> {
  if (dirname(file) !== target.address) return [];
  const [data, backup] = await Promise.all([stat(dataDir), stat(file)]);
  if (data.dev !== backup.dev) return [];
  return ['The backup is on the same disk as the data: copy it to another one, or both are lost together.'];
}
