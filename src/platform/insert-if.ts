import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Connection } from './ports/database.ts';

/**
 * Inserts a row if `condition` holds, in one statement, so that a limit also holds when several servers insert at once.
 * Returns whether it was inserted. `row` must have a value for every column.
 */
export async function insertIf<Table extends SQLiteTable>(
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
