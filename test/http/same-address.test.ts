import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { diagnoseInstance } from '../../src/features/instance/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { adminScope, createTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const isInstalled = isAvailable('PostgreSQL', 'Redis');

describe.skipIf(!isInstalled)('two servers with the same address', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let one: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const settings = { database_url: postgres.url, redis_url: redis.url };
    one = await createTestApp(settings);
    other = await createTestApp(settings, {}, one.first);
    const address = `http://127.0.0.1:${one.listen()}`;
    await one.deps.homes.open(address);
    await other.deps.homes.open(address);
    await until(() => one.deps.homes.others().length === 1);
  });
  afterAll(async () => {
    await other?.stop();
    await one?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  test('requests for tenants of the other one are refused soon, and do not go in circles', async () => {
    const ask = async (tenant: string) => {
      const { client_id, client_secret } = one.first;
      const answer = await one.request('POST', '/api/v1/auth/token', {
        body: { client_id, client_secret, tenant },
      });
      const path = `/api/v1/projects/${one.first.project_id}/tenants/${tenant}/config`;
      return (await one.request('GET', path, { token: answer.body.token })).status;
    };
    const statuses = new Set<number>();
    for (let serial = 0; statuses.size < 2 && serial < 100; serial += 1)
      statuses.add(await ask(`t${serial}`));
    expect([...statuses].sort()).toEqual([200, 503]);
    expect(one.logLines.filter((line) => line.includes('correct its GALLEY_SERVER_ADDRESS'))).toHaveLength(1);
  });

  test('the doctor names the address', async () => {
    const { checks } = await perform(diagnoseInstance, one.deps, adminScope, { is_serving: false });
    expect(checks).toContainEqual({
      check: 'servers',
      status: 'fault',
      message: expect.stringContaining('Give each server a GALLEY_SERVER_ADDRESS of its own'),
    });
  });
});
