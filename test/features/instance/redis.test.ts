import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type PostgresServer, startPostgres } from '../../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../../scripts/redis-server.ts';
import { isAvailable } from '../../../scripts/test-tools.ts';
import { diagnoseInstance } from '../../../src/features/instance/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

const isInstalled = isAvailable('PostgreSQL', 'Redis');

describe.skipIf(!isInstalled)('a server with Redis', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let app: TestApp;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis('--requirepass', 'secret-word')]);
    const redis_url = redis.url.replace('//', '//:secret-word@');
    app = await createTestApp({ database_url: postgres.url, redis_url });
  });
  afterAll(async () => {
    await app?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  const readiness = async () => {
    const { status, body } = await app.request('GET', '/health/ready');
    return `${status} ${body.status}`;
  };
  const diagnosis = async () => {
    const { checks } = await perform(diagnoseInstance, app.deps, adminScope, { is_serving: false });
    return checks.filter(({ check }) => check === 'redis');
  };
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await Bun.sleep(5);
  };
  const said = (text: string) => app.logLines.filter((line) => line.includes(text)).length;

  test('goes on without it, and says so', async () => {
    expect(await readiness()).toBe('200 ready');
    expect(await diagnosis()).toMatchObject([{ status: 'ok' }]);
    const tenant = await app.openTenant('acme');
    expect(
      (await tenant.request('POST', '/templates', { body: { name: 'One', content: smallContent() } })).status,
    ).toBe(201);

    await redis.kill();
    await until(() => app.deps.bus.fault() !== undefined);
    expect(await readiness()).toBe('200 degraded');
    expect(await diagnosis()).toMatchObject([
      { status: 'fault', message: expect.stringContaining('no server of Redis answers there') },
    ]);
    expect(
      (await tenant.request('POST', '/templates', { body: { name: 'Two', content: smallContent() } })).status,
    ).toBe(201);
    expect((await app.openTenant('other')).token).toBeString();
    for (let times = 0; times < 5; times += 1) {
      await app.request('POST', '/api/v1/auth/token', {
        body: { client_id: app.first.client_id, client_secret: 'wrong', tenant: 'acme' },
      });
    }

    await redis.restart();
    await until(() => app.deps.bus.fault() === undefined);
    expect(await readiness()).toBe('200 ready');
    expect((await tenant.request('GET', '/templates')).body.data).toHaveLength(2);
    expect([said('Redis cannot be reached'), said('Redis can be reached again')]).toEqual([1, 1]);
    expect(said('secret-word')).toBe(0);
  });

  test('diagnoses keys that can be evicted', async () => {
    const cli = (...args: string[]) => redis.cli('-a', 'secret-word', ...args);
    cli('config', 'set', 'maxmemory', '100mb');
    cli('config', 'set', 'maxmemory-policy', 'volatile-lru');
    expect(await diagnosis()).toMatchObject([
      {
        status: 'warning',
        message: expect.stringContaining('counts of rate limits and of failed sign-ins start over'),
      },
    ]);
  });
});
