import type { Database as Sqlite } from 'bun:sqlite';
import type { SQL } from 'bun';

/** A table that both engines have. */
export interface SharedTable {
  name: string;
  /** Types of PostgreSQL by the names of the columns, sorted. */
  columns: ReadonlyMap<string, string>;
}

/** Values of a row in the order of the columns. */
export type Row = unknown[];

/**
 * What each engine makes for itself: the list of its migrations, the servers that run on it, and the full-text indexes with what they were made of. The
 * entries of the search are marked as pending instead, so the server builds its index after the first start.
 */
const OWN = new Set([
  ...['schema_migrations', 'servers', 'server_locks'],
  ...['search_texts', 'template_facts', 'search_index', 'media_search'],
]);

/** A copy marks these rows as pending, whatever they were. */
const PENDING = { table: 'search_entries', column: 'is_pending' } as const;

/** The tables whose rows are copied, in the order of their names. Throws if the engines have different columns. */
export async function findSharedTables(sql: Pick<SQL, 'unsafe'>, sqlite: Sqlite): Promise<SharedTable[]> {
  const rows: { table: string; name: string; type: string }[] = await sql.unsafe(`
    SELECT c.table_name AS table, c.column_name AS name, c.data_type AS type
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.column_name`);
  const tables = Map.groupBy(
    rows.filter(({ table }) => !OWN.has(table)),
    ({ table }) => table,
  );
  return [...tables].map(([name, columns]) => {
    const own = readColumns(sqlite, name);
    if (columns.map((column) => column.name).join() !== own.join())
      throw new Error(`the table ${name} has other columns on PostgreSQL than on SQLite`);
    return { name, columns: new Map(columns.map((column) => [column.name, column.type])) };
  });
}

function readColumns(sqlite: Sqlite, table: string): string[] {
  return sqlite
    .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?) ORDER BY name')
    .all(table)
    .map(({ name }) => name);
}

export const quote = (name: string): string => `"${name}"`;

export const listColumns = ({ columns }: SharedTable): string => [...columns.keys()].map(quote).join(', ');

/** The columns as they are read: entries of the search are pending in every copy. */
export function listReadColumns({ name, columns }: SharedTable): string {
  const isPending = (column: string) => name === PENDING.table && column === PENDING.column;
  return [...columns.keys()]
    .map((column) => (isPending(column) ? `1 AS ${quote(column)}` : quote(column)))
    .join(', ');
}

/** Number and hash of rows, which do not depend on their order: what is read from one engine must be in the other. */
export class RowDigest {
  rows = 0;
  #sum = 0n;

  add(row: Row): void {
    const hash = new Bun.CryptoHasher('sha256');
    for (const value of row) addValue(hash, value);
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash.digest('hex')}`));
    this.rows += 1;
  }

  equals(other: RowDigest): boolean {
    return this.rows === other.rows && this.#sum === other.#sum;
  }
}

/** Each with its type and length, so that no two rows are written the same. */
function addValue(hash: Bun.CryptoHasher, value: unknown): void {
  if (value === null || value === undefined) {
    hash.update('n');
    return;
  }
  const isBytes = value instanceof Uint8Array;
  const bytes = isBytes ? value : Buffer.from(typeof value === 'string' ? value : String(Number(value)));
  hash.update(`${isBytes ? 'b' : typeof value === 'string' ? 't' : '#'}${bytes.length}:`);
  hash.update(bytes);
}

/** A table whose copy differs from its original. */
export function differs({ name }: SharedTable, original: RowDigest, copy: RowDigest): Error {
  return new Error(
    `the table ${name} was not copied completely: it has ${original.rows} rows, and the copy ${copy.rows}${original.rows === copy.rows ? ' with other values' : ''}`,
  );
}
