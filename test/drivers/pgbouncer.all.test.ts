import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import { type Pooler, startPgbouncer } from '../../scripts/pgbouncer-server.ts';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { openPostgres } from '../../src/drivers/postgres/index.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import type { Connection, Database } from '../../src/platform/ports/database.ts';
import { createFakeClock } from '../support/test-app.ts';

const isInstalled = isAvailable('PostgreSQL', 'PgBouncer');

let server: PostgresServer;
let pooler: Pooler;
let folder: string;
let pooled: string;
let direct: string;

beforeAll(async () => {
  if (!isInstalled) return;
  server = await startPostgres();
  const admin = new SQL(server.url, { max: 1 });
  await admin.unsafe('CREATE DATABASE galley');
  await admin.close();
  direct = server.url.replace(/postgres$/, 'galley');
  pooler = await startPgbouncer(server.port);
  pooled = pooler.urlOf(direct);
  folder = mkdtempSync(join(tmpdir(), 'galley-pgbouncer-'));
});
afterAll(async () => {
  await pooler?.stop();
  await server?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

const log = createLogger({ level: 'error', format: 'json', write: () => {} });
const open = (more: { directUrl?: string } = {}) =>
  openPostgres(pooled, { clock: createFakeClock(), log, poolSize: 8, ...more });

describe.skipIf(!isInstalled)('behind PgBouncer with a pool of transactions', () => {
  test('the address without it is asked for', async () => {
    await expect(open()).rejects.toMatchObject({
      message: expect.stringContaining('it is a pooler. Set GALLEY_DATABASE_DIRECT_URL'),
    });
  });

  test.each([
    ['the pooler again', () => pooled, 'it is a pooler. Set GALLEY_DATABASE_DIRECT_URL'],
    ['another database', () => server.url, 'GALLEY_DATABASE_DIRECT_URL leads to another database'],
    [
      'an unknown user',
      () => direct.replace('galley@', 'stranger@'),
      'it refuses the user or the password. Correct them in GALLEY_DATABASE_DIRECT_URL.',
    ],
  ])('%s instead of that address is refused', async (_, directUrl, message) => {
    await expect(open({ directUrl: directUrl() })).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
  });

  describe('with that address', () => {
    let db: Database;
    beforeAll(async () => {
      db = await open({ directUrl: direct });
    });
    afterAll(() => db?.close());

    const addTeam = (connection: Connection, id: string) =>
      connection.run(sql`INSERT INTO teams (id, name, created_at) VALUES (${id}, ${id}, 0)`);
    const countTeams = async () => (await db.reader.all(sql`SELECT 1 FROM teams`)).length;

    test('a second server refuses to start', async () => {
      await expect(open({ directUrl: direct })).rejects.toMatchObject({
        message: expect.stringContaining('Another Galley is using this database'),
      });
    });

    test('transactions and reads of many tenants go through few sessions', async () => {
      const jobs = Array.from({ length: 120 }, async (_, index) => {
        await db.transaction(
          async (connection) => {
            await addTeam(connection, `t${index}`);
            const rows = await connection.all(
              sql`SELECT 1 FROM teams WHERE id = ${`t${index}`} AND created_at = ${0}`,
            );
            expect(rows).toHaveLength(1);
          },
          String(index % 7),
        );
        return db.reader.all<{ name: string }>(sql`SELECT name FROM teams WHERE id = ${`t${index}`}`);
      });
      expect((await Promise.all(jobs)).flat().map(({ name }) => name)).toHaveLength(120);
      expect(await countTeams()).toBe(120);
    });

    test('a transaction that throws leaves nothing, and a snapshot does not change', async () => {
      const failing = db.transaction(async (connection) => {
        await addTeam(connection, 'lost');
        throw new Error('broken');
      }, '1');
      await expect(failing).rejects.toThrow('broken');
      const snapshot = await db.openSnapshot();
      await db.transaction((connection) => addTeam(connection, 'after'), '1');
      expect(await snapshot.reader.all(sql`SELECT 1 FROM teams`)).toHaveLength(120);
      snapshot.close();
      expect(await countTeams()).toBe(121);
    });

    test('the database is copied past it', async () => {
      const copy = await db.copyTo(join(folder, 'copy.db'));
      expect(copy.rows.teams).toBe(121);
      copy.close();
    });
  });
});
