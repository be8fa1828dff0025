import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { InProcessBus } from '../../src/drivers/in-process/bus.ts';
import { PostgresHomes } from '../../src/drivers/postgres/homes.ts';
import { PostgresLocks } from '../../src/drivers/postgres/locks.ts';
import { migrate } from '../../src/drivers/postgres/migrate.ts';
import { SHARDS, ShardTerms } from '../../src/drivers/postgres/shard-terms.ts';
import { TransactionPool } from '../../src/drivers/postgres/transactions.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import { until } from '../support/until.ts';

const isInstalled = isAvailable('PostgreSQL');

const TENANTS = Array.from({ length: SHARDS }, (_, number) => number);

describe.skipIf(!isInstalled)('homes', () => {
  let postgres: PostgresServer;
  let admin: SQL;
  const lines: string[] = [];
  const log = createLogger({ level: 'warn', format: 'json', write: (line) => lines.push(line) });
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    postgres = await startPostgres();
    await migrate(postgres.url, systemClock, log);
    admin = new SQL(postgres.url, { max: 1 });
  });
  afterEach(async () => {
    for (const part of opened.splice(0).toReversed()) await part.close();
  });
  afterAll(async () => {
    await admin?.close();
    await postgres?.stop();
  });

  /** A server, as far as it has tenants. Those on one bus hear each other at once. */
  async function open(address: string, bus = new InProcessBus(log), clock: Clock = systemClock) {
    const terms = new ShardTerms(systemClock);
    const locks = new PostgresLocks(postgres.url, log);
    const parts = {
      url: postgres.url,
      locks,
      bus,
      terms,
      secret: new Uint8Array(32),
      settings: { version: '1.0.0', hashes: {} },
      clock,
      log,
    };
    const homes = new PostgresHomes(parts);
    const sql = new SQL(postgres.url, { max: 3 });
    const pool = new TransactionPool(sql, 3, { terms });
    opened.push({ close: () => sql.close() }, locks, homes);
    const left: number[] = [];
    homes.onLeave((isLeaving) => {
      left.push(...TENANTS.filter((id) => isLeaving(id)));
    });
    await homes.open(address);
    return { homes, terms, pool, left };
  }
  type Server = Awaited<ReturnType<typeof open>>;

  const own = ({ homes }: Server) => TENANTS.filter((id) => homes.has(id));
  /** Whether each tenant has exactly one home. */
  const areShared = (...servers: Server[]) =>
    servers
      .flatMap(own)
      .sort((a, b) => a - b)
      .join() === TENANTS.join();

  test('are divided evenly, and one server knows those of the other', async () => {
    const bus = new InProcessBus(log);
    const one = await open('http://one', bus);
    expect(own(one)).toHaveLength(SHARDS);
    const two = await open('http://two', bus);
    await until(() => own(two).length === SHARDS / 2 && areShared(one, two));
    expect(one.left.toSorted((a, b) => a - b)).toEqual(own(two));
    const [moved] = own(two) as [number];
    expect(await one.homes.find(moved)).toMatchObject({ id: two.homes.id, address: 'http://two' });
    expect(await two.homes.find(moved)).toBeUndefined();
    const three = await open('http://three', bus);
    await until(() => own(three).length >= SHARDS / 3 - 2 && areShared(one, two, three));
    expect(Math.max(...[one, two, three].map((server) => own(server).length))).toBe(Math.ceil(SHARDS / 3));
  });

  test('a request waits until a home is there, and one under way is finished before its tenant moves', async () => {
    const bus = new InProcessBus(log);
    const one = await open('http://one', bus);
    const held = Promise.withResolvers<void>();
    const during = Promise.all(TENANTS.map((id) => one.homes.during(id, () => held.promise)));
    const two = await open('http://two', bus);
    const found = two.homes.find(5);
    expect(own(one).length + own(two).length).toBeLessThanOrEqual(SHARDS);
    expect(own(two)).toEqual([]);
    held.resolve();
    await during;
    await until(() => areShared(one, two));
    expect([undefined, 'http://one']).toContain((await found)?.address as string);
  });

  test('one that leaves has given all away before it stops', async () => {
    const bus = new InProcessBus(log);
    const one = await open('http://one', bus);
    const two = await open('http://two', bus);
    await until(() => areShared(one, two));
    await one.homes.leave();
    expect(own(one)).toEqual([]);
    await until(() => own(two).length === SHARDS);
    expect((await one.homes.find(7))?.address).toBe('http://two');
  });

  test.each([
    [-3_000, '3 seconds behind'],
    [3_000, '3 seconds ahead of'],
    [1_000, undefined],
  ])('a clock that is %i ms off is told once, or not', async (difference, said) => {
    lines.length = 0;
    const server = await open('http://one', new InProcessBus(log), { now: () => Date.now() + difference });
    // Told again only when it was right meanwhile.
    await server.homes.leave();
    const told = lines.filter((line) => line.includes('The clock of this server'));
    expect(told).toHaveLength(said === undefined ? 0 : 1);
    if (said !== undefined) expect(told[0]).toContain(said);
    expect(server.homes.faults()).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
  });

  test('the last server keeps all', async () => {
    const one = await open('http://one');
    await one.homes.leave();
    expect(own(one)).toHaveLength(SHARDS);
  });

  test('a server that lost its lock cannot change what others have taken over', async () => {
    const bus = new InProcessBus(log);
    const one = await open('http://one', bus);
    const two = await open('http://two', bus);
    await until(() => areShared(one, two));
    const [tenant] = own(one) as [number];
    const before = one.terms.expected(tenant);
    // Another server takes the shard, and this one has not noticed.
    await admin`UPDATE shards SET term = term + 1, server_id = ${two.homes.id as number} WHERE id = ${before?.shard as number}`;
    const change = one.pool.run(async () => 'changed', String(tenant));
    await expect(change).rejects.toMatchObject({ code: 'unavailable' });
    await until(() => !one.homes.has(tenant));
    // And when it has noticed, it works for other tenants.
    const [kept] = own(one) as [number];
    expect(await one.pool.run(async () => 'changed', String(kept))).toBe('changed');
  });

  test('the tenants of a server that is gone are taken over', async () => {
    const bus = new InProcessBus(log);
    const one = await open('http://one', bus);
    const two = await open('http://two', bus);
    await until(() => areShared(one, two));
    const former = one.homes.id as number;
    // As the database does for one that is cut off.
    const [{ key }] = await admin`
      SELECT pid AS key FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
      GROUP BY pid ORDER BY pid LIMIT 1`;
    await admin`SELECT pg_terminate_backend(${key}::int)`;
    await until(() => one.homes.id !== former || two.homes.id !== undefined);
    await until(() => areShared(one, two));
  });

  test('a change that is under way holds its tenant', async () => {
    const bus = new InProcessBus(log);
    const one = await open('http://one', bus);
    const held = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const change = one.pool.run(async () => {
      started.resolve();
      await held.promise;
    }, '3');
    await started.promise;
    const two = await open('http://two', bus);
    await until(() => own(one).length < SHARDS || two.homes.id !== undefined);
    expect(two.homes.has(3)).toBe(false);
    held.resolve();
    await change;
    await until(() => areShared(one, two));
  });
});
