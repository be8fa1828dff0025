import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../platform/deps.ts';
import { toDomainError } from '../../../platform/errors.ts';
import { MEDIA_UNWRITABLE } from '../readiness.ts';
import { type CheckResult, resultsOf } from './result.ts';

const MB = 1024 ** 2;
const LOW_SPACE = 200 * MB;
const LITTLE_SPACE = 1024 * MB;

/** Files and folders with secrets or contents, below the data directory. A file is as private as the folder above it. */
const PRIVATE = ['.', 'galley.db', 'galley.db-wal', 'media'];

/** Files and folders below the data directory that Galley writes. */
const WRITTEN = [
  ...PRIVATE,
  'galley.db-shm',
  'media/files',
  'media/incoming',
  'thumbnails',
  'backups',
  'exports',
  'acme',
];

const permissions = resultsOf('permissions');

/** Whether the data belongs to the user of this process, who can write it, and other users can read it. */
export async function checkPermissions(dataDir: string): Promise<CheckResult> {
  const self = process.geteuid?.();
  // Windows has neither owners nor modes.
  if (self === undefined) return permissions.ok('This system has no owners and modes of files.');
  const modes = new Map<string, number>();
  for (const name of WRITTEN) {
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    if (found.uid !== self) {
      return permissions.fault(
        `${path} belongs to the user ${found.uid}, and Galley runs as ${self}. Change it with: chown -R ${self} ${dataDir}`,
      );
    }
    const refusal = await access(path, constants.W_OK).then(() => undefined, readCode);
    if (refusal === 'EROFS')
      return permissions.fault(`The disk of ${path} is mounted for reading only. Mount it for writing.`);
    if (refusal !== undefined)
      return permissions.fault(`Galley may not write to ${path}. Change it with: chmod -R u+rwX ${dataDir}`);
    modes.set(name, found.mode);
  }
  if (((modes.get('.') ?? 0) & 0o077) === 0) return permissions.ok(`Only its owner can read ${dataDir}.`);
  const open = PRIVATE.filter((name) => ((modes.get(name) ?? 0) & 0o007) !== 0);
  if (open.length === 0) return permissions.ok(`Only its owner and group can read ${dataDir}.`);
  const paths = open.map((name) => join(dataDir, name)).join(', ');
  return permissions.warning(
    `All users of this machine can read ${paths}. Close it with "galley doctor --fix", or: chmod 700 ${dataDir}`,
  );
}

const readCode = ({ code = 'unknown' }: NodeJS.ErrnoException): string => code;

const disk = resultsOf('disk');

/** Whether the disk has room for the work of the server, and for a copy of the database before an upgrade. */
export async function checkDisk(dataDir: string): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  // With PostgreSQL the directory has no database.
  const size = (await stat(join(dataDir, 'galley.db')).catch(() => undefined))?.size ?? 0;
  const room = `${toMegabytes(free)} are free on the disk of ${dataDir}`;
  if (free < LOW_SPACE)
    return disk.fault(`${room}. Writes fail soon: make room, or move the data to a larger disk.`);
  if (free < Math.max(LITTLE_SPACE, size)) {
    return disk.warning(`${room}. An upgrade copies the database (${toMegabytes(size)}) first: make room.`);
  }
  return disk.ok(`${room}.`);
}

const toMegabytes = (bytes: number) => `${Math.floor(bytes / MB)} MB`;

const database = resultsOf('database');
const isUsable = database.ok('The database can be read and written. "galley check" verifies all of it.');

/** Whether the database can be read and written. `galley check` reads all of it. */
export async function checkDatabase(deps: Deps): Promise<CheckResult> {
  try {
    await deps.services.instance.readiness.check(deps);
    return isUsable;
  } catch (error) {
    // The check of permissions names the folder.
    if (toDomainError(error).details.facts?.reason === MEDIA_UNWRITABLE) return isUsable;
    const message = (error as Error).message.replace(/\.$/, '');
    return database.fault(
      `${message} (${originOf(error).message}). ${deps.db.isRemote ? ADVICE.remote : ADVICE.local}`,
    );
  }
}

const ADVICE = {
  local: 'Check the disk of the data directory, and its log.',
  remote: 'Check the server of the database, and its address and password in GALLEY_DATABASE_URL.',
};

/** The error of the engine or of the system, which callers are not told. */
function originOf(error: unknown): Error {
  const { cause } = error as Error;
  return cause instanceof Error ? originOf(cause) : (error as Error);
}
