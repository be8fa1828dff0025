import type { Database as Sqlite } from 'bun:sqlite';
import type { SQL, TransactionSQL } from 'bun';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { toOpeningError } from '../postgres/errors.ts';
import { applyMigrations, excludeMigrations, requireUsableServer } from '../postgres/migrate.ts';
import type { Runner } from '../postgres/session.ts';
import { openReader } from '../sqlite/connection.ts';
import { ONCE_CACHE_BYTES } from '../sqlite/copies.ts';
import { readPostgresRows } from './postgres-rows.ts';
import {
  differs,
  findSharedTables,
  listColumns,
  listReadColumns,
  quote,
  type Row,
  RowDigest,
  type SharedTable,
} from './tables.ts';

/** Characters of rows that are sent at once, about. */
const BATCH_LENGTH = 1024 * 1024;
const BATCH_ROWS = 1_000;

interface Options {
  clock: Clock;
  log: Logger;
}

/**
 * Copies a database of SQLite, which has the schema of this build and is not in use, to an empty database of PostgreSQL in
 * one transaction: if it is interrupted, the database is still empty, and the copy can be repeated. Each table is read
 * again and compared. Returns the number of rows by table. Throws `conflict`, with a message for the operator, if the
 * database cannot be used or is not empty.
 */
export async function copyToPostgres(
  file: string,
  url: string,
  options: Options,
): Promise<Record<string, number>> {
  return usePostgres(url, async (sql) => {
    const { sqlite } = openReader(file, ONCE_CACHE_BYTES);
    try {
      return await sql.begin(async (transaction) => {
        await excludeMigrations(transaction);
        await requireEmpty(transaction);
        return fill(transaction, sqlite, options);
      });
    } finally {
      sqlite.close();
    }
  });
}

/** Throws `conflict`, with a message for the operator, unless data can be copied to this database. */
export const requireEmptyPostgres = (url: string): Promise<void> => usePostgres(url, requireEmpty);

async function usePostgres<Result>(url: string, use: (sql: SQL) => Promise<Result>): Promise<Result> {
  const sql = new Bun.SQL(url, { max: 1, bigint: true, connectionTimeout: 10 });
  try {
    await requireUsableServer(sql);
    return await use(sql);
  } catch (error) {
    throw toOpeningError(error, url, 'the address');
  } finally {
    await sql.close();
  }
}

async function requireEmpty(sql: SQL | TransactionSQL): Promise<void> {
  const [found] = await sql`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() LIMIT 1`;
  if (found === undefined) return;
  throw new DomainError(
    'conflict',
    `The database is not empty: it has the table ${found.name}. Create an empty one. Nothing was changed.`,
  );
}

async function fill(
  client: Runner,
  sqlite: Sqlite,
  { clock, log }: Options,
): Promise<Record<string, number>> {
  await applyMigrations(client, clock);
  const tables = await findSharedTables(client, sqlite);
  const foreignKeys = await removeForeignKeys(client);
  const counts: Record<string, number> = {};
  for (const table of tables) {
    await client.unsafe(`ALTER TABLE ${quote(table.name)} DISABLE TRIGGER USER`).simple();
    counts[table.name] = await copyTable(sqlite, client, table);
    await client.unsafe(`ALTER TABLE ${quote(table.name)} ENABLE TRIGGER USER`).simple();
    log.debug({ table: table.name, rows: counts[table.name] }, 'copied a table');
  }
  await setNextIds(sqlite, client);
  // They are checked against all rows.
  for (const statement of foreignKeys) await client.unsafe(statement).simple();
  for (const { name } of tables) await client.unsafe(`ANALYZE ${quote(name)}`).simple();
  return counts;
}

/** Rows are copied in any order. Returns the statements that add the keys again. */
async function removeForeignKeys(client: Runner): Promise<string[]> {
  const keys: { table: string; name: string; definition: string }[] = await client.unsafe(`
    SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype = 'f' AND n.nspname = current_schema()`);
  for (const { table, name } of keys)
    await client.unsafe(`ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`).simple();
  return keys.map(
    ({ table, name, definition }) =>
      `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`,
  );
}

async function copyTable(sqlite: Sqlite, client: Runner, table: SharedTable): Promise<number> {
  const columns = listColumns(table);
  const types = [...table.columns].map(([name, type]) => `${quote(name)} ${type}`).join(', ');
  // One parameter for any number of rows, whose types the table says.
  const insertion = `INSERT INTO ${quote(table.name)} (${columns})
    SELECT ${columns} FROM json_to_recordset(CAST(CAST($1 AS text) AS json)) AS copied (${types})`;
  // What the migrations have put there is among the copied rows.
  await client.unsafe(`DELETE FROM ${quote(table.name)}`);
  const original = new RowDigest();
  for (const batch of readBatches(sqlite, table, original)) {
    await client.unsafe(insertion, [batch]).catch((error) => {
      throw explainRow(error, table);
    });
  }
  const copy = new RowDigest();
  for await (const rows of readPostgresRows(client, table)) for (const row of rows) copy.add(row);
  if (!original.equals(copy)) throw differs(table, original, copy);
  return original.rows;
}

/** The rows of a table as JSON lists of objects. */
function* readBatches(sqlite: Sqlite, table: SharedTable, digest: RowDigest): Generator<string> {
  const query = sqlite.query<Record<string, unknown>, []>(
    `SELECT ${listReadColumns(table)} FROM ${quote(table.name)}`,
  );
  let batch: string[] = [];
  let length = 0;
  for (const row of query.iterate()) {
    digest.add(Object.values(row) as Row);
    const text = JSON.stringify(row, (_name, value) => (value instanceof Uint8Array ? toHex(value) : value));
    batch.push(text);
    length += text.length;
    if (length < BATCH_LENGTH && batch.length < BATCH_ROWS) continue;
    yield `[${batch.join()}]`;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield `[${batch.join()}]`;
}

const toHex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

/** PostgreSQL stores no NUL characters, which SQLite does. */
function explainRow(error: Error & { errno?: string }, { name }: SharedTable): Error {
  if (error.errno !== '22P05' && error.errno !== '22021') return error;
  return new DomainError(
    'conflict',
    `A text in the table ${name} contains a NUL character, which PostgreSQL cannot store. Remove the character, and repeat the command. Nothing was changed.`,
    {},
    { cause: error },
  );
}

/** The sequences do not count the ids of copied rows, nor those that SQLite gave to rows deleted since. */
async function setNextIds(sqlite: Sqlite, client: Runner): Promise<void> {
  const columns: { table: string; name: string }[] = await client.unsafe(`
    SELECT table_name AS table, column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'`);
  const lastId = sqlite.query<{ seq: number }, [string]>('SELECT seq FROM sqlite_sequence WHERE name = ?');
  for (const { table, name } of columns) {
    const last = lastId.get(table)?.seq || null;
    await client.unsafe(`
      SELECT setval(pg_get_serial_sequence('${quote(table)}', '${name}'), greatest(max(${quote(name)}), ${last}))
      FROM ${quote(table)}`);
  }
}
