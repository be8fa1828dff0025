import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { openPostgres } from '../../src/drivers/postgres/index.ts';
import { ServerLease } from '../../src/drivers/postgres/lease.ts';
import { TransactionPool } from '../../src/drivers/postgres/transactions.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import type { Connection, Database } from '../../src/platform/ports/database.ts';
import { createFakeClock, createTestApp } from '../support/test-app.ts';
import { testDatabase } from './database-cases.ts';

const isInstalled = isAvailable('PostgreSQL');

const lines: string[] = [];
const log = createLogger({ level: 'warn', format: 'json', write: (line) => lines.push(line) });
let server: PostgresServer;
let admin: SQL;
let url = '';

beforeAll(async () => {
  if (!isInstalled) return;
  server = await startPostgres();
  admin = new SQL(server.url, { max: 1 });
});
afterAll(async () => {
  await admin?.close();
  await server?.stop();
});

async function createDatabase(options = ''): Promise<void> {
  const made = new URL(server.url);
  made.pathname = '/galley';
  url = made.href;
  await removeDatabase();
  await admin.unsafe(`CREATE DATABASE galley ${options}`);
}
const removeDatabase = () => admin.unsafe('DROP DATABASE IF EXISTS galley WITH (FORCE)');
const open = (address = url, isShared = false) => {
  const clock = createFakeClock();
  return openPostgres(address, { clock, log, poolSize: 3, lease: new ServerLease({ clock, log, isShared }) });
};
const messageOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (error: Error) => error.message,
  );

describe.skipIf(!isInstalled)('statements that answer with nothing are not waited for', () => {
  let database: Database;
  beforeAll(async () => {
    await createDatabase();
    database = await open();
    await database.transaction((db) => db.run(sql`CREATE TABLE noted (id bigint PRIMARY KEY, at bigint)`));
  });
  afterAll(async () => {
    await database.close();
    await removeDatabase();
    url = '';
  });
  const insert = (db: Connection, id: number) => db.run(sql`INSERT INTO noted (id, at) VALUES (${id}, 0)`);
  const count = async (db: Connection) =>
    (await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM noted`))[0]?.n;

  test('and are seen by the next one', async () => {
    const seen = await database.transaction(async (db) => {
      const counts: unknown[] = [];
      for (let id = 1; id <= 100; id += 1) {
        await insert(db, id);
        if (id % 33 === 0) counts.push(await count(db));
      }
      return counts;
    }, '1');
    expect(seen).toEqual([33, 66, 99]);
    expect(await count(database.reader)).toBe(100);
  });

  test.each([
    ['the last statement', async () => {}],
    ['others that follow', async (db: Connection) => void (await count(db))],
    [
      'many others',
      async (db: Connection) => {
        for (let id = 2_000; id < 2_100; id += 1) await insert(db, id);
      },
    ],
  ])('one that fails undoes all and says why, before %s', async (_what, after) => {
    const failing = database.transaction(async (db) => {
      await insert(db, 1_000);
      await insert(db, 1);
      await after(db);
    }, '1');
    await expect(failing).rejects.toMatchObject({ errno: '23505' });
    expect(await count(database.reader)).toBe(100);
  });

  test('a transaction in which one failed is not taken for committed', async () => {
    const ignoring = database.transaction(async (db) => {
      await insert(db, 1_000);
      await db.all(sql`SELECT at / 0 FROM noted`).catch(() => {});
      return 'done';
    }, '1');
    await expect(ignoring).rejects.toThrow('rolled back');
    expect(await count(database.reader)).toBe(100);
  });
});

if (isInstalled) {
  testDatabase('postgres', {
    async open() {
      if (url === '') await createDatabase();
      return open();
    },
    async remove() {
      await removeDatabase();
      url = '';
    },
  });
}

describe.skipIf(!isInstalled)('a database of PostgreSQL', () => {
  let db: Database;
  beforeEach(() => createDatabase());
  afterEach(async () => {
    await db?.close();
    await removeDatabase();
    url = '';
  });

  const addTeam = (connection: Connection, id: string) =>
    connection.run(sql`INSERT INTO teams (id, name, created_at) VALUES (${id}, ${id}, 0)`);
  const countTeams = async () => (await db.reader.all<object>(sql`SELECT 1 FROM teams`)).length;

  test('is used by one server at a time', async () => {
    db = await open();
    expect(await messageOf(open())).toBe(
      'Another Galley is using this database. Stop it first, or let this one wait for its end with GALLEY_STANDBY=true, or set GALLEY_REDIS_URL for every server, so that several can share the database. Commands work beside it on its machine, with its data directory.',
    );
    expect(await messageOf(open(url, true))).toContain('Set GALLEY_REDIS_URL for every server');
    await db.close();
    db = await open(url, true);
    await (await open(url, true)).close();
    expect(await messageOf(open())).toContain('Stop it first');
    await db.close();
    db = await open();
  });

  test('lets tenants write at the same time, and each tenant one after the other', async () => {
    db = await open();
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const job =
      (name: string, isHeld = false) =>
      async () => {
        order.push(`${name} begins`);
        if (isHeld) await gate.promise;
        order.push(`${name} ends`);
      };
    const first = db.transaction(job('1a', true), '1');
    const second = db.transaction(job('1b'), '1');
    await db.transaction(job('2'), '2');
    await db.transaction(job('service'));
    gate.resolve();
    await Promise.all([first, second]);
    for (const name of ['2', 'service'])
      expect(order.indexOf(`${name} ends`)).toBeLessThan(order.indexOf('1a ends'));
    expect(order.indexOf('1b begins')).toBeGreaterThan(order.indexOf('1a ends'));
  });

  test.each(['7', undefined])(
    'holds transactions of %s apart from those of another server',
    async (owner) => {
      db = await open();
      const other = new SQL(url, { max: 3, bigint: true });
      const servers = [db, new TransactionPool(other, 3)] as const;
      const add = (id: number) => (connection: Connection) => addTeamAfterCount(connection, `t${id}`);
      const addTeamAfterCount = async (connection: Connection, id: string) => {
        const count = (await connection.all(sql`SELECT 1 FROM teams`)).length;
        await addTeam(connection, id);
        return count;
      };
      const counts = await Promise.all(
        Array.from({ length: 16 }, (_, index) => {
          const server = servers[index % 2] as (typeof servers)[number];
          return 'run' in server ? server.run(add(index), owner) : server.transaction(add(index), owner);
        }),
      );
      expect(counts.toSorted((one, two) => one - two)).toEqual(
        Array.from({ length: 16 }, (_, index) => index),
      );
      await other.close();
    },
  );

  test('goes on after its connections were cut, and tells who was writing to try again', async () => {
    db = await open();
    const cut = () =>
      admin.unsafe(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'galley' AND pid <> pg_backend_pid()",
      );
    const snapshot = await db.openSnapshot();
    const cutOff = db.transaction(async (connection) => {
      await addTeam(connection, 'lost');
      await cut();
      await addTeam(connection, 'too');
    }, '1');
    await expect(cutOff).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } });
    await expect((async () => snapshot.reader.all(sql`SELECT 1`))()).rejects.toMatchObject({
      code: 'unavailable',
    });
    snapshot.close();
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const isBack = await countTeams().then(
        () => true,
        () => false,
      );
      if (isBack) break;
      await Bun.sleep(20);
    }
    expect(await countTeams()).toBe(0);
    await db.transaction((connection) => addTeam(connection, 'after'), '1');
    expect(await countTeams()).toBe(1);
  });

  test.each([2, 5])(
    'an application with a pool of %d has so many connections for changes and for reading',
    async (size) => {
      const app = await createTestApp({ database_url: url, database_pool: size });
      const wait = sql`SELECT pg_sleep(0.05)`;
      const { db } = app.deps;
      await Promise.all(
        Array.from({ length: 4 * size }, (_, tenant) => [
          db.transaction((connection) => connection.all(wait), String(tenant)),
          db.reader.all(wait),
        ]).flat(),
      );
      const [{ count }] = await admin.unsafe(
        "SELECT count(*)::int FROM pg_stat_activity WHERE datname = 'galley' AND pid <> pg_backend_pid()",
      );
      // And two for the lease and locks.
      expect(count).toBe(2 * size + 2);
      await app.stop();
    },
  );

  test('reads beside a snapshot with a pool of one connection, for as long as it lasts', async () => {
    await admin.unsafe("ALTER DATABASE galley SET idle_in_transaction_session_timeout = '200ms'");
    db = await openPostgres(url, { clock: createFakeClock(), log, poolSize: 1 });
    const snapshot = await db.openSnapshot();
    await db.transaction((connection) => addTeam(connection, 'later'));
    expect(await countTeams()).toBe(1);
    await Bun.sleep(300);
    expect(await snapshot.reader.all<object>(sql`SELECT 1 FROM teams`)).toEqual([]);
    snapshot.close();
  });

  test('tries a transaction again that another one deadlocked with', async () => {
    db = await open();
    await db.transaction(async (connection) => {
      await addTeam(connection, 'a');
      await addTeam(connection, 'b');
    });
    const rename = (connection: Connection, id: string, name: string) =>
      connection.run(sql`UPDATE teams SET name = ${name} WHERE id = ${id}`);
    const renameBoth = (first: string, second: string, owner: string) =>
      db.transaction(async (connection) => {
        await rename(connection, first, owner);
        await Bun.sleep(30);
        await rename(connection, second, owner);
      }, owner);
    await Promise.all([renameBoth('a', 'b', '1'), renameBoth('b', 'a', '2')]);
    const names = await db.reader.all<{ name: string }>(sql`SELECT DISTINCT name FROM teams`);
    expect(names).toHaveLength(1);
  });
});
