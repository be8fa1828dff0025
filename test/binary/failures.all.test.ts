import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BucketServer, bucketSettings, startBucket } from '../../scripts/bucket-server.ts';
import { type PostgresServer, startPostgres, startStandby } from '../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { drawPng } from '../features/media/library.ts';
import { FaultInjector } from '../soak/faults.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { BalancedServers, mayBalance, untilAnswered, Writer } from './balanced-servers.ts';
import { mediaOf } from './media-uploads.ts';
import { GUARD_MS, type Server, type Tenant, waitFor } from './support.ts';

setDefaultTimeout(GUARD_MS);

const isInstalled = mayBalance();

/** Two servers behind a balancer whose clocks differ by two seconds, with a database that has a standby, and a bucket. */
describe.skipIf(!isInstalled)('two servers with all around them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-failures-'));
  let all: BalancedServers;
  let primary: PostgresServer;
  let standby: Awaited<ReturnType<typeof startStandby>>;
  let redis: RedisServer;
  let bucket: BucketServer;
  /** Of each server to the database, to Redis and to the bucket. */
  const toDatabase: TcpProxy[] = [];
  const toRedis: TcpProxy[] = [];
  const toBucket: TcpProxy[] = [];
  let tenants: Tenant[] = [];
  /** Of the clock of the second server. */
  let ahead: FaultInjector | undefined;

  beforeAll(async () => {
    [primary, redis, bucket] = await Promise.all([
      startPostgres({ isReplicated: true }),
      startRedis(),
      startBucket(),
    ]);
    standby = await startStandby(primary);
    ahead = FaultInjector.create(folder);
    ahead?.set({ clockMs: 2_000 });
    const environments: Record<string, string>[] = [];
    for (const number of [0, 1]) {
      const proxies = [primary.port, redis.port, bucket.port].map((port) => startTcpProxy(port));
      const [database, bus, files] = (await Promise.all(proxies)) as [TcpProxy, TcpProxy, TcpProxy];
      toDatabase.push(database);
      toRedis.push(bus);
      toBucket.push(files);
      environments.push({
        ...(number === 1 && ahead?.env),
        GALLEY_DATABASE_URL: `postgres://galley@127.0.0.1:${database.port}/postgres`,
        GALLEY_REDIS_URL: `redis://127.0.0.1:${bus.port}`,
        ...bucketSettings(`http://127.0.0.1:${files.port}`),
      });
    }
    all = await BalancedServers.start(environments);
    tenants = await all.openTenants(['a', 'b', 'c', 'd', 'e', 'f']);
  });
  afterAll(async () => {
    await all?.stop();
    for (const proxy of [...toDatabase, ...toRedis, ...toBucket]) proxy.stop();
    await bucket?.stop();
    await redis?.stop();
    await standby?.stop();
    await primary?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Changes a template of each tenant again and again, and counts what was acknowledged. */
  async function writeDuring(failure: (hasWritten: () => Promise<void>) => Promise<void>): Promise<void> {
    const writers = tenants.map((tenant) => new Writer(tenant));
    /** Resolves when each tenant has been changed after this call. */
    const hasWritten = async () => {
      const before = writers.map(({ acknowledged }) => acknowledged);
      await waitFor('changes of all tenants', () =>
        writers.every(({ acknowledged }, number) => acknowledged > (before[number] as number)),
      );
    };
    await hasWritten();
    await failure(hasWritten);
    await hasWritten();
    for (const writer of writers) await writer.expectNothingLost();
  }

  test('the balancer is killed and comes back', () =>
    writeDuring(async () => {
      await all.balancer.kill();
      await all.balancer.restart();
    }));

  test('a server is cut off from Redis', () =>
    writeDuring(async (hasWritten) => {
      toRedis[0]?.drop();
      await hasWritten();
      toRedis[0]?.heal();
    }));

  test('a server is cut off from the database: the other one does its work', () =>
    writeDuring(async (hasWritten) => {
      toDatabase[0]?.drop();
      await hasWritten();
      toDatabase[0]?.heal();
      await waitFor('the server to be ready again', async () => {
        const answer = await fetch(`${all.servers[0]?.url}/health/ready`).catch(() => undefined);
        return answer?.ok === true;
      });
    }));

  test('the database is killed, and the standby takes its place', () =>
    writeDuring(async () => {
      await primary.kill();
      await standby.promote();
      for (const proxy of toDatabase) proxy.lead(standby.port);
    }));

  test('the bucket is killed and comes back', async () => {
    const tenant = tenants[0] as Tenant;
    const { upload } = mediaOf({ url: all.balancer.url } as Server, tenant);
    const kept: string[] = [];
    const send = async (seed: number) => {
      const answer = await upload(drawPng(seed), `${seed}.png`);
      if (answer.status === 201) kept.push(answer.body.data.url);
      return answer.status;
    };
    expect(await send(1)).toBe(201);
    await bucket.kill();
    expect(await send(2)).toBe(503);
    // Everything else goes on.
    expect((await tenant.call('GET', '/templates')).status).toBe(200);
    // Of the server that works for the tenant.
    const states = all.servers.map(async ({ url }) => (await fetch(`${url}/api/v1/ready`)).text());
    expect((await Promise.all(states)).join()).toContain('degraded');
    const doctor = await all.run(0, 'doctor');
    expect(doctor).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/fault +files .*GALLEY_S3_ENDPOINT/),
    });
    await bucket.restart();
    expect(await send(3)).toBe(201);
    expect(kept).toHaveLength(2);
    for (const url of kept) {
      const file = await fetch(url.replace('http://127.0.0.1', all.balancer.url));
      expect([file.status, (await file.bytes()).length > 0]).toEqual([200, true]);
    }
    const listed = await mediaOf({ url: all.balancer.url } as Server, tenant).list();
    expect(listed).toHaveLength(2);
  });

  test('the servers are cut off from the bucket: uploads are refused, everything else goes on', () =>
    writeDuring(async (hasWritten) => {
      const { upload, list } = mediaOf({ url: all.balancer.url } as Server, tenants[1] as Tenant);
      expect((await upload(drawPng(4), '4.png')).status).toBe(201);
      for (const proxy of toBucket) proxy.drop();
      const refused = upload(drawPng(5), '5.png');
      await hasWritten();
      expect((await refused).status).toBe(503);
      for (const proxy of toBucket) proxy.heal();
      expect((await untilAnswered(() => upload(drawPng(6), '6.png'))).status).toBe(201);
      expect((await list()).map(({ filename }) => filename).toSorted()).toEqual(['4.png', '6.png']);
    }));

  test('a clock that differs by more than two seconds is told', async () => {
    const said = () =>
      all.servers[1]?.stderr().includes('seconds ahead of that of the database. Synchronize both');
    expect(said()).toBe(false);
    if (ahead === undefined) return;
    ahead.set({ clockMs: 5_000 });
    await waitFor('the warning', () => said() === true);
  });
});
