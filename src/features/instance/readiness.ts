import { access, constants } from 'node:fs/promises';
import type { Deps } from '../../platform/deps.ts';
import { DomainError, toDomainError } from '../../platform/errors.ts';
import { adviseOnUnwritable, isUnwritable } from '../../platform/files/disk-errors.ts';
import { touchDatabase } from './queries.ts';

/** The reason why the server is not ready if the database works and uploads cannot be written. */
export const MEDIA_UNWRITABLE = 'media_unwritable';

/** How long a result holds, so that strangers cannot keep the disk busy. */
const VALID_MS = 1_000;

/** Time limit of each part. */
const PART_MS = 2_500;

/** A key of no media file, for a question to the store of files that it must answer. */
const NO_FILE = 'readiness/none';

/** Whether the server can read and write. The result is cached. */
export class Readiness {
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** Whether the store of files answered. */
  #result = Promise.resolve(true);

  /**
   * Throws `unavailable` with the reason if it is not ready. `degraded`: media files or Redis cannot be reached, and other
   * servers do not reach them either.
   */
  async check(deps: Deps): Promise<'ready' | 'degraded'> {
    const filesAnswer = await this.#checkParts(deps);
    const fault = deps.files.fault?.() ?? deps.bus.fault();
    return filesAnswer && fault === undefined ? 'ready' : 'degraded';
  }

  #checkParts(deps: Deps): Promise<boolean> {
    const now = deps.clock.now();
    // After the clock was set back, the result is not used.
    if (Math.abs(now - this.#checkedAt) < VALID_MS) return this.#result;
    this.#checkedAt = now;
    this.#result = checkNow(deps);
    return this.#result;
  }
}

/** Whether the store of files answers. */
async function checkNow(deps: Deps): Promise<boolean> {
  const [filesAnswer] = await Promise.all([askFiles(deps), checkData(deps), checkMediaFolders(deps)]);
  const faults = [
    ...(filesAnswer && deps.files.fault?.() === undefined ? [] : ['files']),
    ...(deps.bus.fault() === undefined ? [] : ['redis']),
  ];
  const own = await inTime(deps.nodes.probe(faults)).catch((error) => {
    throw storageFailed(deps, error);
  });
  if (own.length > 0)
    throw notReady('cut_off', `This server does not reach what another one reaches: ${own.join(', ')}.`);
  return filesAnswer;
}

async function askFiles({ files }: Deps): Promise<boolean> {
  if (files.probe === undefined) return true;
  return inTime(files.stat(NO_FILE)).then(
    () => true,
    () => false,
  );
}

async function inTime<Result>(asked: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('there was no answer in time')), PART_MS);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function checkData(deps: Deps): Promise<void> {
  const { db } = deps;
  try {
    await inTime(touchDatabase(db.reader));
    await inTime(db.requireWritable());
  } catch (error) {
    throw toDomainError(error).code === 'storage_full'
      ? notReady('disk_full', 'The disk is full: the server can read but not write.', error)
      : storageFailed(deps, error);
  }
}

function storageFailed({ log }: Deps, error: unknown): DomainError {
  log.error({ err: error }, 'the server is not ready');
  return notReady('storage_failed', 'The server cannot read or write its data.', error);
}

/**
 * Whether uploads can be written. Only checks the rights to the folder, because the disk of the data directory was
 * written before.
 */
async function checkMediaFolders({ files, incomingDir, log }: Deps): Promise<void> {
  try {
    await files.requireWritable?.();
    // The folder is missing: the next upload creates it.
    await access(incomingDir, constants.W_OK | constants.X_OK).catch((error) => {
      if (isUnwritable(error)) throw error;
    });
  } catch (error) {
    if (!isUnwritable(error)) return;
    const facts = adviseOnUnwritable(error);
    log.error(
      { ...facts, folder: error.path ?? facts?.folder },
      'the server is not ready: uploads cannot be written',
    );
    throw notReady(MEDIA_UNWRITABLE, 'The server cannot write files of the media library.', error);
  }
}

function notReady(reason: string, message: string, cause?: unknown): DomainError {
  const details = { retryAfterSeconds: 5, facts: { status: 'not_ready', reason } };
  return new DomainError('unavailable', message, details, { cause });
}
