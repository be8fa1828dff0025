import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { readMigrations } from '../../src/drivers/migrations.macro.ts';
import { openPostgres } from '../../src/drivers/postgres/index.ts';
import { databaseFile, openDatabase } from '../../src/drivers/sqlite/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/logging/log.ts';

/** A database of its own for an application of a test; the address is empty on the embedded engine. */
interface TestDatabase {
  url: string;
  /** A connection of the tests, see `untilIdle`. */
  beside?: SQL;
  /** Addresses of servers in other processes that use it. */
  servers: readonly string[];
  drop(): Promise<void>;
}

const EMBEDDED: TestDatabase = { url: '', servers: [], drop: async () => {} };

const quiet = createLogger({ level: 'error', format: 'json', write: () => {} });

/** The bytes of a migrated embedded database without data. */
let migrated: Promise<Buffer> | undefined;

/**
 * Writes a migrated embedded database into an empty data directory, because migrating takes longer than all other work
 * at the start.
 */
export async function writeMigratedDatabase(dataDir: string): Promise<void> {
  migrated ??= migrateDatabase();
  writeFileSync(databaseFile(dataDir), await migrated, { mode: 0o600 });
}

async function migrateDatabase(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-migrated-'));
  try {
    await openDatabase(folder, { clock: systemClock, log: quiet, allowEphemeral: true }).close();
    return readFileSync(databaseFile(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Address of a server on which tests may create databases. */
const serverUrl = (): string => process.env.GALLEY_TEST_DATABASE_URL ?? '';

/**
 * The databases by the data directory of their application, so that an application that is started again finds its own.
 */
const known = new Map<string, TestDatabase>();

/** The given database, or, where `GALLEY_TEST_ENGINE=postgres` is set, a new database, copied from one that is migrated already. */
export async function openTestDatabase(dataDir: string, given = ''): Promise<TestDatabase> {
  if (given !== '') return { servers: [], url: given, drop: async () => {} };
  if (process.env.GALLEY_TEST_ENGINE !== 'postgres') return EMBEDDED;
  const database = known.get(dataDir) ?? (await createDatabase());
  known.set(dataDir, database);
  return database;
}

/** The address of the database of this data directory; undefined on the embedded engine. */
export const addressOfTestDatabase = (dataDir: string): string | undefined => known.get(dataDir)?.url;

/** Notes that servers in other processes use the database of this data directory, see `untilIdle`. */
export function recordServers(dataDir: string, servers: readonly string[]): void {
  const database = known.get(dataDir);
  if (database !== undefined) database.servers = servers;
}

/**
 * Resolves when the application with this data directory has no running statement and no open transaction. On the
 * embedded engine statements end in the turn that sends them.
 */
export async function untilIdle(dataDir: string): Promise<void> {
  const database = known.get(dataDir);
  if (database === undefined) return;
  database.beside ??= new SQL(database.url, { max: 1 });
  // A statement may begin and end between two checks, so the time of the last change counts too.
  let last: string | undefined;
  for (let quiet = 0; quiet < 3; ) {
    const [{ busy, changed }] = await database.beside`
      SELECT count(*) FILTER (WHERE state <> 'idle')::int AS busy, max(state_change)::text AS changed
      FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    quiet = busy === 0 && changed === last ? quiet + 1 : 0;
    last = changed;
    await Bun.sleep(1);
    // A busy machine may have held up a server between two statements of a job.
    await Promise.all(database.servers.map((url) => fetch(`${url}/health/live`)));
  }
}

async function createDatabase(): Promise<TestDatabase> {
  const server = new SQL(serverUrl(), { max: 1 });
  const name = `galley_test_${crypto.randomUUID().replaceAll('-', '')}`;
  try {
    await server.unsafe(
      `CREATE DATABASE ${name} TEMPLATE ${await requireTemplate(server)} STRATEGY FILE_COPY`,
    );
  } finally {
    await server.close();
  }
  const database: TestDatabase = {
    url: addressOf(name),
    servers: [],
    async drop() {
      await database.beside?.close();
      const again = new SQL(serverUrl(), { max: 1 });
      await again.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await again.close();
    },
  };
  return database;
}

/** The migrated database, made by the first test process that needs it; others wait. */
async function requireTemplate(server: SQL): Promise<string> {
  const migrations = JSON.stringify(readMigrations('migrations/postgres'));
  const name = `galley_template_${new Bun.CryptoHasher('sha256').update(migrations).digest('hex').slice(0, 12)}`;
  await server`SELECT pg_advisory_lock(4100)`;
  try {
    const [found] = await server`SELECT 1 FROM pg_database WHERE datname = ${name}`;
    if (found === undefined) {
      await server.unsafe(`DROP DATABASE IF EXISTS ${name}_new`);
      await server.unsafe(`CREATE DATABASE ${name}_new`);
      await (
        await openPostgres(addressOf(`${name}_new`), { clock: systemClock, log: quiet, poolSize: 1 })
      ).close();
      await server.unsafe(`ALTER DATABASE ${name}_new RENAME TO ${name}`);
    }
  } finally {
    await server`SELECT pg_advisory_unlock(4100)`;
  }
  return name;
}

function addressOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}
