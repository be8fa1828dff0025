import { dayOf } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { deleteInBatches } from '../../platform/tasks/periodic-task.ts';
import {
  addProjectDay,
  addTenantDay,
  type Counted,
  deleteDaysBefore,
  nextTenants,
  storeProjectStorage,
  storeTenantStorage,
} from './daily-queries.ts';

/** Counts are written in batches after this delay. A server that is killed loses the counts of this time. */
const WRITE_DELAY_MS = 10_000;

/** Tenants and days per transaction. Other writers wait for it. */
const ROWS_PER_WRITE = 500;

/** Most tenants and days that wait to be written. Further ones are not counted. */
const MAX_WAITING = 50_000;

/** How long days are kept. */
export const USAGE_DAYS = 400;

interface Waiting {
  projectId: string;
  tenantId: number;
  day: number;
  counted: Counted;
}

/**
 * Counts what tenants and projects use per day, in memory and later in the database. The counts are not used for
 * limits.
 */
export class DailyUsage {
  readonly #deps: Deps;
  #waiting = new Map<string, Waiting>();
  #timer: Timer | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  count(scope: { projectId: string; tenant: { id: number } }, what: keyof Counted, amount = 1): void {
    const { projectId, tenant } = scope;
    const day = dayOf(this.#deps.clock.now());
    const key = `${tenant.id} ${projectId} ${day}`;
    let row = this.#waiting.get(key);
    if (row === undefined) {
      if (this.#waiting.size >= MAX_WAITING) return;
      row = { projectId, tenantId: tenant.id, day, counted: { requests: 0, exports: 0, toolCalls: 0 } };
      this.#waiting.set(key, row);
    }
    row.counted[what] += amount;
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_DELAY_MS).unref();
  }

  /** Writes the counts that are not stored yet. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  /** A failed write is only logged, because no limit depends on these counts. */
  async #write(): Promise<void> {
    const rows = [...this.#waiting.values()];
    this.#waiting = new Map();
    for (let start = 0; start < rows.length; start += ROWS_PER_WRITE) {
      const part = rows.slice(start, start + ROWS_PER_WRITE);
      try {
        await this.#deps.db.transaction(async (db) => {
          for (const { tenantId, day, counted } of part) await addTenantDay(db, tenantId, day, counted);
          for (const { projectId, day, counted } of byProject(part))
            await addProjectDay(db, projectId, day, counted);
        });
      } catch (error) {
        this.#deps.log.error({ err: error, rows: part.length }, 'usage by day could not be stored');
      }
    }
  }
}

function byProject(rows: readonly Waiting[]): Omit<Waiting, 'tenantId'>[] {
  const sums = new Map<string, Omit<Waiting, 'tenantId'>>();
  for (const { projectId, day, counted } of rows) {
    const key = `${projectId} ${day}`;
    const { requests, exports, toolCalls } = sums.get(key)?.counted ?? noUsage;
    const sum = {
      requests: requests + counted.requests,
      exports: exports + counted.exports,
      toolCalls: toolCalls + counted.toolCalls,
    };
    sums.set(key, { projectId, day, counted: sum });
  }
  return [...sums.values()];
}

const noUsage: Counted = { requests: 0, exports: 0, toolCalls: 0 };

/** Records what tenants and projects store. The last value of a day is kept. */
export async function recordStorage({ db, clock }: Deps, isStopped: () => boolean): Promise<void> {
  const day = dayOf(clock.now());
  await db.transaction((connection) => storeProjectStorage(connection, day));
  let after = 0;
  while (!isStopped()) {
    const until = await nextTenants(db.reader, after, ROWS_PER_WRITE);
    if (until === null) return;
    const range = { after, until };
    await db.transaction((connection) => storeTenantStorage(connection, day, range));
    after = until;
  }
}

/** Deletes days older than `USAGE_DAYS`. Returns the number of rows. */
export async function sweepDailyUsage({ db, clock }: Deps, isStopped: () => boolean): Promise<number> {
  const first = dayOf(clock.now()) - USAGE_DAYS;
  return deleteInBatches(db, (connection, atMost) => deleteDaysBefore(connection, first, atMost), isStopped);
}
