import type { Database } from 'bun:sqlite';
import type { Tracing } from '../../platform/ports/tracing.ts';
import { toStatementSpan } from '../statement-span.ts';
import { type Around, watchStatements } from './watch-statements.ts';

/** They are parts of a transaction, which has a span of its own. */
const OF_TRANSACTIONS = /^\s*(begin|commit|savepoint|release|rollback)\b/i;

const asIs: Around = (run) => run();

/** Makes a span for each query that is part of a trace. */
export function traceStatements(sqlite: Database, tracing: Tracing): void {
  watchStatements(sqlite, (sql) => {
    if (OF_TRANSACTIONS.test(sql)) return { preparing: asIs, running: asIs };
    const { name, options } = toStatementSpan(sql, 'sqlite');
    return { preparing: asIs, running: (run) => tracing.trace(name, options, run) };
  });
}
