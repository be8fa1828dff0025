import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { resolve } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { createTestDirectory, GUARD_MS, runGalley, startServer, type TestDirectory } from './support.ts';

setDefaultTimeout(GUARD_MS);

const isInstalled = isAvailable('PostgreSQL', 'Redis');

/** For localhost, signed by itself, and trusted only where a setting names it. */
const CERTIFICATE = resolve(import.meta.dir, '../fixtures/tls/first.crt');
const KEY = CERTIFICATE.replace('.crt', '.key');

describe.skipIf(!isInstalled)('PostgreSQL and Redis with certificates of a private authority', () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let redisPort: number;
  const places: TestDirectory[] = [];
  beforeAll(async () => {
    redisPort = findFreePort();
    const files = ['--tls-cert-file', CERTIFICATE, '--tls-key-file', KEY, '--tls-ca-cert-file', CERTIFICATE];
    [postgres, redis] = await Promise.all([
      startPostgres({ tls: { cert: CERTIFICATE, key: KEY } }),
      startRedis('--tls-port', String(redisPort), '--tls-auth-clients', 'no', ...files),
    ]);
  });
  afterAll(async () => {
    for (const place of places) place.remove();
    await redis?.stop();
    await postgres?.stop();
  });

  function placeWith(env: Record<string, string> = {}): TestDirectory {
    const place = createTestDirectory();
    places.push(place);
    Object.assign(place.env, {
      GALLEY_DATABASE_URL: `postgres://galley@localhost:${postgres.port}/postgres?sslmode=verify-full`,
      GALLEY_REDIS_URL: `rediss://localhost:${redisPort}`,
      ...env,
    });
    return place;
  }

  test('are used with NODE_EXTRA_CA_CERTS, for all connections', async () => {
    const place = placeWith({ NODE_EXTRA_CA_CERTS: CERTIFICATE });
    const server = await startServer(place);
    expect(await (await fetch(`${server.url}/health/ready`)).json()).toEqual({ status: 'ready' });
    const doctor = JSON.parse((await runGalley(place, ['doctor', '--json'])).stdout);
    expect(doctor.checks).toContainEqual(expect.objectContaining({ check: 'redis', status: 'ok' }));
    expect(redis.cli('client', 'list').match(/name=galley/g)?.length).toBeGreaterThanOrEqual(2);
    const { SQL } = await import('bun');
    const admin = new SQL(postgres.url, { max: 1 });
    const plain = await admin`
      SELECT a.query FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)
      WHERE a.backend_type = 'client backend' AND NOT s.ssl AND a.pid <> pg_backend_pid()`;
    expect([...plain]).toEqual([]);
    await admin.close();
    // A backup is made in another process.
    const backup = await runGalley(place, ['backup', 'backup.tar.zst']);
    expect([backup.status, backup.stderr]).toEqual([0, expect.any(String)]);
    expect(await server.stop()).toBe(0);
  });

  test('are refused without it, with what to do', async () => {
    const refused = await runGalley(placeWith(), ['serve', '--port', '0']);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining(
        `The database localhost:${postgres.port}/postgres cannot be used: its certificate is not trusted, or is for another name. Name its authority in NODE_EXTRA_CA_CERTS`,
      ),
    ]);
    const plain = placeWith({ GALLEY_DATABASE_URL: postgres.url });
    const withoutRedis = await runGalley(plain, ['serve', '--port', '0']);
    expect([withoutRedis.status, withoutRedis.stderr]).toEqual([
      1,
      expect.stringContaining(
        `Redis at localhost:${redisPort} cannot be used: its certificate is not trusted, or is for another name. Name its authority in NODE_EXTRA_CA_CERTS`,
      ),
    ]);
  });
});
