import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import { type Balancer, findHaproxy, startHaproxy } from '../../scripts/haproxy-server.ts';
import {
  findPostgres,
  type PostgresServer,
  startPostgres,
  startStandby,
} from '../../scripts/postgres-server.ts';
import { findRedis, type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { skipTestsWithout } from '../../scripts/test-tools.ts';
import { drawPng } from '../features/media/library.ts';
import { FaultInjector } from '../soak/faults.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { smallContent } from '../support/test-app.ts';
import { mediaOf } from './media-uploads.ts';
import {
  askGalley,
  createPlace,
  GUARD_MS,
  openTenant,
  type Place,
  type Server,
  startServer,
  type Tenant,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const isInstalled = [findPostgres(), findRedis(), findHaproxy()].every((one) => one !== undefined);
if (!isInstalled) skipTestsWithout('Redis, PostgreSQL or HAProxy');

const S3_KEYS = { GALLEY_S3_ACCESS_KEY_ID: 'S3RVER', GALLEY_S3_SECRET_ACCESS_KEY: 'S3RVER' };

/** Two servers behind a balancer whose clocks differ by two seconds, with a database that has a standby, and a bucket. */
describe.skipIf(!isInstalled)('two servers with all around them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-failures-'));
  const ports = [findFreePort(), findFreePort()];
  const bucketPort = findFreePort();
  const places: Place[] = [];
  const servers: Server[] = [];
  let primary: PostgresServer;
  let standby: Awaited<ReturnType<typeof startStandby>>;
  let redis: RedisServer;
  let balancer: Balancer;
  let bucket: Bun.Subprocess;
  /** Of each server to the database and to Redis. */
  const toDatabase: TcpProxy[] = [];
  const toRedis: TcpProxy[] = [];
  const tenants: Tenant[] = [];
  /** Of the clock of the second server. */
  let ahead: FaultInjector | undefined;

  const startBucket = async () => {
    const script = resolve(import.meta.dir, '../support/s3-process.ts');
    const started = Bun.spawn(['bun', script, folder, String(bucketPort)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await started.stdout.getReader().read();
    bucket = started;
  };

  beforeAll(async () => {
    [primary, redis] = await Promise.all([
      startPostgres({ isReplicated: true }),
      startRedis(),
      startBucket(),
    ]);
    standby = await startStandby(primary);
    ahead = FaultInjector.create(folder);
    ahead?.set({ clockMs: 2_000 });
    for (const number of [0, 1]) {
      const [database, bus] = await Promise.all([startTcpProxy(primary.port), startTcpProxy(redis.port)]);
      toDatabase.push(database);
      toRedis.push(bus);
      const place = createPlace();
      Object.assign(place.env, S3_KEYS, number === 1 ? ahead?.env : {}, {
        GALLEY_DATABASE_URL: `postgres://galley@127.0.0.1:${database.port}/postgres`,
        GALLEY_REDIS_URL: `redis://127.0.0.1:${bus.port}`,
        GALLEY_FILES_URL: 's3://galley/files',
        GALLEY_S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`,
      });
      places.push(place);
    }
    const first = await askGalley(places[0] as Place, 'init');
    for (const [number, place] of places.entries())
      servers.push(
        await startServer(place, ['--port', String(ports[number]), '--base-url', 'http://127.0.0.1']),
      );
    balancer = await startHaproxy(ports);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      tenants.push(await openTenant(balancer.url, first, name));
  });
  afterAll(async () => {
    await balancer?.stop();
    for (const place of places) place.remove();
    for (const proxy of [...toDatabase, ...toRedis]) proxy.stop();
    bucket?.kill('SIGKILL');
    await redis?.stop();
    await standby?.stop();
    await primary?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Changes a template of each tenant again and again, and counts what was acknowledged. */
  async function writeDuring(failure: (hasWritten: () => Promise<void>) => Promise<void>): Promise<void> {
    let isOver = false;
    const acknowledged = tenants.map(() => 0);
    const writers = tenants.map(async (tenant, number) => {
      const { body } = await untilAnswered(() =>
        tenant.call('POST', '/templates', { body: { content: smallContent('number 0') } }),
      );
      let sent = 0;
      while (!isOver) {
        sent += 1;
        const change = { body: { content: smallContent(`number ${sent}`) } };
        const answer = await withinLimit(tenant.call('PUT', `/templates/${body.data.id}`, change));
        if (answer?.status === 200) acknowledged[number] = sent;
        await Bun.sleep(100);
      }
      const after = await untilAnswered(() => tenant.call('GET', `/templates/${body.data.id}`));
      const stored = Number(/number (\d+)/.exec(JSON.stringify(after.body.data.content))?.[1] ?? -1);
      return { sent, stored };
    });
    /** Resolves when each tenant has been changed after this call. */
    const hasWritten = async () => {
      const before = [...acknowledged];
      await waitFor('changes of all tenants', () =>
        acknowledged.every((count, number) => count > (before[number] as number)),
      );
    };
    await hasWritten();
    await failure(hasWritten);
    await hasWritten();
    isOver = true;
    for (const [number, { sent, stored }] of (await Promise.all(writers)).entries()) {
      expect(stored, 'acknowledged changes are lost').toBeGreaterThanOrEqual(acknowledged[number] as number);
      expect(stored).toBeLessThanOrEqual(sent);
    }
  }

  /** Undefined if there is no answer within some seconds: a client would give up too. */
  const withinLimit = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
    Promise.race([asked.catch(() => undefined), Bun.sleep(4_000).then(() => undefined)]);

  async function untilAnswered<Answer extends { status: number }>(
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    for (;;) {
      const answer = await withinLimit(ask());
      if (answer !== undefined && answer.status < 500) return answer;
      await Bun.sleep(50);
    }
  }

  test('the balancer is killed and comes back', () =>
    writeDuring(async () => {
      await balancer.kill();
      await balancer.restart();
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
        const answer = await fetch(`${servers[0]?.url}/health/ready`).catch(() => undefined);
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
    const { upload } = mediaOf({ url: balancer.url } as Server, tenant);
    const kept: string[] = [];
    const send = async (seed: number) => {
      const answer = await upload(drawPng(seed), `${seed}.png`);
      if (answer.status === 201) kept.push(answer.body.data.url);
      return answer.status;
    };
    expect(await send(1)).toBe(201);
    bucket.kill('SIGKILL');
    await bucket.exited;
    expect(await send(2)).toBe(503);
    // Everything else goes on.
    expect((await tenant.call('GET', '/templates')).status).toBe(200);
    // Of the server that works for the tenant.
    const states = servers.map(async ({ url }) => (await fetch(`${url}/api/v1/ready`)).text());
    expect((await Promise.all(states)).join()).toContain('degraded');
    await startBucket();
    expect(await send(3)).toBe(201);
    expect(kept).toHaveLength(2);
    for (const url of kept) {
      const file = await fetch(url.replace('http://127.0.0.1', balancer.url));
      expect([file.status, (await file.bytes()).length > 0]).toEqual([200, true]);
    }
    const listed = await mediaOf({ url: balancer.url } as Server, tenant).list();
    expect(listed).toHaveLength(2);
  });

  test('a clock that differs by more than two seconds is told', async () => {
    const said = () =>
      servers[1]?.stderr().includes('seconds ahead of that of the database. Synchronize both');
    expect(said()).toBe(false);
    if (ahead === undefined) return;
    ahead.set({ clockMs: 5_000 });
    await waitFor('the warning', () => said() === true);
  });
});
