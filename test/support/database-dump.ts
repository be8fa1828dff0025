import { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from './read-rows.ts';
import type { TestApp } from './test-app.ts';

type DataDirectory = Pick<TestApp['deps'], 'dataDir'>;

/** The last dump, with its connection: as long as no other connection commits, the next dump is the same. */
let last: { file: string; database: Database; version: unknown; text: string } | undefined;

/**
 * Everything the database holds, as one text: two equal dumps mean that nothing has changed. Renderings and the token usage
 * of models are left out: they are written a moment after the answer, when another request may be under way. So is the
 * search index of the library, whose texts are in a table of their own.
 */
export function dumpDatabase({ deps }: { deps: DataDirectory }): string {
  const path = join(deps.dataDir, 'galley.db');
  const file = `${path} ${statSync(path).ino}`;
  if (last?.file !== file) {
    last?.database.close();
    last = { file, database: new Database(path, { readonly: true }), version: undefined, text: '' };
  }
  const version = last.database
    .query<{ data_version: number }, []>('PRAGMA data_version')
    .get()?.data_version;
  if (last.version !== version) Object.assign(last, { version, text: readTables(last.database) });
  return last.text;
}

function readTables(database: Database): string {
  const tables = database
    .query<{ name: string }, []>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'media_search%' AND name NOT LIKE 'search_%' AND name <> 'template_facts' AND name NOT IN ('renderings', 'ai_usage', 'tenant_usage') ORDER BY name`,
    )
    .all();
  return tables
    .map(({ name }) => {
      const rows = database.query<object, []>(`SELECT * FROM "${name}" ORDER BY rowid`).all();
      const lines = rows.map((row) =>
        JSON.stringify(row, (_key, value) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
      );
      return `# ${name}\n${lines.join('\n')}`;
    })
    .join('\n');
}

/** How many rows a table has. */
export function countRows(app: { deps: DataDirectory }, table: string): number {
  const [row] = readRows<{ rows: number }>(app, `SELECT count(*) AS rows FROM "${table}"`);
  return row?.rows ?? -1;
}
