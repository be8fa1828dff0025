import type { Deps } from '../../platform/deps.ts';
import { DomainError, toDomainError } from '../../platform/errors.ts';
import { touchDatabase } from './queries.ts';

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
    // A clock that was set back must not make the result last.
    if (Math.abs(now - this.#checkedAt) < VALID_MS) return this.#result;
    this.#checkedAt = now;
    this.#result = checkNow(deps);
    return this.#result;
  }
}

async function checkNow({ db, log }: Deps): Promise<void> {
  try {
    await touchDatabase(db.reader);
    await db.requireWritable();
  } catch (error) {
    const isFull = toDomainError(error).code === 'storage_full';
    if (!isFull) log.error({ err: error }, 'the server is not ready');
    const [reason, message] = isFull
      ? ['disk_full', 'The disk is full: the server can read but not write.']
      : ['storage_failed', 'The server cannot read or write its data.'];
    const details = { retryAfterSeconds: 5, facts: { status: 'not_ready', reason } };
    throw new DomainError('unavailable', message, details, { cause: error });
  }
}
