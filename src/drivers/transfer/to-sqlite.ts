import { type SQLQueryBindings, Database as Sqlite } from 'bun:sqlite';
import { closeSync, openSync } from 'node:fs';
import { systemClock } from '../../platform/clock.ts';
import { requireKnownSchema } from '../postgres/migrate.ts';
import type { Runner } from '../postgres/session.ts';
import { countAllRows, requireSound, syncPath } from '../sqlite/backup.ts';
import { applyMigrations, MIGRATIONS } from '../sqlite/migrate.ts';
import { readPostgresRows } from './postgres-rows.ts';
import { differs, findSharedTables, listColumns, quote, RowDigest, type SharedTable } from './tables.ts';

/**
 * Writes what a database of PostgreSQL holds at one moment to a new database of SQLite, durably, while others write.
 * Returns the number of rows by table. `file` must not exist.
 */
export async function copyToSqlite(url: string, file: string): Promise<Record<string, number>> {
  const sql = new Bun.SQL(url, { max: 1, bigint: true });
  closeSync(openSync(file, 'wx', 0o600));
  const sqlite = new Sqlite(file, { readwrite: true });
  try {
    await sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (transaction) => {
      await requireKnownSchema(transaction);
      await fill(sqlite, transaction);
    });
    requireSound(sqlite, file);
    return countAllRows(sqlite);
  } finally {
    sqlite.close();
    await sql.close();
    syncPath(file);
  }
}

async function fill(sqlite: Sqlite, client: Runner): Promise<void> {
  // The file is of no use before it is complete.
  sqlite.run('PRAGMA journal_mode = OFF');
  sqlite.run('PRAGMA synchronous = OFF');
  sqlite.run('PRAGMA foreign_keys = OFF');
  applyMigrations(sqlite, systemClock, MIGRATIONS);
  const tables = await findSharedTables(client, sqlite);
  const triggers = removeTriggers(sqlite);
  for (const table of tables) await copyTable(sqlite, client, table);
  sqlite.run(
    `INSERT INTO media_search (rowid, text) SELECT id, filename_folded || char(10) || alt_folded FROM media_texts`,
  );
  await setLastIds(sqlite, client);
  for (const trigger of triggers) sqlite.run(trigger);
  const [broken] = sqlite.query<{ table: string }, []>('PRAGMA foreign_key_check').all();
  if (broken !== null && broken !== undefined)
    throw new Error(`the table ${broken.table} refers to rows that are missing`);
}

/** The ids of deleted rows are not given again. */
async function setLastIds(sqlite: Sqlite, client: Runner): Promise<void> {
  const tables = sqlite
    .query<{ name: string; last: number }, []>(
      `SELECT name, coalesce((SELECT seq FROM sqlite_sequence WHERE name = made.name), 0) AS last
       FROM sqlite_master AS made WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'`,
    )
    .all();
  sqlite.run('DELETE FROM sqlite_sequence');
  const insertion = sqlite.query('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
  for (const { name, last } of tables) {
    const [row] = await client.unsafe(
      `SELECT pg_sequence_last_value(pg_get_serial_sequence('${quote(name)}', 'id')) AS last`,
    );
    insertion.run(name, Math.max(last, Number(row.last ?? 0)));
  }
}

/** They would change what is copied. Returns the statements that make them again. */
function removeTriggers(sqlite: Sqlite): string[] {
  const triggers = sqlite
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) sqlite.run(`DROP TRIGGER ${quote(name)}`);
  return triggers.map((trigger) => trigger.sql);
}

async function copyTable(sqlite: Sqlite, client: Runner, table: SharedTable): Promise<void> {
  const marks = [...table.columns].map(() => '?').join(', ');
  const target = quote(table.name);
  // What the migrations have put there is among the copied rows.
  sqlite.run(`DELETE FROM ${target}`);
  const insertion = sqlite.query(`INSERT INTO ${target} (${listColumns(table)}) VALUES (${marks})`);
  const original = new RowDigest();
  for await (const rows of readPostgresRows(client, table)) {
    sqlite.run('BEGIN');
    for (const row of rows) {
      original.add(row);
      insertion.run(...(row as SQLQueryBindings[]));
    }
    sqlite.run('COMMIT');
  }
  const copy = new RowDigest();
  const reading = sqlite.query<Record<string, unknown>, []>(`SELECT ${listColumns(table)} FROM ${target}`);
  for (const row of reading.iterate()) copy.add(Object.values(row));
  if (!original.equals(copy)) throw differs(table, original, copy);
}
