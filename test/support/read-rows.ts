import { Database as SqliteFile } from 'bun:sqlite';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/platform/ports/database.ts';

/** An application, or only its data directory if it does not run in this process. */
export interface HasData {
  deps: { dataDir: string; db?: Database };
}

/** Rows in the database of an application. */
export async function readRows<Row>({ deps: { dataDir, db } }: HasData, statement: string): Promise<Row[]> {
  if (db !== undefined) return db.reader.all<Row>(sql.raw(statement));
  const file = new SqliteFile(join(dataDir, 'galley.db'), { readonly: true });
  try {
    return file.query<Row, []>(statement).all();
  } finally {
    file.close();
  }
}

const COLUMNS =
  process.env.GALLEY_TEST_ENGINE === 'postgres'
    ? `SELECT table_name AS "table", column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name <> 'search_index'`
    : `SELECT m.name AS "table", c.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) c
        WHERE m.type = 'table' AND m.sql NOT LIKE '%fts5%'`;

/** The names of columns by table, without full-text indexes. */
export async function readColumns(app: HasData): Promise<Map<string, string[]>> {
  const rows = await readRows<{ table: string; name: string }>(app, COLUMNS);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return new Map([...tables].map(([table, columns]) => [table, columns.map(({ name }) => name)]));
}
