import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'drizzle-orm';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { ServerLease } from '../../src/drivers/postgres/lease.ts';
import { PostgresLocks } from '../../src/drivers/postgres/locks.ts';
import { migrate } from '../../src/drivers/postgres/migrate.ts';
import { TransactionPool } from '../../src/drivers/postgres/transactions.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { Leader } from '../../src/platform/tasks/leader.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { testLocks } from './locks-cases.ts';

const isInstalled = isAvailable('PostgreSQL');

describe.skipIf(!isInstalled)('postgres', () => {
  let server: PostgresServer;
  let admin: SQL;
  const lines: string[] = [];
  const log = createLogger({ level: 'info', format: 'json', write: (line) => lines.push(line) });
  const opened: { close(): Promise<void> }[] = [];
  const proxies: TcpProxy[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    await migrate(server.url, systemClock, log);
    admin = new SQL(server.url, { max: 1 });
  });
  afterEach(async () => {
    for (const part of opened.splice(0).toReversed()) await part.close();
    for (const proxy of proxies.splice(0)) proxy.stop();
  });
  afterAll(async () => {
    await admin?.close();
    await server?.stop();
  });

  const openLease = async ({ isShared = true, url = server.url } = {}) => {
    const lease = new ServerLease({ clock: systemClock, log, isShared });
    opened.push(lease);
    await lease.open(() => new SQL(url, { max: 2, connectionTimeout: 2 }));
    return lease;
  };
  /** A server that can be cut off from the database. */
  const openCut = async () => {
    const proxy = await startTcpProxy(server.port);
    proxies.push(proxy);
    const url = server.url.replace(String(server.port), String(proxy.port));
    const lease = await openLease({ url });
    const pool = new SQL(url, { max: 2, bigint: true });
    const transactions = new TransactionPool(pool, 2, { lease });
    opened.push({ close: () => pool.close({ timeout: 0 }) });
    return { proxy, lease, locks: new PostgresLocks(lease), transactions };
  };
  const hold = (locks: PostgresLocks, key: string, options?: { isShared: boolean }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = Promise.withResolvers<AbortSignal>();
    const job = (signal: AbortSignal) => {
      held.resolve(signal);
      return promise;
    };
    const done = locks.withLock([key], job, options);
    done.catch(held.reject);
    const release = () => {
      resolve();
      return done;
    };
    return { held: held.promise, release };
  };

  let shared: ServerLease;
  beforeAll(async () => {
    shared = new ServerLease({ clock: systemClock, log, isShared: true });
    await shared.open(() => new SQL(server.url, { max: 2 }));
  });
  afterAll(() => shared?.close());
  testLocks('postgres', () => new PostgresLocks(shared));

  test('servers exclude each other', async () => {
    const servers = await Promise.all([1, 2, 3].map(async () => new PostgresLocks(await openLease())));
    let inside = 0;
    let most = 0;
    const job = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await Bun.sleep(1);
      inside -= 1;
    };
    await Promise.all(
      servers.flatMap((locks) => Array.from({ length: 10 }, () => locks.withLock(['a', 'b'], job))),
    );
    expect(most).toBe(1);
    const [one, other] = servers as [PostgresLocks, PostgresLocks];
    const holding = hold(one, 'c');
    await holding.held;
    expect(await other.tryLock('c', job)).toEqual({ isHeld: true });
    expect(await other.isHeld('c')).toBe(true);
    await holding.release();
    expect(await other.isHeld('c')).toBe(false);
  });

  test('jobs of several servers share a lock, and exclude others', async () => {
    const [one, other] = [new PostgresLocks(await openLease()), new PostgresLocks(await openLease())];
    const first = hold(one, 'a', { isShared: true });
    const second = hold(other, 'a', { isShared: true });
    await Promise.all([first.held, second.held]);
    await first.release();
    expect(await one.isHeld('a')).toBe(true);
    expect(await one.tryLock('a', async () => {})).toEqual({ isHeld: true });
    await second.release();
    expect(await one.isHeld('a')).toBe(false);
  });

  test('a server that is cut off is told so, another one gets its locks, and its late writes are refused', async () => {
    const cut = await openCut();
    const other = new PostgresLocks(await openLease());
    const holding = hold(cut.locks, 'a');
    const signal = await holding.held;
    const id = cut.lease.requireId();
    cut.proxy.drop();
    expect(await other.tryLock('a', async () => {})).toEqual({ isHeld: true });
    await until(() => signal.aborted);
    expect(await other.withLock(['a'], async (fresh) => fresh.aborted)).toBe(false);
    const write = () =>
      cut.transactions.run((db) => db.run(sql`INSERT INTO teams VALUES ('late', 'late', 0)`), '1');
    cut.proxy.heal();
    await expect(write()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await admin`SELECT id FROM teams WHERE id = 'late'`).toHaveLength(0);
    await holding.release();
    // It goes on with a new lease.
    await until(() => cut.lease.isCurrent);
    expect(cut.lease.requireId()).not.toBe(id);
    expect(await cut.locks.withLock(['a'], async () => 'again')).toBe('again');
  }, 60_000);

  test('the lease of a frozen server ends after its transaction, and it begins no other one', async () => {
    await openLease();
    const id = 7;
    const pool = new SQL(server.url, { max: 2, bigint: true });
    opened.push(pool);
    let isGone = false;
    const recordGone = () => {
      isGone = true;
    };
    const frozen = { requireId: () => id, recordGone } as unknown as ServerLease;
    const transactions = new TransactionPool(pool, 2, { lease: frozen });
    const count = async () => (await admin`SELECT 1 FROM servers WHERE id = ${id}`).length;
    // No lease ends earlier after a start of the database.
    const mayEnd = () => admin`SELECT 1 WHERE pg_postmaster_start_time() < now() - interval '9 seconds'`;
    await until(async () => (await mayEnd()).length > 0);
    await admin`INSERT INTO servers (id, settings, faults, renewed_at) VALUES (${id}, '{}', '', ${Date.now()})`;
    await transactions.run(async (db) => {
      await admin`UPDATE servers SET renewed_at = 0 WHERE id = ${id}`;
      await db.run(sql`INSERT INTO teams VALUES ('early', 'early', 0)`);
      const waits = async () =>
        (await admin`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`).length > 0;
      await until(waits);
      expect(await count()).toBe(1);
    }, '1');
    await until(async () => (await count()) === 0);
    const late = transactions.run((db) => db.run(sql`INSERT INTO teams VALUES ('late', 'late', 0)`), '1');
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(isGone).toBe(true);
    expect(await admin`SELECT id FROM teams WHERE id IN ('early', 'late')`).toEqual([
      { id: 'early' },
    ] as never);
  }, 60_000);

  test('servers that do not share the database refuse others, and one takes the place of one that is cut off', async () => {
    await shared.close();
    const proxy = await startTcpProxy(server.port);
    proxies.push(proxy);
    const url = server.url.replace(String(server.port), String(proxy.port));
    const one = await openLease({ isShared: false, url });
    await expect(openLease({ isShared: false })).rejects.toThrow('Another Galley is using this database');
    await expect(openLease()).rejects.toThrow('Set GALLEY_REDIS_URL for every server');
    let isReplaced = false;
    one.onReplaced(() => {
      isReplaced = true;
    });
    proxy.drop();
    await until(() => !one.isCurrent);
    const takeOver = () =>
      openLease({ isShared: false }).then(
        () => true,
        () => false,
      );
    await until(takeOver);
    proxy.heal();
    await until(() => isReplaced);
    expect(one.isCurrent).toBe(false);
  }, 60_000);

  test('a server that crashed leaves no lease behind, and the others go on when the database is back', async () => {
    const lease = await openLease();
    const locks = new PostgresLocks(lease);
    const id = lease.requireId();
    const signal = await hold(locks, 'a').held;
    await server.restart();
    await until(() => signal.aborted);
    await until(() => lease.isCurrent);
    expect(lease.requireId()).not.toBe(id);
    expect(await new PostgresLocks(await openLease()).tryLock('a', async () => 'free')).toMatchObject({
      isHeld: false,
    });
  }, 60_000);

  test('one server leads, and another takes over when it stops', async () => {
    const all = await Promise.all(
      [1, 2, 3].map(async () => {
        const leader = new Leader(new PostgresLocks(await openLease()));
        opened.push(leader);
        leader.start();
        return leader;
      }),
    );
    const leading = () => all.filter(({ isLeading }) => isLeading);
    await until(() => leading().length === 1);
    const [first] = leading() as [Leader];
    await first.close();
    await until(() => leading().length === 1 && leading()[0] !== first);
  });
});
