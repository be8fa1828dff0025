import { type SQLQueryBindings, Database as Sqlite } from 'bun:sqlite';
import { closeSync, openSync } from 'node:fs';
import type { ReservedSQL } from 'bun';
import { systemClock } from '../../platform/clock.ts';
import { requireKnownSchema } from '../postgres/migrate.ts';
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
    const client = await sql.reserve();
    await client.unsafe('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY').simple();
    await requireKnownSchema(client);
    await fill(sqlite, client);
    await client.unsafe('COMMIT').simple();
    client.release();
    requireSound(sqlite, file);
    return countAllRows(sqlite);
  } finally {
    sqlite.close();
    await sql.close();
    syncPath(file);
  }
}

async function fill(sqlite: Sqlite, client: ReservedSQL): Promise<void> {
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
  for (const trigger of triggers) sqlite.run(trigger);
  const [broken] = sqlite.query<{ table: string }, []>('PRAGMA foreign_key_check').all();
  if (broken !== null && broken !== undefined)
    throw new Error(`the table ${broken.table} refers to rows that are missing`);
}

/** They would change what is copied. Returns the statements that make them again. */
function removeTriggers(sqlite: Sqlite): string[] {
  const triggers = sqlite
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) sqlite.run(`DROP TRIGGER ${quote(name)}`);
  return triggers.map((trigger) => trigger.sql);
}

async function copyTable(sqlite: Sqlite, client: ReservedSQL, table: SharedTable): Promise<void> {
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
