import type { Database } from 'bun:sqlite';

const METHODS = ['all', 'get', 'run', 'values'] as const;

/** The methods of a statement, whatever its rows are. */
type Statement = Record<(typeof METHODS)[number], (...values: unknown[]) => unknown>;

/** Runs the preparation of a statement, and each use of it. */
export type Around = <Result>(run: () => Result) => Result;

/** Passes all statements that are prepared on the connection from now on through what `watch` returns for their SQL. */
export function watchStatements(
  sqlite: Database,
  watch: (sql: string) => { preparing: Around; running: Around },
): void {
  for (const name of ['prepare', 'query'] as const) {
    const prepare = sqlite[name].bind(sqlite) as (sql: string, ...rest: unknown[]) => Statement;
    const watched = new WeakSet<Statement>();
    const prepareWatched = (sql: string, ...rest: unknown[]) => {
      const { preparing, running } = watch(sql);
      const statement = preparing(() => prepare(sql, ...rest));
      // `query` gives the same statement again.
      if (!watched.has(statement)) wrapMethods(statement, running);
      watched.add(statement);
      return statement;
    };
    Object.assign(sqlite, { [name]: prepareWatched });
  }
}

function wrapMethods(statement: Statement, running: Around): void {
  for (const name of METHODS) {
    const run = statement[name];
    statement[name] = (...values) => running(() => run.apply(statement, values));
  }
}
