import { readRows } from './read-rows.ts';
import type { TestApp } from './test-app.ts';

/**
 * Everything the database holds, as one text: two equal dumps mean that nothing has changed. Renderings and what models
 * have used are left out: they are written a moment after the answer, when another request may be under way. So is the index of
 * searches in the library, whose texts are in a table of their own.
 */
export function dumpDatabase(app: Pick<TestApp, 'deps'>): string {
  const tables = readRows<{ name: string }>(
    app,
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'media_search%' AND name NOT IN ('renderings', 'ai_usage') ORDER BY name`,
  );
  return tables
    .map(({ name }) => {
      const rows = readRows(app, `SELECT * FROM "${name}" ORDER BY rowid`);
      const lines = rows.map((row) =>
        JSON.stringify(row, (_key, value) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
      );
      return `# ${name}\n${lines.join('\n')}`;
    })
    .join('\n');
}

/** How many rows a table has. */
export function countRows(app: { deps: Pick<TestApp['deps'], 'dataDir'> }, table: string): number {
  const [row] = readRows<{ rows: number }>(app, `SELECT count(*) AS rows FROM "${table}"`);
  return row?.rows ?? -1;
}
