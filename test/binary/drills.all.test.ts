import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type BucketServer, bucketSettings, startBucket } from '../../scripts/bucket-server.ts';
import { type Pooler, startPgbouncer } from '../../scripts/pgbouncer-server.ts';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { BalancedServers, mayBalance, Writer } from './balanced-servers.ts';
import { GUARD_MS, type Tenant, waitFor } from './support.ts';

setDefaultTimeout(2 * GUARD_MS);

const isInstalled = mayBalance() && isAvailable('PgBouncer');

/** How long a server is frozen. `GALLEY_FREEZE_SECONDS=95` outlasts every time limit of the servers and the balancer. */
const FREEZE_MS = Number(Bun.env.GALLEY_FREEZE_SECONDS ?? 30) * 1_000;

/** Between two changes of a tenant. */
const PAUSE_MS = 500;

/** What a tenant waits at most, and what its own attempts add to that: each waits 4 seconds for an answer. */
const STALL_MS = 15_000 + 4_000;

const SERVERS = [0, 1, 2];

/** Three servers that reach the database through PgBouncer at its defaults, and each part through a network of its own. */
describe.skipIf(!isInstalled)('three servers in drills', () => {
  let all: BalancedServers;
  let postgres: PostgresServer;
  let pooler: Pooler;
  let redis: RedisServer;
  let bucket: BucketServer;
  /** By part, of each server. */
  const networks = { database: [] as TcpProxy[], redis: [] as TcpProxy[], bucket: [] as TcpProxy[] };
  let toDatabase: TcpProxy;
  let tenants: Tenant[] = [];

  beforeAll(async () => {
    [postgres, redis, bucket] = await Promise.all([
      startPostgres({ isDurable: true }),
      startRedis(),
      startBucket(),
    ]);
    toDatabase = await startTcpProxy(postgres.port);
    pooler = await startPgbouncer(toDatabase.port, 'defaults');
    const pooled = new URL(pooler.urlOf(postgres.url));
    const environments: Record<string, string>[] = [];
    for (const _ of SERVERS) {
      const open = (port: number) => startTcpProxy(port);
      const database = await open(Number(pooled.port));
      const bus = await open(redis.port);
      const files = await open(bucket.port);
      networks.database.push(database);
      networks.redis.push(bus);
      networks.bucket.push(files);
      environments.push({
        GALLEY_DATABASE_URL: Object.assign(new URL(pooled), { port: String(database.port) }).href,
        GALLEY_DATABASE_DIRECT_URL: postgres.url,
        GALLEY_REDIS_URL: `redis://127.0.0.1:${bus.port}`,
        ...bucketSettings(`http://127.0.0.1:${files.port}`),
      });
    }
    all = await BalancedServers.start(environments);
    tenants = await all.openTenants(Array.from({ length: 24 }, (_, number) => `tenant-${number}`));
  });
  afterAll(async () => {
    await all?.stop();
    for (const proxy of [...Object.values(networks).flat(), toDatabase]) proxy?.stop();
    await pooler?.stop();
    await bucket?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  /** Changes a template of each tenant again and again while something fails, and until all tenants go on. */
  async function drill(failure: () => Promise<void>): Promise<number> {
    const writers = tenants.map((tenant) => new Writer(tenant, PAUSE_MS));
    const haveWritten = async () => {
      const before = writers.map(({ acknowledged }) => acknowledged);
      await waitFor('changes of all tenants', () =>
        writers.every(({ acknowledged }, number) => acknowledged > (before[number] as number)),
      );
    };
    await haveWritten();
    await failure();
    await haveWritten();
    for (const writer of writers) await writer.expectNothingLost();
    const longest = Math.max(...writers.map(({ longestStallMs }) => longestStallMs));
    process.stdout.write(`longest stall: ${(longest / 1_000).toFixed(1)} s\n`);
    return longest;
  }

  const isReady = async (number: number) =>
    (await fetch(`${all.servers[number]?.url}/health/ready`).catch(() => undefined))?.ok === true;

  test('a server is frozen: it delays others as long as its lease and its transactions last', async () => {
    const pid = all.servers[0]?.pid as number;
    const stall = await drill(async () => {
      process.kill(pid, 'SIGSTOP');
      await Bun.sleep(FREEZE_MS);
      process.kill(pid, 'SIGCONT');
      await waitFor('the frozen server to be ready', () => isReady(0));
    });
    expect(stall).toBeLessThan(STALL_MS);
  });

  test('PostgreSQL restarts: all tenants go on by themselves', async () => {
    // PgBouncer tries to connect again 15 seconds after it could not.
    await drill(async () => {
      await postgres.kill();
      await Bun.sleep(5_000);
      await postgres.restart();
    });
    await waitFor('all servers to be ready', async () =>
      (await Promise.all(SERVERS.map(isReady))).every(Boolean),
    );
  });

  test('PgBouncer restarts', async () => {
    expect(await drill(() => pooler.restart())).toBeLessThan(STALL_MS);
  });

  test('Redis is flushed, and restarts', async () => {
    const stall = await drill(async () => {
      redis.cli('FLUSHALL');
      await Bun.sleep(2_000);
      await redis.restart();
    });
    expect(stall).toBeLessThan(STALL_MS);
  });

  test.each(['database', 'redis', 'bucket'] as const)(
    'a server is cut off from the %s, which the others reach: it is not ready until it is back',
    async (part) => {
      const stall = await drill(async () => {
        networks[part][1]?.drop();
        await waitFor('the server to say so', async () => !(await isReady(1)));
        await Bun.sleep(5_000);
        networks[part][1]?.heal();
        await waitFor('the server to be ready again', () => isReady(1));
      });
      expect(stall).toBeLessThan(STALL_MS);
    },
  );

  test('the pooler is cut off from the database', async () => {
    await drill(async () => {
      toDatabase.drop();
      await Bun.sleep(10_000);
      toDatabase.heal();
    });
    await waitFor('all servers to be ready', async () =>
      (await Promise.all(SERVERS.map(isReady))).every(Boolean),
    );
  });
});
