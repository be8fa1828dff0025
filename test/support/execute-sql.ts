import { Database as SqliteFile } from 'bun:sqlite';
import { join } from 'node:path';
import { SQL } from 'bun';
import { isPostgres } from './engine.ts';
import type { HasData } from './read-rows.ts';
import { addressOfTestDatabase } from './test-database.ts';

/** Runs statements on the database of an application, on a separate connection. Foreign keys are checked. */
export async function executeSql({ deps: { dataDir } }: HasData, ...statements: string[]): Promise<void> {
  const url = addressOfTestDatabase(dataDir);
  if (url === undefined) {
    using file = new SqliteFile(join(dataDir, 'galley.db'));
    for (const statement of ['PRAGMA foreign_keys = ON', 'PRAGMA busy_timeout = 5000', ...statements])
      file.run(statement);
    return;
  }
  await using sql = new SQL(url, { max: 1 });
  for (const statement of statements) await sql.unsafe(statement);
}

/** Refuses new rows of a table. Returns a function that ends this. */
export async function refuseInserts(app: HasData, table: string): Promise<() => Promise<void>> {
  const refuse = isPostgres
    ? [
        "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'refused'; END$$",
        `CREATE TRIGGER refuse BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`,
      ]
    : [`CREATE TRIGGER refuse BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`];
  await executeSql(app, ...refuse);
  return () => executeSql(app, `DROP TRIGGER refuse${isPostgres ? ` ON ${table}` : ''}`);
}
