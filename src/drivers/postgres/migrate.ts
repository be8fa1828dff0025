import type { SQL } from 'bun';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { randomBytes } from '../../platform/security/crypto.ts';
import { type Migration, migrationFailed } from '../migration.ts';
import { readMigrations } from '../migrations.macro.ts' with { type: 'macro' };
import { lockNumber } from './lock-number.ts';
import type { Runner } from './session.ts';

/** The embedded migrations, oldest first. */
const MIGRATIONS: readonly Migration[] = readMigrations('migrations/postgres');

const OLDEST_VERSION = 14;

const OF_ANOTHER =
  'The database has tables of another product. Create an empty one for Galley, and name it in GALLEY_DATABASE_URL.';

const refuse = (reason: string) => new DomainError('conflict', reason);

/** Settings of databases and users that must have the value of PostgreSQL's own. */
const RELIED_ON = {
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
  standard_conforming_strings: 'on',
} as const;

/** Throws `conflict` unless the server is recent, and the database stores UTF-8 and has no unusual settings. */
export async function requireUsableServer(sql: SQL): Promise<void> {
  const settings = Object.keys(RELIED_ON).map((name) => `current_setting('${name}') AS ${name}`);
  const [row] = await sql.unsafe(`
    SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding,
      ${settings.join(', ')}`);
  if (row.version < OLDEST_VERSION)
    throw refuse(
      `The database server is PostgreSQL ${row.version}; Galley needs ${OLDEST_VERSION} or newer. Upgrade it, or name another server in GALLEY_DATABASE_URL.`,
    );
  if (row.encoding !== 'UTF8')
    throw refuse(
      `The database stores texts as ${row.encoding}. Create one with: createdb --encoding=UTF8 --template=template0 NAME.`,
    );
  for (const [name, value] of Object.entries(RELIED_ON))
    if (row[name] !== value)
      throw refuse(
        `The database has ${name} = ${row[name]}. Set it with: ALTER DATABASE NAME SET ${name} = '${value}'; and with ALTER ROLE if the user has another value.`,
      );
}

const MIGRATING = lockNumber('migrations');

/** While an ALTER TABLE waits for a long reader, such as a backup, all later statements wait behind it. */
const LOCK_MS = 1_000;

/** Pause between two attempts, in which servers of the former version can work. */
const PAUSE_MS = 2_000;

/** Covers more time than any reader takes, including a copy of a large database. */
const TRIES = 1_200;

/** SQLSTATEs of a migration that does not fit the data or tables; not that of a missing right. */
const NO_FIT = /^(22|23|42(?!501)|P0)/;

/** The SQLSTATE after a lock timeout. */
const NO_LOCK = '55P03';

/**
 * Applies the migrations that are missing, all or none; of several servers that start, one after the other, while those
 * of the former version go on. Throws `conflict` for a database of a newer Galley or another product.
 */
export async function migrate(
  url: string,
  clock: Clock,
  log: Pick<Logger, 'info'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const sql = new Bun.SQL(url, { max: 1 });
  const attempt = async (): Promise<string[]> =>
    sql.begin(async (transaction) => {
      await transaction.unsafe(`SELECT pg_advisory_xact_lock(${MIGRATING})`);
      await transaction.unsafe(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      return applyMigrations(transaction, clock, migrations);
    });
  try {
    for (let number = 1; ; number += 1) {
      try {
        const tags = await attempt();
        if (tags.length > 0) log.info({ migrations: tags }, 'migrated the database');
        return;
      } catch (error) {
        if (number === TRIES || (error as { errno?: unknown }).errno !== NO_LOCK) throw error;
        if (number === 1)
          log.info(
            {},
            'the migration waits for others that use its tables, such as a backup; it is tried again',
          );
        await Bun.sleep(PAUSE_MS);
      }
    }
  } finally {
    await sql.close();
  }
}

/** Lets no server migrate the database until the end of a transaction. Throws `conflict` if one does. */
export async function excludeMigrations(transaction: Runner): Promise<void> {
  const [row] = await transaction.unsafe(`SELECT pg_try_advisory_xact_lock(${MIGRATING}) AS held`);
  if (!row.held) throw refuse('Another Galley is starting on this database. Stop it first.');
}

/** Applies the missing migrations within a transaction, whose statements may take long from now on. Returns their tags. */
export async function applyMigrations(
  transaction: Runner,
  clock: Clock,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  // The user may have a limit, as docs/scaling.md recommends for poolers.
  await transaction.unsafe('SET LOCAL statement_timeout = 0');
  const pending = await findPending(transaction, migrations);
  for (const { tag, sql: text } of pending) {
    await transaction
      .unsafe(text)
      .simple()
      .catch((error: { errno?: unknown }) => {
        throw NO_FIT.test(String(error.errno)) ? migrationFailed(tag, error) : error;
      });
    const row = [tag, clock.now()];
    await transaction.unsafe('INSERT INTO schema_migrations (tag, applied_at) VALUES ($1, $2)', row);
  }
  return pending.map(({ tag }) => tag);
}

/** Whether there can be leases of servers. Throws `conflict` for a database of a newer Galley or of another product. */
export async function hasLeases(sql: Runner): Promise<boolean> {
  await findPending(sql);
  const [row] = await sql.unsafe(`SELECT to_regclass('servers') IS NOT NULL AS "isThere"`);
  return row.isThere;
}

/** Throws `conflict` unless the address that passes the pooler leads to the database behind it. */
export async function requireSameDatabase(pooled: Runner, directUrl: string): Promise<void> {
  // A session setting, which poolers refuse.
  const connection = { idle_session_timeout: '0' };
  const sql = new Bun.SQL(directUrl, { max: 1, connectionTimeout: 10, connection });
  const number = lockNumber(`comparison ${Buffer.from(randomBytes(16)).toString('hex')}`);
  try {
    const isSame = await sql.begin(async (transaction) => {
      await transaction.unsafe(`SELECT pg_advisory_xact_lock(${number})`);
      const [row] = await pooled.unsafe(`
        SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND ((classid::bigint << 32) | objid::bigint) = ${number}
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS "isSame"`);
      return row.isSame;
    });
    if (isSame) return;
  } finally {
    await sql.close();
  }
  throw refuse(
    'GALLEY_DATABASE_DIRECT_URL leads to another database than GALLEY_DATABASE_URL. Name the database behind the pooler there.',
  );
}

/** Throws `conflict` unless the schema is exactly that of this build. */
export async function requireKnownSchema(sql: Runner): Promise<void> {
  if ((await findPending(sql)).length > 0)
    throw refuse(
      'The database was written by an older Galley. Start this version on it once, so that it is migrated.',
    );
}

/** Throws `conflict` unless the user may read and change all tables that Galley has created. */
export async function requireRights(sql: SQL): Promise<void> {
  const rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map(
    (right) => `has_table_privilege(c.oid, '${right}')`,
  );
  const [row] = await sql.unsafe(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind = 'r' AND to_regclass('schema_migrations') IS NOT NULL AND NOT (${rights.join(' AND ')}) LIMIT 1`);
  if (row === undefined) return;
  throw refuse(
    `The user of the database may not read and change its table "${row.name}". Make the user the owner of the tables, or let their owner run: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO USER.`,
  );
}

/** The missing migrations. Throws `conflict` for a database of a newer Galley or of another product. */
export async function findPending(sql: Runner, migrations: readonly Migration[] = MIGRATIONS) {
  const applied = await readAppliedTags(sql);
  const known = new Set(migrations.map(({ tag }) => tag));
  const unknown = [...applied].find((tag) => !known.has(tag));
  if (unknown !== undefined)
    throw refuse(
      `The database was written by a newer Galley (its schema has "${unknown}", which this build does not know). Run that version or a newer one.`,
    );
  return migrations.filter(({ tag }) => !applied.has(tag));
}

async function readAppliedTags(sql: Runner): Promise<Set<string>> {
  const rows: { name: string }[] = await sql.unsafe(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()',
  );
  const tables = new Set(rows.map(({ name }) => name));
  if (!tables.has('schema_migrations')) {
    if (tables.size === 0) return new Set();
    throw refuse(OF_ANOTHER);
  }
  const columns: { name: string }[] = await sql.unsafe(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'schema_migrations'`,
  );
  // Other products, such as Rails, have a table of this name too.
  if (!columns.some(({ name }) => name === 'tag')) throw refuse(OF_ANOTHER);
  const applied: { tag: string }[] = await sql.unsafe('SELECT tag FROM schema_migrations');
  return new Set(applied.map(({ tag }) => tag));
}
