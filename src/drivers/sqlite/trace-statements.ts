import type { Database } from 'bun:sqlite';
import type { SpanOptions, Tracing } from '../../platform/ports/tracing.ts';
import { type Around, findTables, watchStatements } from './watch-statements.ts';

/** Of the text of a statement. It has no values, because all are parameters. */
const MAX_TEXT_CHARACTERS = 2_000;

/** They are parts of a transaction, which has a span of its own. */
const OF_TRANSACTIONS = /^\s*(begin|commit|savepoint|release|rollback)\b/i;

const asIs: Around = (run) => run();

/** Makes a span for each query that is part of a trace. */
export function traceStatements(sqlite: Database, tracing: Tracing): void {
  watchStatements(sqlite, (sql) => {
    if (OF_TRANSACTIONS.test(sql)) return { preparing: asIs, running: asIs };
    const verb = (/^\s*(\w+)/.exec(sql)?.[1] ?? 'query').toUpperCase();
    const tables = findTables(sql).slice(0, 3);
    const options: SpanOptions = {
      kind: 'client',
      attributes: {
        'db.system.name': 'sqlite',
        'db.operation.name': verb,
        'db.query.text': sql.slice(0, MAX_TEXT_CHARACTERS),
      },
    };
    const name = [verb, ...tables].join(' ');
    return { preparing: asIs, running: (run) => tracing.trace(name, options, run) };
  });
}
