import type { ReservedSQL, SQL } from 'bun';
import { NoopLogger, type Query } from 'drizzle-orm';
import {
  BaseSQLiteDatabase,
  type SelectedFieldsOrdered,
  type SQLiteExecuteMethod,
} from 'drizzle-orm/sqlite-core';
import { type RemoteCallback, RemotePreparedQuery, SQLiteRemoteSession } from 'drizzle-orm/sqlite-proxy';
import type { Connection } from '../../platform/ports/database.ts';
import type { Tracing } from '../../platform/ports/tracing.ts';
import { toStatementSpan } from '../statement-span.ts';
import { PostgresDialect } from './dialect.ts';

/** Runs statements: a pool, or one connection of it during a transaction. */
export type Runner = Pick<SQL | ReservedSQL, 'unsafe'>;

/**
 * A drizzle handle whose statements go to the runner that `currentRunner` returns.
 */
export function toConnection(
  currentRunner: () => Runner,
  { tracing, toError = (error) => error, defer }: ConnectionOptions = {},
): Connection {
  const dialect = new PostgresDialect();
  const trace = <Result>(text: string, work: () => Result): Result => {
    if (tracing === undefined) return work();
    const { name, options } = toStatementSpan(text, 'postgresql');
    return tracing.trace(name, options, work);
  };
  const run: Execute = async (text, execute) => {
    try {
      return await trace(text, () => execute(currentRunner()));
    } catch (error) {
      throw toError(error);
    }
  };
  const session = new PostgresSession(run, dialect, defer);
  const database = new BaseSQLiteDatabase('async', dialect, session, undefined);
  return Object.assign(database, { preparedQueries: new Map() }) as unknown as Connection;
}

interface ConnectionOptions {
  /** Creates a span for each query that is part of a trace. */
  tracing?: Tracing | undefined;
  /** Translates errors of queries. In a transaction this happens at its end. */
  toError?: (error: unknown) => unknown;
  /**
   * Receives statements that were sent, return nothing and need not be awaited. Resolves when the next statement may be
   * sent. Left out: the caller waits.
   */
  defer?: ((statement: Promise<unknown>) => Promise<void> | undefined) | undefined;
}

type Execute = <Rows>(text: string, run: (runner: Runner) => Promise<Rows>) => Promise<Rows>;

class PostgresSession extends SQLiteRemoteSession<Record<string, never>, Record<string, never>> {
  readonly #run: RemoteCallback;
  readonly #runForObjects: RemoteCallback;

  constructor(execute: Execute, dialect: PostgresDialect, defer: ConnectionOptions['defer']) {
    const run: RemoteCallback = async (text, params, method) => {
      if (method === 'run' && defer !== undefined) {
        await defer(execute(text, (runner) => runner.unsafe(text, params)));
        return { rows: [] };
      }
      const rows = await execute<unknown[][]>(text, (runner) => runner.unsafe(text, params).values());
      for (const row of rows) toNumbers(row);
      return { rows: method === 'get' ? (rows[0] as unknown[]) : rows };
    };
    super(run, dialect, undefined);
    this.#run = run;
    this.#runForObjects = async (text, params, method) => {
      if (method === 'values' || method === 'run') return run(text, params, method);
      const rows = await execute<Record<string, unknown>[]>(text, (runner) => runner.unsafe(text, params));
      for (const row of rows) toNumbers(row);
      return { rows };
    };
  }

  override prepareQuery(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    method: SQLiteExecuteMethod,
    isInArrayMode: boolean,
    mapResult?: (rows: unknown[][]) => unknown,
  ) {
    // Statements written as text have no fields, and return objects.
    const run = fields === undefined && mapResult === undefined ? this.#runForObjects : this.#run;
    return new PostgresQuery(run, query, fields, method, isInArrayMode, mapResult) as never;
  }
}

class PostgresQuery extends RemotePreparedQuery {
  constructor(
    run: RemoteCallback,
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    method: SQLiteExecuteMethod,
    isInArrayMode: boolean,
    mapResult: ((rows: unknown[][]) => unknown) | undefined,
  ) {
    super(
      run,
      query,
      new NoopLogger(),
      undefined as never,
      undefined,
      undefined,
      fields,
      method,
      isInArrayMode,
      mapResult,
    );
  }

  /** Replaces drizzle's method, which puts parameters into error messages, from where they would be logged. */
  queryWithCache<Result>(_text: string, _params: unknown[], run: () => Promise<Result>): Promise<Result> {
    return run();
  }
}

/** The driver returns a BigInt for the type bigint. None of our values exceeds 2^53. */
function toNumbers(row: unknown[] | Record<string, unknown>): void {
  for (const key in row) {
    const value = (row as Record<string, unknown>)[key];
    if (typeof value === 'bigint') (row as Record<string, unknown>)[key] = Number(value);
  }
}
