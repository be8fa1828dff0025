import { asc, count, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import { type RateWindow, takeFromWindows } from '../../platform/limits/rate-limit.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Connection, Database } from '../../platform/ports/database.ts';
import type { RateDecision, RateLimit, RateLimits } from '../../platform/ports/rate-limits.ts';
import { placeholdersOf, prepareOnce } from '../../platform/sql/queries.ts';
import { rateLimits } from './table.ts';

/** Most keys in memory and in the table, because an attacker can use many addresses. */
const MAX_KEYS = 100_000;

/** A crash loses at most the counts of this time. */
const WRITE_DELAY_MS = 1_000;

/** Delay after a failed write. Each failure is logged. */
const RETRY_DELAY_MS = 5_000;

/** Rows per transaction, because other writers wait for it. */
const KEYS_PER_WRITE = 1_000;
const ROWS_PER_DELETION = 5_000;

const SWEEP_INTERVAL_MS = 60_000;

/** The table can exceed `MAX_KEYS` by this many rows. */
const MAX_WRITES_BETWEEN_SWEEPS = 10_000;

/** The windows of a key by their length in milliseconds. */
type KeyWindows = Record<number, RateWindow>;

/** Counts in memory and writes changed keys to the database in the background. */
export class SqliteRateLimits implements RateLimits {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Pick<Logger, 'error'>;
  /** In the order of last use. */
  readonly #keys = new Map<string, KeyWindows>();
  readonly #changed = new Set<string>();
  #timer: Timer | undefined;
  #writing = Promise.resolve(false);
  #sweptAt = Number.NEGATIVE_INFINITY;
  #writtenSinceSweep = 0;
  #isClosed = false;

  constructor({ db, clock, log }: { db: Database; clock: Clock; log: Pick<Logger, 'error'> }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  async take(key: string, limits: readonly RateLimit[]): Promise<RateDecision> {
    const windows = this.#use(key, limits, await this.#find(key));
    const decision = takeFromWindows(windows, limits, this.#clock.now());
    if (decision.allowed) {
      this.#changed.add(key);
      this.#schedule(WRITE_DELAY_MS);
    }
    return decision;
  }

  async peek(key: string, limits: readonly RateLimit[]): Promise<RateDecision> {
    const windows = this.#use(key, limits, await this.#find(key)).map((window) => ({ ...window }));
    return takeFromWindows(windows, limits, this.#clock.now(), { isDryRun: true });
  }

  /** Writes all changed keys. Does not throw: a failed write is logged and tried again later. */
  async flush(): Promise<void> {
    while (await this.#writeNext());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.flush();
    // For keys that were counted during the last write.
    if (this.#changed.size > 0) await this.flush();
  }

  async #find(key: string): Promise<KeyWindows> {
    return this.#keys.get(key) ?? (await selectWindows(this.#db.reader, key));
  }

  /**
   * The windows of `limits`. Synchronous with the count that follows: between two awaits a sweep may drop the key, or
   * another request may load it.
   */
  #use(key: string, limits: readonly RateLimit[], found: KeyWindows): RateWindow[] {
    const windows = this.#keys.get(key) ?? found;
    // Moved to the end, so that the map is in order of last use.
    this.#keys.delete(key);
    this.#keys.set(key, windows);
    if (this.#keys.size > MAX_KEYS) this.#forget(this.#keys.keys().next().value as string);
    return limits.map(({ windowMs }) => {
      windows[windowMs] ??= { startedAt: this.#clock.now(), used: 0 };
      return windows[windowMs];
    });
  }

  #forget(key: string): void {
    this.#keys.delete(key);
    this.#changed.delete(key);
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, delayMs).unref();
  }

  /** Returns true if there may be more to write. */
  #writeNext(): Promise<boolean> {
    this.#writing = this.#writing.then(() => this.#writeBatch());
    return this.#writing;
  }

  async #writeBatch(): Promise<boolean> {
    const keys = [...this.#changed.keys().take(KEYS_PER_WRITE)];
    if (keys.length === 0) return false;
    const rows = keys.map((key) => toRow(key, this.#keys.get(key) as KeyWindows));
    for (const key of keys) this.#changed.delete(key);
    try {
      await this.#db.transaction((connection) => upsertRows(connection, rows));
      this.#writtenSinceSweep += rows.length;
      await this.#sweep();
    } catch (error) {
      this.#log.error({ err: error, keys: keys.length }, 'rate limits could not be written');
      for (const key of keys) if (this.#keys.has(key)) this.#changed.add(key);
      this.#schedule(RETRY_DELAY_MS);
      return false;
    }
    return keys.length === KEYS_PER_WRITE;
  }

  /** Deletes expired rows, and those beyond `MAX_KEYS` that expire first: every minute, or after many writes. */
  async #sweep(): Promise<void> {
    const now = this.#clock.now();
    // A clock that was set back must not stop the sweeps.
    const isRecent = Math.abs(now - this.#sweptAt) < SWEEP_INTERVAL_MS;
    if (isRecent && this.#writtenSinceSweep < MAX_WRITES_BETWEEN_SWEEPS) return;
    this.#sweptAt = now;
    this.#writtenSinceSweep = 0;
    for (const [key, windows] of this.#keys) {
      if (expiresAt(windows) <= now && !this.#changed.has(key)) this.#keys.delete(key);
    }
    const surplus = (await countRows(this.#db.reader)) - MAX_KEYS;
    const deleteSome = (limit: number, deadline: number) =>
      this.#db.transaction((connection) => deleteRows(connection, deadline, limit));
    while ((await deleteSome(ROWS_PER_DELETION, now)) === ROWS_PER_DELETION);
    for (let left = surplus; left > 0; left -= ROWS_PER_DELETION) {
      await deleteSome(Math.min(left, ROWS_PER_DELETION), Number.MAX_SAFE_INTEGER);
    }
  }
}

type RateLimitRow = typeof rateLimits.$inferSelect;

/** The end of the key's last window. */
function expiresAt(windows: KeyWindows): number {
  const ends = Object.entries(windows).map(([windowMs, { startedAt }]) => startedAt + Number(windowMs));
  return Math.max(0, ...ends);
}

function toRow(key: string, windows: KeyWindows): RateLimitRow {
  return { key, windows: JSON.stringify(windows), expiresAt: expiresAt(windows) };
}

const windowsOfKey = prepareOnce((db) =>
  db
    .select({ windows: rateLimits.windows })
    .from(rateLimits)
    .where(eq(rateLimits.key, sql.placeholder('key')))
    .prepare(),
);

/** An unreadable row counts as missing. */
async function selectWindows(db: Connection, key: string): Promise<KeyWindows> {
  const row = await windowsOfKey(db).get({ key });
  if (row === undefined) return {};
  try {
    return JSON.parse(row.windows) as KeyWindows;
  } catch {
    return {};
  }
}

const rowWrite = prepareOnce((db) =>
  db
    .insert(rateLimits)
    .values(placeholdersOf(rateLimits))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { windows: sql`excluded.windows`, expiresAt: sql`excluded.expires_at` },
    })
    .prepare(),
);

async function upsertRows(db: Connection, rows: readonly RateLimitRow[]): Promise<void> {
  for (const row of rows) await rowWrite(db).run({ ...row });
}

async function countRows(db: Connection): Promise<number> {
  const row = await db.select({ rows: count() }).from(rateLimits).get();
  return row?.rows ?? 0;
}

/** Deletes up to `limit` rows that expire at `deadline` or earlier, earliest first. Returns their number. */
async function deleteRows(db: Connection, deadline: number, limit: number): Promise<number> {
  const expired = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lte(rateLimits.expiresAt, deadline))
    .orderBy(asc(rateLimits.expiresAt))
    .limit(limit);
  const rows = await db
    .delete(rateLimits)
    .where(inArray(rateLimits.key, expired))
    .returning({ key: rateLimits.key });
  return rows.length;
}
