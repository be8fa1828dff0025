import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { openPostgres } from '../../src/drivers/postgres/index.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { createFakeClock } from '../support/test-app.ts';

const isInstalled = isAvailable('PostgreSQL');

/** It signs itself, for localhost and 127.0.0.1. */
const CERTIFICATE = resolve(import.meta.dir, '../fixtures/tls/first.crt');

const lines: string[] = [];
const log = createLogger({ level: 'debug', format: 'json', write: (line) => lines.push(line) });
let server: PostgresServer;
let admin: SQL;
let url = '';

beforeAll(async () => {
  if (!isInstalled) return;
  server = await startPostgres({ tls: { cert: CERTIFICATE, key: CERTIFICATE.replace('.crt', '.key') } });
  admin = new SQL(server.url, { max: 1 });
});
afterAll(async () => {
  await admin?.close();
  await server?.stop();
});

const addressOf = (name: string) => server.url.replace(/postgres$/, name);
async function createDatabase(options = ''): Promise<void> {
  url = addressOf('galley');
  await removeDatabase();
  await admin.unsafe(`CREATE DATABASE galley ${options}`);
}
async function removeDatabase(): Promise<void> {
  await admin.unsafe('DROP DATABASE IF EXISTS galley WITH (FORCE)');
}
const open = (address = url) => openPostgres(address, { clock: createFakeClock(), log, poolSize: 3 });
const messageOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (error: Error) => error.message,
  );

async function execute(address: string, statements: string): Promise<void> {
  const owner = new SQL(address, { max: 1 });
  await owner.unsafe(statements).simple();
  await owner.close();
}

describe.skipIf(!isInstalled)('a database that cannot be used', () => {
  beforeEach(() => createDatabase());
  afterEach(removeDatabase);

  test('says what is wrong with it', async () => {
    const at = (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      address.password = 'secret-word';
      return messageOf(open(address.href));
    };
    expect(await at((address) => (address.pathname = '/nothing'))).toMatch(
      /^The database 127\.0\.0\.1:\d+\/nothing cannot be used: it does not exist\. Create it with: createdb/,
    );
    expect(await at((address) => (address.port = '1'))).toContain(
      'cannot be used: no server of PostgreSQL answers there.',
    );
    expect(await at((address) => (address.username = 'stranger'))).toContain(
      'it refuses the user or the password',
    );
    expect(await at((address) => (address.search = '?pgbouncer=true'))).toContain(
      'configuration parameter "pgbouncer"). Remove it from the end of GALLEY_DATABASE_URL.',
    );
    await admin.unsafe('DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN').simple();
    await execute(url, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    expect(await at((address) => (address.username = 'guest'))).toContain(
      'the user has no right to create tables',
    );
    expect(lines.join('')).not.toContain('secret-word');
  });

  test.each(['SELECT ON ALL TABLES IN SCHEMA public', 'CREATE ON SCHEMA public'])(
    'of another user is refused if there is only the right %s',
    async (right) => {
      await createDatabase();
      await (await open()).close();
      await execute(server.url, 'DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN');
      await execute(url, `GRANT ${right} TO guest`);
      expect(await messageOf(open(url.replace('galley@', 'guest@')))).toMatch(
        /^The user of the database may not read and change its table "\w+"\. Make the user the owner/,
      );
      await removeDatabase();
    },
  );

  test.each([
    ['of another product', 'CREATE TABLE users (id int)', 'The database has tables of another product.'],
    [
      'of one that calls its migrations as Galley does',
      'CREATE TABLE schema_migrations (version text)',
      'The database has tables of another product.',
    ],
    [
      'of a newer Galley',
      "CREATE TABLE schema_migrations (tag text, applied_at bigint); INSERT INTO schema_migrations VALUES ('9999_future', 0)",
      'The database was written by a newer Galley (its schema has "9999_future"',
    ],
  ])('%s is refused, and left as it is', async (_, statements, message) => {
    const other = new SQL(url, { max: 1 });
    await other.unsafe(statements).simple();
    expect(await messageOf(open())).toContain(message);
    const [row] =
      await other`SELECT count(*)::int AS tables FROM information_schema.tables WHERE table_schema = 'public'`;
    expect(row.tables).toBe(1);
    await other.close();
  });

  test('of a server that is too old is refused', async () => {
    await createDatabase();
    // It answers as an older one would.
    await execute(
      url,
      `CREATE FUNCTION public.current_setting(name text) RETURNS text LANGUAGE sql
         AS $$ SELECT CASE name WHEN 'server_version_num' THEN '130009' ELSE pg_catalog.current_setting(name) END $$;
         ALTER DATABASE galley SET search_path = public, pg_catalog`,
    );
    expect(await messageOf(open())).toBe(
      'The database server is PostgreSQL 13; Galley needs 14 or newer. Upgrade it, or name another server in GALLEY_DATABASE_URL.',
    );
  });

  test('with another encoding is refused', async () => {
    await createDatabase("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    expect(await messageOf(open())).toContain(
      'stores texts as LATIN1. Create one with: createdb --encoding=UTF8',
    );
  });

  test.each([
    ['is read-only', 'default_transaction_read_only = on', 'it can only be read. Name the primary'],
    ['has no schema', "search_path = ''", 'its search_path names no schema that exists. Create the schema'],
    [
      'writes bytes in another way',
      "bytea_output = 'escape'",
      "Set it with: ALTER DATABASE NAME SET bytea_output = 'hex'",
    ],
    [
      'has another isolation',
      "default_transaction_isolation = 'repeatable read'",
      'has default_transaction_isolation = repeatable read.',
    ],
    [
      'reads texts in another way',
      'standard_conforming_strings = off',
      'has standard_conforming_strings = off.',
    ],
    ['has no room for connections', 'galley', 'it has no free connections. Raise max_connections'],
  ])('%s', async (_, setting, message) => {
    await execute(
      server.url,
      setting === 'galley'
        ? 'ALTER DATABASE galley CONNECTION LIMIT 0; DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN'
        : `ALTER DATABASE galley SET ${setting}`,
    );
    // Superusers have no limit.
    expect(await messageOf(open(setting === 'galley' ? url.replace('galley@', 'guest@') : url))).toContain(
      message,
    );
  });
});

test.skipIf(!isInstalled)('a database that has become read-only is refused at the start', async () => {
  await createDatabase();
  await (await open()).close();
  await execute(server.url, 'ALTER DATABASE galley SET default_transaction_read_only = on');
  expect(await messageOf(open())).toContain('it can only be read. Name the primary');
  await removeDatabase();
});

describe.skipIf(!isInstalled)('a database with TLS', () => {
  const encrypted = (parameters: string, host = '127.0.0.1') =>
    `${addressOf('encrypted').replace('127.0.0.1', host)}${parameters}`;
  beforeAll(async () => {
    await admin.unsafe('CREATE DATABASE encrypted');
  });

  test('is used if its certificate is trusted and for its name', async () => {
    const db = await open(encrypted(`?sslmode=verify-full&sslrootcert=${CERTIFICATE}`, 'localhost'));
    const used = sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
    expect(await db.reader.all(used)).toEqual([{ ssl: true }]);
    expect(await db.transaction((connection) => connection.all(used))).toEqual([{ ssl: true }]);
    await db.close();
  });

  test.each([
    [
      'without sslmode',
      '',
      '127.0.0.1',
      'refuses connections that are not encrypted. Add ?sslmode=verify-full',
    ],
    [
      'not trusted',
      '?sslmode=verify-full',
      'localhost',
      'its certificate is not trusted, or is for another name.',
    ],
    [
      'of another name',
      `?sslmode=verify-full&sslrootcert=${CERTIFICATE}`,
      '0.0.0.0',
      'its certificate is not trusted, or is for another name.',
    ],
  ])('%s', async (_, parameters, host, message) => {
    expect(await messageOf(open(encrypted(parameters, host)))).toContain(message);
  });

  test('that has none says so', async () => {
    const plain = await startPostgres();
    expect(await messageOf(open(`${plain.url}?sslmode=require`))).toContain(
      'it does not encrypt connections.',
    );
    await plain.stop();
  });
});

describe.skipIf(!isInstalled)('a statement', () => {
  beforeEach(() => createDatabase());
  afterEach(removeDatabase);

  test('ends after a minute, also one that reads', async () => {
    const db = await open();
    const limit = sql`SELECT current_setting('statement_timeout') AS "limit"`;
    expect(await db.reader.all<object>(limit)).toEqual([{ limit: '1min' }]);
    expect(await db.transaction((connection) => connection.all<object>(limit))).toEqual([{ limit: '1min' }]);
    await db.close();
  });

  test('that is refused tells no values of the row', async () => {
    const db = await open();
    const addTeam = (name: string) =>
      db.transaction((connection) =>
        connection.run(sql`INSERT INTO teams (id, name, created_at) VALUES ('secret-word', ${name}, 0)`),
      );
    await addTeam('a');
    const error = await addTeam('b').catch((thrown) => thrown);
    log.error({ err: error }, 'unexpected');
    expect(lines.at(-1)).toContain('duplicate key value violates unique constraint');
    expect(lines.join('')).not.toContain('secret-word');
    await db.close();
  });

  test('is to be tried again when the user may no longer sign in, as after a change of the password', async () => {
    await execute(
      server.url,
      'DROP ROLE IF EXISTS keeper; CREATE ROLE keeper LOGIN; ALTER DATABASE galley OWNER TO keeper',
    );
    const db = await open(url.replace('galley@', 'keeper@'));
    await execute(
      server.url,
      "ALTER ROLE keeper NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'keeper'",
    );
    const read = () =>
      db.reader.all(sql`SELECT 1`).then(
        () => undefined,
        (error) => {
          expect(error).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } });
          return error.cause.errno as string;
        },
      );
    // Each connection of the pool is found to be ended before another one is opened.
    while ((await read()) !== '28000');
    await execute(server.url, 'ALTER ROLE keeper LOGIN');
    while ((await read()) !== undefined);
    await db.close();
  });
});
