import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { readMigrations } from '../../src/drivers/migrations.macro.ts';
import { migrate, requireKnownSchema } from '../../src/drivers/postgres/migrate.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { NEXT_OF_POSTGRES as NEXT } from '../support/next-migration.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

setDefaultTimeout(60_000);

const isInstalled = isAvailable('PostgreSQL');

const MIGRATIONS = readMigrations('migrations/postgres');

describe.skipIf(!isInstalled)('an upgrade beside a server of the former version', () => {
  let postgres: PostgresServer;
  let app: TestApp;
  beforeAll(async () => {
    postgres = await startPostgres();
    app = await createTestApp({ database_url: postgres.url });
  });
  afterAll(async () => {
    await app.stop();
    await postgres.stop();
  });

  test('that fails changes nothing, and the former version goes on', async () => {
    const { db } = app.deps;
    const applied = () => db.reader.all(sql`SELECT tag FROM schema_migrations`);
    const before = await applied();
    // The first of its statements could be applied.
    const failing = { tag: NEXT.tag, sql: `${NEXT.sql} CREATE TABLE templates (id text);` };
    const log = { info: (_facts: object, message: string) => expect(message).toBe('') };
    await expect(migrate(postgres.url, systemClock, log as never, [...MIGRATIONS, failing])).rejects.toThrow(
      /9999_next_version of the database failed: relation "templates" already exists\. Nothing was changed\. Start/,
    );
    expect(await applied()).toEqual(before);
    const columns = await db.reader.all<{ name: string }>(
      sql`SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'templates'`,
    );
    expect(columns.map(({ name }) => name)).not.toContain('next_note');
    const tenant = await app.openTenant('failed');
    const made = await tenant.request('POST', '/templates', { body: { content: smallContent('0') } });
    expect(made.status).toBe(201);
  });

  test('is done once by two servers that start at once', async () => {
    const admin = new SQL(postgres.url, { max: 1 });
    await admin.unsafe('CREATE DATABASE twice');
    await admin.close();
    const url = postgres.url.replace(/postgres$/, 'twice');
    const said: string[] = [];
    const log = { info: (_facts: object, message: string) => said.push(message) };
    const start = () => migrate(url, systemClock, log as never, [...MIGRATIONS, NEXT]);
    await Promise.all([start(), start()]);
    expect(said).toEqual(['migrated the database']);
  });

  test('may take longer than statements of the user otherwise', async () => {
    const admin = new SQL(postgres.url, { max: 1 });
    await admin.unsafe('CREATE DATABASE limited');
    await admin.unsafe("ALTER DATABASE limited SET statement_timeout = '1s'");
    await admin.close();
    const url = postgres.url.replace(/postgres$/, 'limited');
    const log = { info: () => {} };
    await migrate(url, systemClock, log, [...MIGRATIONS, { tag: '9999_long', sql: 'SELECT pg_sleep(1.2)' }]);
  });

  test('waits for long readers, while the former version reads and changes without a fault', async () => {
    const tenant = await app.openTenant('a');
    const made = await tenant.request('POST', '/templates', { body: { content: smallContent('0') } });
    const path = `/templates/${made.body.data.id}`;
    // As a backup does.
    const reader = new SQL(postgres.url, { max: 1 });
    const held = await reader.reserve();
    await held.unsafe('BEGIN').simple();
    await held.unsafe('SELECT count(*) FROM templates').simple();

    const said: string[] = [];
    const migrations = [...MIGRATIONS, NEXT];
    const log = { info: (_facts: object, message: string) => said.push(message) };
    let isMigrated = false;
    let isReading = true;
    const migrating = migrate(postgres.url, systemClock, log as never, migrations).then(() => {
      isMigrated = true;
    });
    const statuses = new Set<number>();
    let sent = 0;
    let afterMigration = 0;
    while (afterMigration < 5) {
      sent += 1;
      const content = smallContent(String(sent));
      statuses.add((await tenant.request('PUT', path, { body: { content } })).status);
      const read = await tenant.request('GET', path);
      expect(JSON.stringify(read.body.data.content)).toContain(`<p>${sent}</p>`);
      if (said.length > 0 && isReading) {
        isReading = false;
        await held.unsafe('COMMIT').simple();
      }
      if (isMigrated) afterMigration += 1;
    }
    await migrating;
    expect(said).toEqual([
      'the migration waits for others that use its tables, such as a backup; it is tried again',
      'migrated the database',
    ]);
    expect([...statuses]).toEqual([200]);
    const created = await tenant.request('POST', '/templates', { body: { content: smallContent('new') } });
    expect(created.status).toBe(201);
    held.release();
    const rows = await reader.unsafe('SELECT DISTINCT next_count, next_note FROM templates');
    expect(
      rows.map((row: { next_count: unknown; next_note: unknown }) => [Number(row.next_count), row.next_note]),
    ).toEqual([[7, null]]);
    // One that starts would not know what the new version stores.
    await expect(requireKnownSchema(reader)).rejects.toThrow('written by a newer Galley');
    await reader.close();
  });
});
