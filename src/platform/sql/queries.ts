import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../ports/database.ts';

/**
 * Prepares a query once per connection. `build` gets a connection and returns drizzle's prepared query; the result is a
 * function from a connection to that prepared query.
 */
export function prepareOnce<Prepared>(
  build: (connection: Connection) => Prepared,
): (connection: Connection) => Prepared {
  return (connection) => {
    const known = connection.preparedQueries.get(build) as Prepared | undefined;
    if (known !== undefined) return known;
    const prepared = build(connection);
    connection.preparedQueries.set(build, prepared);
    return prepared;
  };
}

/**
 * The values of a prepared insert: a placeholder with the column's name for each column of `table`, except the columns
 * in `omitted`, which the database fills in.
 */
export function placeholdersOf<Table extends SQLiteTable>(
  table: Table,
  omitted: readonly (keyof Table['$inferInsert'])[] = [],
): SQLiteInsertValue<Table> {
  const names = Object.keys(getTableColumns(table)).filter((name) => !omitted.includes(name as never));
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as never;
}

/**
 * Inserts a row if `condition` holds, in one statement, so that a limit also holds when several servers insert at once.
 * Returns whether it was inserted. `row` must have a value for every column.
 */
export async function conditionalInsert<Table extends SQLiteTable>(
  db: Connection,
  table: Table,
  row: Table['$inferSelect'],
  condition: SQL,
): Promise<boolean> {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) =>
    sql.param((row as Record<string, unknown>)[name], column),
  );
  const inserted = await db
    .insert(table)
    .select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`)
    .returning({ inserted: sql<number>`1` });
  return inserted.length > 0;
}

/** Whether a column with values such as `comment.created` is `name`, or begins with `name` and a dot. */
export function matchesDottedName(column: Column, name: string): SQL {
  return sql`(${column} = ${name} OR substr(${column}, 1, length(${name}) + 1) = ${name} || '.')`;
}
