import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { stopwatch, toIsoTime } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { DatabaseCopy } from '../../../platform/ports/database.ts';
import { syncFolder } from '../../../platform/sync-folder.ts';
import { makeIncomingPath } from '../../../platform/upload.ts';
import { VERSION } from '../../../platform/version.ts';
import { runOnce } from '../../../platform/workers/run-once.ts';
import { describeLastWrite, listStoredFiles } from '../../media/index.ts';
import type { ArchiveJob, SourceFile, WrittenArchive } from '../archive.worker.ts';
import { DATABASE_NAME, FILES_NAME, PLANS_NAME } from '../parts.ts';

/** Ends the name of a backup that is being written. */
export const UNFINISHED = '.unfinished';

export const BackupResult = Type.Object({
  file: Type.String(),
  bytes: Type.Integer(),
  content_bytes: Type.Integer({ description: 'Of the files in it.' }),
  media_files: Type.Integer(),
  is_encrypted: Type.Boolean(),
  seconds: Type.Number(),
  created_at: Type.String(),
  warnings: Type.Array(Type.String(), { description: 'One sentence each.' }),
});

export const createBackup = defineOperation({
  name: 'createBackup',
  summary: 'Write the database and all media files, consistent with each other, to one file',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({
    file: Type.String({ description: 'Absolute path of the backup; nothing may be there.' }),
    passphrase: Type.String({ description: 'Encrypts the backup; empty: it is not encrypted.' }),
  }),
  output: BackupResult,
  async run({ deps, scope, signal }, { file, passphrase }) {
    await requireFreeTarget(file);
    const elapsed = stopwatch();
    const createdAt = toIsoTime(deps.clock.now());
    const unfinished = file + UNFINISHED;
    // One at a time: each takes the room of the database on the disk.
    const written = await deps.locks.withLock(['backup'], async () => {
      try {
        const archive = await writeArchive(deps, { target: unfinished, passphrase, createdAt }, signal);
        await rename(unfinished, file);
        await syncFolder(dirname(file));
        return archive;
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    });
    const seconds = Math.round(elapsed()) / 1000;
    await deps.db.transaction(async (db) => {
      const action = { action: 'backup.created', subject: `${basename(file)}, ${written.bytes} bytes` };
      await deps.events.emitInTransaction(adminAction(action), scope, db);
    });
    return {
      file,
      bytes: written.bytes,
      content_bytes: written.contentBytes,
      media_files: written.mediaFiles,
      is_encrypted: passphrase !== '',
      seconds,
      created_at: createdAt,
      warnings: [...describeFaults(written), ...(await warnOfSameDisk(deps.dataDir, file))],
    };
  },
});

interface Target {
  target: string;
  passphrase: string;
  createdAt: string;
}

/** Media files whose rows are deleted meanwhile are kept until the end, so that every row of the copy has its file. */
async function writeArchive(deps: Deps, target: Target, signal: AbortSignal | undefined) {
  const release = deps.services.media.removals.hold();
  const copyPath = await makeIncomingPath(deps.incomingDir);
  try {
    const copy = await deps.db.copyTo(copyPath, signal);
    const parts = await listParts(deps, copy, copyPath).finally(() => copy.close());
    const job: ArchiveJob = { ...target, ...parts, version: VERSION, rows: copy.rows };
    const written = await runOnce<ArchiveJob, WrittenArchive>('features/backups/archive.worker', job, signal);
    const stored = parts.files.filter(({ name }) => name.startsWith(FILES_NAME)).length;
    return { ...written, mediaFiles: stored - written.missing.length };
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) await rm(copyPath + ending, { force: true });
    release();
  }
}

async function listParts(
  deps: Deps,
  copy: DatabaseCopy,
  copyPath: string,
): Promise<Pick<ArchiveJob, 'texts' | 'files'>> {
  const last = await describeLastWrite(copy.reader);
  const texts = last === undefined ? [] : [{ name: FILES_NAME + last.key, text: last.text }];
  const files: SourceFile[] = [{ name: DATABASE_NAME, path: copyPath }];
  const plans = join(deps.dataDir, PLANS_NAME);
  if (await Bun.file(plans).exists()) files.push({ name: PLANS_NAME, path: plans });
  for await (const { key, sha256 } of listStoredFiles(copy.reader)) {
    files.push({ name: FILES_NAME + key, path: deps.files.localPath(key), sha256 });
  }
  return { texts, files };
}

async function requireFreeTarget(file: string): Promise<void> {
  if (!isAbsolute(file))
    throw new DomainError('validation_failed', 'The path of the backup must be absolute.');
  if ((await stat(file).catch(() => undefined)) !== undefined) {
    throw new DomainError(
      'conflict',
      `There is a file at ${file} already. Choose another name, or remove it first.`,
    );
  }
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) {
    throw new DomainError('not_found', `There is no directory ${dirname(file)}. Create it first.`);
  }
}

function describeFaults({ missing, damaged }: WrittenArchive): string[] {
  return [
    ...describeFiles(missing, 'missing in the data directory and not in the backup'),
    ...describeFiles(damaged, 'damaged in the data directory, and so in the backup'),
  ];
}

/** Files that a warning names. */
const MAX_NAMED = 5;

function describeFiles(names: readonly string[], how: string): string[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return [`These files are ${how}: ${names.slice(0, MAX_NAMED).join(', ')}${more}. Run "galley check".`];
}

async function warnOfSameDisk(dataDir: string, file: string): Promise<string[]> {
  const [data, backup] = await Promise.all([stat(dataDir), stat(file)]);
  if (data.dev !== backup.dev) return [];
  return ['The backup is on the same disk as the data: copy it to another one, or both are lost together.'];
}
