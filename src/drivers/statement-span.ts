import type { SpanOptions } from '../platform/ports/tracing.ts';

/** Of the text of a statement. It has no values, because all are parameters. */
const MAX_TEXT_CHARACTERS = 2_000;

/** Names of the tables that a statement reads or writes. */
export function findTables(sql: string): string[] {
  const named = sql.matchAll(/\b(?:from|join|into|update)\s+["`]?(\w+)/gi);
  return [...new Set([...named].map(([, table]) => table as string))];
}

/** The span of a query: its verb with the first tables, and its text. */
export function toStatementSpan(
  sql: string,
  system: 'sqlite' | 'postgresql',
): { name: string; options: SpanOptions } {
  const verb = (/^\s*(\w+)/.exec(sql)?.[1] ?? 'query').toUpperCase();
  const tables = findTables(sql).slice(0, 3);
  return {
    name: [verb, ...tables].join(' '),
    options: {
      kind: 'client',
      attributes: {
        'db.system.name': system,
        'db.operation.name': verb,
        'db.query.text': sql.slice(0, MAX_TEXT_CHARACTERS),
      },
    },
  };
}
