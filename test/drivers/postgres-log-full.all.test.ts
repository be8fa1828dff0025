import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { chooseUser, type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable, mount, unmount } from '../../scripts/test-tools.ts';
import { diagnoseInstance } from '../../src/features/instance/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

const isInstalled = isAvailable('PostgreSQL', 'the right to mount');
/** PostgreSQL ends when it cannot write its log, and cannot start again before there is room. */
describe.skipIf(!isInstalled)('a full disk of the log of the database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-log-'));
  const disk = join(folder, 'disk');
  const filler = join(disk, 'filler');
  let server: PostgresServer;
  let app: TestApp;
  let tenant: Awaited<ReturnType<TestApp['openTenant']>>;

  beforeAll(async () => {
    mkdirSync(disk);
    expect(mount('size=24m', disk)).toBe(true);
    const logFolder = join(disk, 'log');
    mkdirSync(logFolder);
    for (const each of [folder, disk, logFolder]) chooseUser(each);
    server = await startPostgres({ logFolder });
    const admin = new SQL(server.url, { max: 1 });
    await admin.unsafe('CREATE DATABASE galley');
    await admin.close();
    app = await createTestApp({ database_url: server.url.replace(/postgres$/, 'galley') });
    tenant = await app.openTenant();
  });
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
    unmount(disk);
    rmSync(folder, { recursive: true, force: true });
  });

  /** PostgreSQL would compress other texts. */
  function create(name: string) {
    const text = Buffer.from(crypto.getRandomValues(new Uint8Array(10_000))).toString('hex');
    return tenant.request('POST', '/templates', { body: { name, content: smallContent(text) } });
  }

  test('ends in 503 until there is room, and nothing acknowledged is lost', async () => {
    const kept: string[] = [];
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
    for (let number = 0; ; number += 1) {
      const { status, body, headers } = await create(`letter ${number}`);
      if (status === 201) {
        kept.push(body.data.id);
        continue;
      }
      // The first one may still be told that the disk is full.
      if (status === 507) continue;
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
      break;
    }
    expect(await server.running().exited).toBe(1);
    expect((await create('refused')).status).toBe(503);
    expect((await tenant.request('GET', `/templates/${kept[0]}`)).status).toBe(503);
    expect((await app.request('GET', '/api/v1/ready')).status).toBe(503);
    const { checks } = await perform(diagnoseInstance, app.deps, adminScope, {});
    expect(checks.find(({ check }) => check === 'database')).toMatchObject({
      status: 'fault',
      message: expect.stringMatching(/read or write its data \(.+\)\. Check the server of the database/),
    });

    rmSync(filler);
    await server.restart();
    // The server renews its lease within a second.
    let after = await create('after');
    for (let tries = 0; tries < 50 && after.status === 503; tries += 1) {
      await Bun.sleep(100);
      after = await create('after');
    }
    expect(after.status).toBe(201);
    for (const id of kept) expect((await tenant.request('GET', `/templates/${id}`)).status).toBe(200);
    app.clock.advance(2_000);
    expect((await app.request('GET', '/api/v1/ready')).status).toBe(200);
  });
});
