export type Row = Readonly<Record<string, unknown>>;

/** Nested fields become columns of their own: `actor.name`. */
export function toCsv(rows: readonly Row[]): string {
  const flat = rows.map((row) => flatten(row));
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const lines = [columns, ...flat.map((row) => columns.map((column) => row.get(column) ?? ''))];
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

export const toNdjson = (rows: readonly Row[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function flatten(row: Row, prefix = ''): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'object' && value !== null)
      for (const [column, cell] of flatten(value as Row, `${prefix}${name}.`)) cells.set(column, cell);
    else cells.set(prefix + name, value === null || value === undefined ? '' : String(value));
  }
  return cells;
}

/** A text that begins like a formula gets an apostrophe, because spreadsheets would run it. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
