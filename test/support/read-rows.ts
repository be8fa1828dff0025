import { Database } from 'bun:sqlite';
import { join } from 'node:path';

/** Rows in the database of an application, read at once on a connection of its own. */
export function readRows<Row>(app: { deps: { dataDir: string } }, statement: string): Row[] {
  const database = new Database(join(app.deps.dataDir, 'galley.db'), { readonly: true });
  try {
    return database.query<Row, []>(statement).all();
  } finally {
    database.close();
  }
}
