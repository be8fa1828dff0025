import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Socket } from 'bun';
import { findFreePort } from '../../scripts/free-port.ts';
import { type RedisServer, startRedis } from '../../scripts/redis-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { openRedis } from '../../src/drivers/redis/index.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { CERTIFICATE, KEY } from '../support/certificate.ts';

const isInstalled = isAvailable('Redis');

/** Of a server that is not the first one. */
const db = {
  instanceSecret: async () => new Uint8Array(32),
  transaction: () => Promise.reject(new Error('unexpected')),
};

describe.skipIf(!isInstalled)('a server of Redis that cannot be used', () => {
  let redis: RedisServer;
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => lines.push(line) });
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());

  const messageOf = (url: string) =>
    openRedis(url, { db, log }).then(
      async ({ bus }) => {
        const fault = bus.fault();
        await bus.close();
        return fault === undefined ? 'opened' : `degraded: ${fault}`;
      },
      (error) => error.message as string,
    );

  test('says what to do', async () => {
    lines.length = 0;
    const guarded = await startRedis('--requirepass', 'right-word');
    const at = `127.0.0.1:${guarded.port}`;
    try {
      expect(await messageOf(`redis://:right-word@${at}`)).toBe('opened');
      for (const url of [`redis://:secret-word@${at}`, `redis://${at}`, `redis://nobody:secret-word@${at}`])
        expect(await messageOf(url)).toBe(
          `Redis at ${at} cannot be used: it refuses the user or the password. Correct them in GALLEY_REDIS_URL: redis://USER:PASSWORD@HOST:PORT.`,
        );
      expect(await messageOf(`redis://:right-word@${at}/99`)).toContain('it has no database with the number');
      redis.cli('acl', 'setuser', 'guest', 'on', '>secret-word', '~*', '+@read', '+info');
      expect(await messageOf(`redis://guest:secret-word@127.0.0.1:${redis.port}`)).toContain(
        'has too few rights',
      );
      expect(await messageOf(`rediss://:secret-word@${at}`)).toContain(
        'no server of Redis answers there with TLS',
      );
      expect(await messageOf('redis://:secret-word@127.0.0.1:1')).toContain(
        'degraded: Redis at 127.0.0.1:1 cannot be used: no server of Redis answers',
      );
      expect(lines.join('')).not.toContain('word');
      expect(lines.filter((line) => line.includes('Redis cannot be reached'))).toHaveLength(2);
    } finally {
      await guarded.stop();
    }
  }, 60_000);

  test('has a certificate that is not trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-redis-tls-'));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await Promise.all([Bun.write(cert, CERTIFICATE), Bun.write(key, KEY)]);
    const port = findFreePort();
    const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
    const server = await startRedis('--tls-port', String(port), '--tls-auth-clients', 'no', ...files);
    try {
      expect(await messageOf(`rediss://127.0.0.1:${port}`)).toContain('its certificate is not trusted');
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test('is another program', async () => {
    const web = Bun.serve({ port: 0, fetch: () => new Response('hello') });
    expect(await messageOf(`redis://127.0.0.1:${web.port}`)).toContain(
      'the server does not answer as Redis does',
    );
    await web.stop(true);
  });

  test('is too old', async () => {
    // A proxy that changes what the server says of itself.
    let client: Socket | undefined;
    const data = (_: unknown, bytes: Buffer) =>
      void client?.write(bytes.toString().replace(/redis_version:\d+\.\d+/, 'redis_version:6.0'));
    const server = await Bun.connect({ hostname: '127.0.0.1', port: redis.port, socket: { data } });
    const old = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open(socket) {
          client = socket;
        },
        data: (_, bytes) => void server.write(bytes),
      },
    });
    expect(await messageOf(`redis://127.0.0.1:${old.port}`)).toMatch(
      /^Redis at 127\.0\.0\.1:\d+ is version 6\.0\.\d+\. Galley needs 6\.2 or newer, or Valkey\.$/,
    );
    old.stop(true);
    server.end();
  });

  test('removes keys when its memory is full', async () => {
    lines.length = 0;
    redis.cli('config', 'set', 'maxmemory', '100mb');
    redis.cli('config', 'set', 'maxmemory-policy', 'allkeys-lru');
    expect(await messageOf(redis.url)).toBe('opened');
    redis.cli('config', 'set', 'maxmemory', '0');
    redis.cli('config', 'set', 'maxmemory-policy', 'noeviction');
    expect(lines.join('')).toContain('removes keys when its memory is full (maxmemory-policy allkeys-lru)');
  });

  test('takes no writes for now: messages go on, and limits hold for each server', async () => {
    lines.length = 0;
    const opened = async ({ url, port }: RedisServer, said: string) => {
      expect(await messageOf(url)).toBe('opened');
      expect(lines.pop()).toContain(`Redis at 127.0.0.1:${port} ${said}`);
    };
    redis.cli('config', 'set', 'maxmemory', '1');
    await opened(redis, 'has no memory left: rate limits hold for each server alone meanwhile. Raise');
    redis.cli('config', 'set', 'maxmemory', '0');
    const unsaved = await startRedis('--save', '900 1', '--dir', '/proc');
    unsaved.cli('bgsave');
    while (unsaved.cli('info').includes('rdb_bgsave_in_progress:1')) await Bun.sleep(10);
    await opened(unsaved, 'cannot save its data and so takes no writes');
    await unsaved.stop();
  });

  test('refuses the command that signs in: its answer is told without the password', async () => {
    const odd = await startRedis('--rename-command', 'AUTH', 'SIGNIN');
    const message = await messageOf(`redis://:secret%2Dword@127.0.0.1:${odd.port}`);
    expect(message).toContain("the server does not answer as Redis does (ERR unknown command 'auth'");
    expect(message).not.toContain('secret-word');
    expect(lines.join('')).not.toContain('secret-word');
    await odd.stop();
  });

  test('is one of a cluster', async () => {
    const cluster = await startRedis('--cluster-enabled', 'yes');
    expect(await messageOf(cluster.url)).toContain(
      'it is part of a Redis Cluster, which Galley does not speak.',
    );
    await cluster.stop();
  });
});
