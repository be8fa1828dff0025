import type { Deps } from '../../platform/deps.ts';
import {
  createSlidingWindows,
  type RateDecision,
  type SlidingWindow,
  type SlidingWindows,
} from '../../platform/sliding-windows.ts';
import { MAX_KEYS, type PackedTimeline } from '../../platform/timeline-store.ts';
import { deleteRateWindows, selectRateWindow, selectRateWindowAge, upsertRateWindows } from './queries.ts';

/** What a crash can give back to a caller, at most: the requests of this time. */
const WRITE_DELAY_MS = 1_000;

/** A disk that is full stays so for a while, and each failure is a line in the log. */
const RETRY_DELAY_MS = 5_000;

/** Rows in one transaction: other writers wait for it. */
const KEYS_PER_WRITE = 1_000;
const ROWS_PER_DELETION = 5_000;

const SWEEP_INTERVAL_MS = 60_000;

export interface DurableRateLimiter {
  /** Counts one for `key` if every window has room. A key's first call reads its row. */
  take(key: string): Promise<RateDecision>;
  /** Writes everything counted so far. Never throws: what cannot be written is logged and tried again. */
  flush(): Promise<void>;
  /** Writes everything and stops; to be called before the database is closed. */
  close(): Promise<void>;
}

/**
 * Rate limits that a restart does not give back: sliding windows, written behind. `key` names an API key by its id, or
 * an address; never a key's value, because it is stored as it is.
 */
export function createDurableRateLimiter(deps: Deps, limits: readonly SlidingWindow[]): DurableRateLimiter {
  const windows = createSlidingWindows(deps.clock, limits);
  const longestMs = Math.max(...limits.map((limit) => limit.windowMs));
  const { writeSoon, flush, close } = createWriteBehind(deps, windows, createSweep(deps, longestMs));
  return {
    async take(key) {
      if (!windows.has(key)) {
        const packed = await selectRateWindow(deps.db.reader, key);
        // Another request may have loaded it meanwhile.
        if (packed !== undefined && !windows.has(key)) windows.load(key, packed);
      }
      const decision = windows.take(key);
      if (decision.allowed) writeSoon();
      return decision;
    },
    flush,
    close,
  };
}

/** Writes what has changed in batches, one after the other, at most one a second unless it is told to flush. */
function createWriteBehind(deps: Deps, windows: SlidingWindows, sweep: () => Promise<void>) {
  let timer: Timer | undefined;
  let isClosed = false;
  let writing = Promise.resolve(false);

  const schedule = (milliseconds: number): void => {
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void writeNext();
    }, milliseconds).unref();
  };
  /** True if there may be more to write. */
  const writeNext = (): Promise<boolean> => {
    writing = writing.then(writeBatch);
    return writing;
  };
  const writeBatch = async (): Promise<boolean> => {
    const changes = windows.collectChanges(KEYS_PER_WRITE);
    if (changes.length === 0) return false;
    try {
      await writeChanges(deps, changes);
      windows.forgetIdle();
      await sweep();
    } catch (error) {
      deps.log.error({ err: error, keys: changes.length }, 'rate limits could not be written');
      for (const { key } of changes) windows.markChanged(key);
      schedule(RETRY_DELAY_MS);
      return false;
    }
    if (changes.length < KEYS_PER_WRITE) return false;
    schedule(WRITE_DELAY_MS);
    return true;
  };
  const flush = async (): Promise<void> => {
    while (await writeNext());
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    clearTimeout(timer);
    await flush();
  };
  return { writeSoon: () => schedule(WRITE_DELAY_MS), flush, close };
}

async function writeChanges({ db, clock }: Deps, changes: readonly PackedTimeline[]): Promise<void> {
  const updatedAt = clock.now();
  const rows = changes.map(({ key, packed }) => ({ key, times: Buffer.from(packed), updatedAt }));
  await db.transaction((connection) => upsertRateWindows(connection, rows));
}

/**
 * Deletes, once a minute, rows whose time has passed, and the oldest beyond as many as are kept in memory: whoever
 * has endless addresses must not be able to fill the disk with them.
 */
function createSweep({ db, clock }: Deps, longestMs: number): () => Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    // A clock that was set back must not keep it from sweeping.
    if (Math.abs(now - sweptAt) < SWEEP_INTERVAL_MS) return;
    sweptAt = now;
    const surplus = await selectRateWindowAge(db.reader, MAX_KEYS);
    const lastWrite = Math.max(now - longestMs, surplus ?? Number.NEGATIVE_INFINITY);
    const deleteSome = () =>
      db.transaction((connection) => deleteRateWindows(connection, lastWrite, ROWS_PER_DELETION));
    while ((await deleteSome()) === ROWS_PER_DELETION);
  };
}
