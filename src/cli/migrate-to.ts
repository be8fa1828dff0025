import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadSettings, processEnvironment } from '../config/index.ts';
import { openBucket, openFiles } from '../drivers/files.ts';
import { withoutPassword } from '../drivers/postgres/errors.ts';
import { MOVING, makeEmptyDataDir, useStoppedDatabase } from '../drivers/sqlite/index.ts';
import { copyFiles, requireOwnFiles } from '../drivers/transfer/copy-files.ts';
import { createBackup, openTarget } from '../features/backups/index.ts';
import { systemClock } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { parseBucketAddress } from '../platform/files/bucket-address.ts';
import { findAddressFault } from '../platform/network/connection-address.ts';
import { describeRows } from './backup-output.ts';
import { addCommonFlags, runAction } from './command.ts';
import { printResult } from './output.ts';
import { ALL_IN_DATA_DIR, restoreInto } from './restore-into.ts';
import { createCommandLog, type Flags, openSession, requireDatabase, type Session } from './session.ts';
import { isHeldByAnother } from './wait-for-data.ts';

interface Moved {
  ok: boolean;
  target: string;
  rows: Record<string, number>;
  /** What the operator should do next. */
  next: string;
}

export function addMigrateToCommand(program: Command): void {
  addCommonFlags(program.command('migrate-to'))
    .summary('copy the data to PostgreSQL or a bucket, or from there to a data directory')
    .description(
      'Copies the database of the data directory to an empty database of PostgreSQL; media files to a bucket; or, with ' +
        'GALLEY_DATABASE_URL or GALLEY_FILES_URL, the database and all media files to a new data directory. Stop the server first. Every table and file is read again and ' +
        'compared. What is copied stays as it is, and a command that was cut off can be repeated.',
    )
    .argument(
      '<target>',
      'postgres://user:password@host/database, s3://bucket/prefix, or a new or empty directory',
    )
    .action(
      runAction(async (flags, [target = '']) => {
        printResult(flags, await copyTo(flags, target), describeMoved);
      }),
    );
}

function copyTo(flags: Flags, target: string): Promise<Moved> {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(target) ?? [];
  if (scheme === undefined) return copyToDirectory(flags, resolve(target));
  if (scheme === 'postgres' || scheme === 'postgresql') return copyDatabase(flags, target);
  if (scheme === 's3') return copyToBucket(flags, target);
  throw new DomainError(
    'validation_failed',
    `"${scheme}:" is no kind of target. Name a postgres:// or s3:// address, or a directory (with ./ before it if it has a colon).`,
  );
}

/** Copies media files from the data directory, or from another bucket. */
async function copyToBucket(flags: Flags, address: string): Promise<Moved> {
  parseBucketAddress(address);
  const settings = loadSettings(flags, processEnvironment);
  const data = resolve(settings.data);
  const log = createCommandLog();
  const target = await openBucket(loadSettings({ ...flags, files_url: address }, processEnvironment), log);
  const session = await openStopped(flags);
  try {
    const source = await openFiles(settings, { dataDir: data, log, mustAnswer: true });
    await requireOwnFiles(source, target);
    const { files, bytes, present } = await copyFiles(source, target, {
      scratchDir: join(data, 'media', 'incoming'),
    });
    return {
      ok: true,
      target: address,
      rows: { media_files: files, media_bytes: bytes, already_there: present },
      next: `Start the server with GALLEY_FILES_URL=${address}. What was copied stays where it is: remove it when you no longer need it.`,
    };
  } finally {
    await session.close();
  }
}

/** Opens data that no server uses. Without Redis it is opened alone: servers on other machines are noticed too. */
async function openStopped(flags: Flags): Promise<Session> {
  const session = await openSession({ ...flags, redis_url: '' }).catch((error) => {
    throw isHeldByAnother(error) ? serverRuns() : error;
  });
  if (session.holdsData) return session;
  throw serverRuns();
}

const serverRuns = () =>
  new DomainError(
    'conflict',
    'A server is using the data, here or on another machine. Stop all servers first, so that no change is lost.',
  );

async function copyDatabase(flags: Flags, url: string): Promise<Moved> {
  const settings = loadSettings(flags, processEnvironment);
  if (settings.database_url !== '') {
    throw new DomainError(
      'conflict',
      'GALLEY_DATABASE_URL is set, so the data is on PostgreSQL already. Use pg_dump to copy it to another database.',
    );
  }
  requireAddress(url);
  requireDatabase(settings);
  const data = resolve(settings.data);
  const options = { clock: systemClock, log: createCommandLog() };
  // The driver of PostgreSQL is loaded only here.
  const { copyToPostgres } = await import('../drivers/transfer/to-postgres.ts');
  const rows = await useStoppedDatabase(data, (file) => copyToPostgres(file, url, options));
  return {
    ok: true,
    target: withoutPassword(url),
    rows,
    next: `Start the server with GALLEY_DATABASE_URL and --data ${data}: media files stay there. ${join(data, 'galley.db')} is not used any more.`,
  };
}

function requireAddress(url: string): void {
  const fault = findAddressFault(url);
  if (fault !== undefined) throw new DomainError('validation_failed', `The target ${fault}`);
  if (new URL(url).host !== '') return;
  throw new DomainError(
    'validation_failed',
    'The target names no host. Write an address such as postgres://galley:secret@db.example.com/galley.',
  );
}

/** Makes a backup and restores it at once: its parts are compared with their hashes, and the result is checked. */
async function copyToDirectory(flags: Flags, data: string): Promise<Moved> {
  const settings = loadSettings(flags, processEnvironment);
  if (settings.database_url === '' && settings.files_url === '') {
    throw new DomainError(
      'conflict',
      'GALLEY_DATABASE_URL and GALLEY_FILES_URL are not set, so the data is in a data directory already. Use "galley backup" and "galley restore" to copy it.',
    );
  }
  makeEmptyDataDir(data);
  // A command that was killed may have left it. It is on the disk of the target.
  const folder = join(data, MOVING);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  removeFolder();
  try {
    mkdirSync(folder, { mode: 0o700 });
    const file = join(folder, 'galley.tar.zst');
    await backUpStopped(flags, file);
    const restored = await restoreInto(
      { ...flags, ...ALL_IN_DATA_DIR, data },
      { file, target: openTarget({ address: folder, settings, scratchDir: folder }), passphrase: '' },
      removeFolder,
    );
    return {
      ok: restored.ok,
      target: data,
      rows: restored.rows,
      next: `Start the server with --data ${data} and without GALLEY_DATABASE_URL and GALLEY_FILES_URL.`,
    };
  } finally {
    removeFolder();
  }
}

async function backUpStopped(flags: Flags, file: string): Promise<void> {
  const session = await openStopped(flags);
  try {
    await session.call(createBackup, { file, passphrase: '' });
  } finally {
    await session.close();
  }
}

function describeMoved({ target, rows, next }: Moved): string {
  if (target.startsWith('s3://'))
    return `${target}: ${rows.media_files} files with ${rows.media_bytes} bytes, each read again and compared.\n${next}`;
  return `${target}: ${describeRows(rows)}, and all other tables, compared with the original.\n${next}`;
}
