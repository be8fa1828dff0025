import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { tmpdir } from 'node:os';
import { SQL } from 'bun';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { openDatabase } from '../../src/drivers/database.ts';
import { ServerLease } from '../../src/drivers/postgres/lease.ts';
import { openShared } from '../../src/drivers/shared.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { until } from '../support/until.ts';

const isInstalled = isAvailable('PostgreSQL', 'Redis');

describe.skipIf(!isInstalled)('installations on one Redis', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let admin: SQL;
  const lines: string[] = [];
  const log = createLogger({ level: 'info', format: 'json', write: (line) => lines.push(line) });
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    admin = new SQL(postgres.url, { max: 1 });
    await admin`CREATE DATABASE original`;
  });
  const closeAll = async () => {
    for (const part of opened.splice(0).toReversed()) await part.close();
  };
  afterEach(closeAll);
  afterAll(async () => {
    await admin?.close();
    await redis?.stop();
    await postgres?.stop();
  });

  /** What a server opens of what it shares with others. */
  async function open(database: string) {
    const lease = new ServerLease({ clock: systemClock, log, isShared: true });
    const database_url = postgres.url.replace(/postgres$/, database);
    const settings = { database_url, database_pool: 2, database_direct_url: '', redis_url: redis.url };
    const common = { clock: systemClock, log, mode: 'hold', lease } as const;
    const db = await openDatabase(
      { ...settings, allow_ephemeral: true },
      { ...common, dataDir: tmpdir(), tracing: undefined, cacheBytes: 0, startNew: false },
    );
    const { leader, locks, bus, rateLimits } = await openShared(settings, {
      ...common,
      db,
      fingerprint: () => ({ version: '1.0.0', hashes: {} }),
    });
    opened.push(db, rateLimits, bus, locks, leader);
    const heard: unknown[] = [];
    bus.subscribe('a', ({ from }) => void heard.push(from));
    const count = async () =>
      (await rateLimits.take('key', [{ limit: 9, windowMs: 60_000 }])).windows[0]?.remaining;
    return { bus, heard, count };
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  const untilHeard = (from: Opened, by: Opened) =>
    until(() => {
      from.bus.publish('a', { from: 'other' });
      return by.heard.includes('other');
    });

  const copy = (name: string) => admin.unsafe(`CREATE DATABASE ${name} TEMPLATE original`);

  test('a copy of a database does not share counts and messages with the original', async () => {
    const before = await open('original');
    expect(await before.count()).toBe(8);
    await closeAll();
    await copy('staging');
    const original = await open('original');
    // The counts survive a restart.
    expect(await original.count()).toBe(7);
    const [one, two] = (await Promise.all([open('staging'), open('staging')])) as [Opened, Opened];
    await untilHeard(one, two);
    await untilHeard(two, one);
    // A server that started beside the first one has taken the new keys by now.
    original.heard.length = 0;
    for (const { bus } of [one, two]) bus.publish('a', { from: 'other' });
    expect([await one.count(), await two.count(), await original.count()]).toEqual([8, 7, 6]);
    expect(original.heard).toEqual([]);
    expect(lines.filter((line) => line.includes('such as a copy of this one'))).toHaveLength(1);
  });

  test('neither does the original if the copy was started first', async () => {
    await copy('copied');
    const copied = await open('copied');
    const original = await open('original');
    original.bus.publish('a', { from: 'original' });
    copied.bus.publish('a', { from: 'copied' });
    await Bun.sleep(200);
    expect([copied.heard, original.heard]).toEqual([['copied'], ['original']]);
  });

  test('servers follow one that starts while the database has lost their locks', async () => {
    const one = await open('original');
    const stopped = admin`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()`;
    await stopped;
    const two = await open('original');
    await untilHeard(one, two);
    await untilHeard(two, one);
  });
});
