import { access, constants } from 'node:fs/promises';
import type { Deps } from '../../platform/deps.ts';
import { adviseOnUnwritable, isUnwritable } from '../../platform/disk-errors.ts';
import { DomainError, toDomainError } from '../../platform/errors.ts';
import { touchDatabase } from './queries.ts';

/** The reason why the server is not ready if the database works and uploads cannot be written. */
export const MEDIA_UNWRITABLE = 'media_unwritable';

/** How long a result holds, so that strangers cannot keep the disk busy. */
const VALID_MS = 2_000;

/** Whether the server can read and write. The result is cached. */
export class Readiness {
  #checkedAt = Number.NEGATIVE_INFINITY;
  #result = Promise.resolve();

  /**
   * Throws `unavailable` with the reason if it is not ready. `degraded`: media files or Redis cannot be reached, and other
   * servers would not reach them either.
   */
  async check(deps: Deps): Promise<'ready' | 'degraded'> {
    await this.#checkStorage(deps);
    const fault = deps.files.fault?.() ?? deps.bus.fault();
    return fault === undefined ? 'ready' : 'degraded';
  }

  #checkStorage(deps: Deps): Promise<void> {
    const now = deps.clock.now();
    // After the clock was set back, the result is not used.
    if (Math.abs(now - this.#checkedAt) < VALID_MS) return this.#result;
    this.#checkedAt = now;
    this.#result = checkNow(deps);
    return this.#result;
  }
}

async function checkNow(deps: Deps): Promise<void> {
  await checkData(deps);
  await checkMediaFolders(deps);
}

async function checkData({ db, log }: Deps): Promise<void> {
  try {
    await touchDatabase(db.reader);
    await db.requireWritable();
  } catch (error) {
    const isFull = toDomainError(error).code === 'storage_full';
    if (!isFull) log.error({ err: error }, 'the server is not ready');
    throw isFull
      ? notReady('disk_full', 'The disk is full: the server can read but not write.', error)
      : notReady('storage_failed', 'The server cannot read or write its data.', error);
  }
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

function notReady(reason: string, message: string, cause: unknown): DomainError {
  const details = { retryAfterSeconds: 5, facts: { status: 'not_ready', reason } };
  return new DomainError('unavailable', message, details, { cause });
}
