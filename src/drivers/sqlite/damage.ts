import type { Database } from 'bun:sqlite';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { findTables } from '../statement-span.ts';
import { isDamaged } from './storage-error.ts';
import { type Around, watchStatements } from './watch-statements.ts';

/** A query on damaged pages is logged at most once in this time. */
const LOG_INTERVAL_MS = 60_000;

/** Most queries whose last report is remembered. */
const MAX_QUERIES = 100;

/** Logs queries that hit damaged pages, with their tables and what to do. */
export class DamageReporter {
  readonly #clock: Clock;
  readonly #log: Pick<Logger, 'error'>;
  /** Time of the last report, by the tables of the query. */
  readonly #reportedAt = new Map<string, number>();

  constructor({ clock, log }: { clock: Clock; log: Pick<Logger, 'error'> }) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Reports errors of all statements that are prepared on the connection from now on. */
  watch(sqlite: Database): void {
    watchStatements(sqlite, (sql) => {
      const report: Around = (run) => this.#try(sql, run);
      return { preparing: report, running: report };
    });
  }

  #try<Result>(sql: string, run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      if (isDamaged(error)) this.#report(error, sql);
      throw error;
    }
  }

  #report(error: unknown, sql: string): void {
    const tables = findTables(sql);
    const key = tables.join(', ');
    const now = this.#clock.now();
    const before = this.#reportedAt.get(key);
    if (before !== undefined && Math.abs(now - before) < LOG_INTERVAL_MS) return;
    if (this.#reportedAt.size >= MAX_QUERIES) this.#reportedAt.clear();
    this.#reportedAt.set(key, now);
    const place = tables.length === 0 ? 'the database' : `the database, in the tables ${key},`;
    this.#log.error(
      { err: error, tables, query: sql },
      `${place} has damaged pages: stop the server, run "galley check", and restore galley.db from a backup`,
    );
  }
}

/** Faults found by SQLite, a sentence each. */
export function findIntegrityFaults(sqlite: Database): string[] {
  const faults = checkIntegrity(sqlite);
  const dangling = attempt(() =>
    sqlite.query<{ table: string; rowid: number }, []>('PRAGMA foreign_key_check').all(),
  );
  return [
    ...(faults.length > 0 ? findDamagedTables(sqlite) : []),
    ...faults,
    ...(dangling.rows ?? []).map((row) => `${row.table} row ${row.rowid} refers to a missing row`),
  ];
}

/** The check of the whole database names only pages, so each table is checked separately. */
function findDamagedTables(sqlite: Database): string[] {
  const { rows } = attempt(() =>
    sqlite
      .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .all(),
  );
  const names = (rows ?? []).map((row) => row.name);
  return names
    .filter((name) => checkIntegrity(sqlite, name).length > 0)
    .map((name) => `the table ${name} is damaged`);
}

function checkIntegrity(sqlite: Database, table?: string): string[] {
  const argument = table === undefined ? '' : `('${table.replaceAll("'", "''")}')`;
  const { rows, fault } = attempt(() =>
    sqlite.query<{ integrity_check: string }, []>(`PRAGMA integrity_check${argument}`).all(),
  );
  if (fault !== undefined) return [fault];
  return (rows ?? []).map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

/** SQLite's own checks can fail on damaged pages. */
function attempt<Row>(query: () => Row[]): { rows?: Row[]; fault?: string } {
  try {
    return { rows: query() };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return { fault: (error as Error).message };
  }
}
