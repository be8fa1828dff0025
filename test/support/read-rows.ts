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
