import type { Runner } from '../postgres/session.ts';
import { listReadColumns, quote, type Row, type SharedTable } from './tables.ts';

/** Rows that are read at once. */
const ROWS_AT_ONCE = 200;

/** The rows of a table, within the transaction of a connection. */
export async function* readPostgresRows(client: Runner, table: SharedTable): AsyncGenerator<Row[]> {
  const statement = `DECLARE copied NO SCROLL CURSOR FOR SELECT ${listReadColumns(table)} FROM ${quote(table.name)}`;
  await client.unsafe(statement);
  for (;;) {
    const rows: Row[] = await client.unsafe(`FETCH ${ROWS_AT_ONCE} FROM copied`).values();
    if (rows.length === 0) break;
    for (const row of rows) toPlainValues(row);
    yield rows;
  }
  await client.unsafe('CLOSE copied');
}

/** The driver answers with a BigInt for what the engine calls bigint. None of ours exceeds 2^53. */
function toPlainValues(row: Row): void {
  for (const [index, value] of row.entries()) if (typeof value === 'bigint') row[index] = Number(value);
}
