import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import { type PostgresServer, startPostgres, startStandby } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { openPostgres } from '../../src/drivers/postgres/index.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import type { Database } from '../../src/platform/ports/database.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { createFakeClock } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const isInstalled = isAvailable('PostgreSQL');

const log = createLogger({ level: 'silent', format: 'json' });

/** What a caller is told: nothing of the database, and to come back. */
const COME_BACK = { code: 'unavailable', details: { retryAfterSeconds: 2 } };

/** States of the server that pass, by their SQLSTATE. Each is the real one. */
describe.skipIf(!isInstalled)('a request is told to come back', () => {
  let server: PostgresServer;
  let standby: Awaited<ReturnType<typeof startStandby>>;
  let proxy: TcpProxy;
  let admin: SQL;
  let db: Database;

  beforeAll(async () => {
    server = await startPostgres({ isReplicated: true });
    standby = await startStandby(server);
    admin = new SQL(server.url, { max: 1 });
    await admin.unsafe('CREATE ROLE keeper LOGIN CREATEDB');
    await admin.unsafe('CREATE DATABASE galley OWNER keeper');
    proxy = await startTcpProxy(server.port);
  });
  beforeEach(async () => {
    const url = `postgres://keeper@127.0.0.1:${proxy.port}/galley`;
    const open = () => openPostgres(url, { clock: createFakeClock(), log, poolSize: 2 });
    // A server whose sessions were cut may not have given its lease back: it ends some seconds later.
    let opened: Database | undefined;
    await until(async () => {
      opened = await open().catch((error) => {
        if (error.code !== 'conflict') throw error;
        return undefined;
      });
      return opened !== undefined;
    });
    db = opened as Database;
  });
  afterEach(() => db?.close());
  afterAll(async () => {
    await admin?.close();
    proxy?.stop();
    await standby?.stop();
    await server?.stop();
  });

  const read = () => db.reader.all<object>(sql`SELECT 1 AS "one"`);
  const write = (id: string = crypto.randomUUID()) =>
    db.transaction((connection) =>
      connection.run(sql`INSERT INTO teams (id, name, created_at) VALUES (${id}, ${id}, 0)`),
    );

  /** The SQLSTATE of a failure, which must be told as `COME_BACK`; undefined if the work succeeds. */
  const stateOf = (work: () => Promise<unknown>): Promise<string | undefined> =>
    work().then(
      () => undefined,
      (error) => {
        expect(error).toMatchObject(COME_BACK);
        // Without a cause: the lease of the server was lost with the crash.
        return error.cause?.errno ?? error.cause?.code ?? error.code;
      },
    );

  /** Repeats work until it ends so. Each connection of the pool is found to be ended before another one is opened. */
  async function untilState(work: () => Promise<unknown>, state: string | undefined): Promise<void> {
    while ((await stateOf(work)) !== state) await Bun.sleep(5);
  }

  const cut = () =>
    admin.unsafe("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'keeper'");

  /** A session that holds as many locks as all sessions have memory for. */
  async function useUpMemory(): Promise<SQL> {
    const holder = new SQL(server.url, { max: 1 });
    for (let from = 0, step = 4_096; step >= 1; from += step) {
      const locks = `SELECT count(pg_advisory_lock(n)) FROM generate_series(${from}, ${from + step - 1}) AS n`;
      await holder.unsafe(locks).catch((error) => {
        expect(error.errno).toBe('53200');
        step = Math.floor(step / 2);
      });
    }
    return holder;
  }

  test('while the memory of the server is used up (53200)', async () => {
    const holder = await useUpMemory();
    expect(await stateOf(() => write())).toBe('53200');
    await holder.close();
    await untilState(() => write(), undefined);
  });

  test('while there is no connection for it (53300)', async () => {
    await admin.unsafe('ALTER ROLE keeper CONNECTION LIMIT 0');
    await cut();
    await untilState(read, '53300');
    await admin.unsafe('ALTER ROLE keeper CONNECTION LIMIT -1');
    await untilState(read, undefined);
    await untilState(() => write(), undefined);
  });

  test('when its session is ended by an operator (57P01)', async () => {
    const ended = sql`SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`;
    expect(await stateOf(async () => db.reader.all(ended))).toBe('57P01');
    await untilState(() => write(), undefined);
  });

  test('when a crash of the server ends all sessions, and until it has recovered (57P02, 57P03)', async () => {
    const [session] = await db.reader.all<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const waiting = [read, write].map((work) =>
      stateOf(async () => {
        await work();
      }),
    );
    process.kill(session?.pid as number, 'SIGKILL');
    let states = await Promise.all(waiting);
    // The server notices the crash later than the signal is sent.
    while (states.every((state) => state === undefined)) states = [await stateOf(read)];
    await untilState(read, undefined);
    await untilState(() => write(), undefined);
  });

  test('while a standby that has taken the place of the primary is not promoted (0A000)', async () => {
    await write('before');
    await server.kill();
    proxy.lead(standby.port);
    await untilState(read, undefined);
    await untilState(() => write(), '0A000');
    await expect(db.requireWritable()).rejects.toMatchObject({ code: 'unavailable' });
    await standby.promote();
    await untilState(() => write(), undefined);
    await untilState(db.requireWritable, undefined);
    const teams = await db.reader.all<{ id: string }>(sql`SELECT id FROM teams WHERE id = 'before'`);
    expect(teams).toHaveLength(1);
  });
});
