import { isPostgres, processCount } from './engine.ts';
import { type HasData, readRows } from './read-rows.ts';

/**
 * Tables that are left out: they are written a moment after the answer, when another request may be running, or derived
 * from other tables (leases, renderings, what pages show, counts of limits, the token usage of models, and the search indexes).
 */
const LEFT_OUT =
  /^(servers|server_locks|renderings|rate_limits|ai_usage|(tenant|project)_usage_days|tenant_usage|template_facts|media_search.*|search_.*|sqlite_.*)$/;

/** Tables that other processes write a second after their answers. */
const LEFT_OUT_OF_PROCESSES = /^(api_keys|server_keys|tool_calls)$/;

/** Columns of templates that other processes write a second after their answers. */
const LATE_COLUMNS = new Set(processCount > 0 ? ['score', 'scored_version', 'exported_at'] : []);

const isLeftOut = (name: string): boolean =>
  LEFT_OUT.test(name) || (processCount > 0 && LEFT_OUT_OF_PROCESSES.test(name));

const TABLES = isPostgres
  ? 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1'
  : "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";

/**
 * A value that changes when another connection commits. On PostgreSQL it changes with commits to all databases of the
 * server.
 */
const VERSION = isPostgres ? 'SELECT pg_current_snapshot()::text AS data_version' : 'PRAGMA data_version';

/** The last dump. It is valid as long as the version is the same. */
let last: { db: unknown; version: number | string; text: string } | undefined;

/** All rows of the database as one text. Two equal dumps mean that nothing has changed. */
export async function dumpDatabase(app: HasData): Promise<string> {
  const { db } = app.deps;
  if (db === undefined) return readTables(app);
  const [row] = await readRows<{ data_version: number | string }>(app, VERSION);
  if (row === undefined) throw new Error('the database does not tell its version');
  const version = row.data_version;
  if (last?.db !== db || last.version !== version) last = { db, version, text: await readTables(app) };
  return last.text;
}

/** What differs from an earlier dump: the first rows that were added or removed. */
export async function findChanges(app: HasData, before: string): Promise<string[]> {
  const after = await dumpDatabase(app);
  if (after === before) return [];
  const [removed, added] = [listRows(before), listRows(after)];
  return [...removed.symmetricDifference(added)].slice(0, 4).map((row) => row.slice(0, 400));
}

/** Each row with its table before it. */
const listRows = (dump: string): Set<string> =>
  new Set(
    dump.split('\n# ').flatMap((table) => {
      const [name, ...rows] = table.split('\n');
      return rows.map((row) => `${name}: ${row}`);
    }),
  );

async function readTables(app: HasData): Promise<string> {
  const tables = (await readRows<{ name: string }>(app, TABLES)).filter(({ name }) => !isLeftOut(name));
  const texts = tables.map(async ({ name }) => {
    const order = isPostgres ? `"${name}"` : 'rowid';
    const rows = await readRows<object>(app, `SELECT * FROM "${name}" ORDER BY ${order}`);
    const lines = rows.map((row) => JSON.stringify(row, toText));
    return `# ${name}\n${lines.join('\n')}`;
  });
  return (await Promise.all(texts)).join('\n');
}

function toText(column: string, value: unknown): unknown {
  if (LATE_COLUMNS.has(column)) return undefined;
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

/** How many rows a table has. */
export async function countRows(app: HasData, table: string): Promise<number> {
  const [row] = await readRows<{ rows: number }>(app, `SELECT count(*) AS rows FROM "${table}"`);
  return row?.rows ?? -1;
}
