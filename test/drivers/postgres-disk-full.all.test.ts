import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { chooseUser, type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable, mount, unmount } from '../../scripts/test-tools.ts';
import { checkIntegrity } from '../../src/features/instance/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

const isInstalled = isAvailable('PostgreSQL', 'the right to mount');
const KB = 1024;
const isFull = { message: expect.stringContaining('disk space'), code: 'storage_full' };

/** A database whose files are on a small disk. */
describe.skipIf(!isInstalled)('a full disk of the database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-tablespace-'));
  const disk = join(folder, 'disk');
  let server: PostgresServer;
  let beside: SQL;
  let app: TestApp;
  let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
  /** Acknowledged templates. */
  const kept = new Map<string, { name: string; content: unknown; version: number }>();

  beforeAll(async () => {
    mkdirSync(disk);
    expect(mount('size=48m', disk)).toBe(true);
    for (const each of [folder, disk]) chooseUser(each);
    server = await startPostgres();
    const admin = new SQL(server.url, { max: 1 });
    await admin.unsafe(`CREATE TABLESPACE small LOCATION '${disk}'`);
    await admin.unsafe('CREATE DATABASE galley TABLESPACE small');
    await admin.close();
    const url = server.url.replace(/postgres$/, 'galley');
    app = await createTestApp({ database_url: url });
    tenant = await app.openTenant();
    beside = new SQL(url, { max: 1 });
  });
  afterAll(async () => {
    await app?.stop();
    await beside?.close();
    await server?.stop();
    unmount(disk);
    rmSync(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown) => tenant.request('POST', path, { body });
  const readiness = async () => {
    // A result holds for two seconds.
    app.clock.advance(2_000);
    const { status, body } = await app.request('GET', '/api/v1/ready');
    return [status, body.reason];
  };

  /** Creates templates of one size until none has room. PostgreSQL would compress other texts. */
  async function fill(bytes: number): Promise<void> {
    for (;;) {
      const text = Buffer.from(crypto.getRandomValues(new Uint8Array(bytes / 2))).toString('hex');
      const body = { name: `letter ${kept.size}`, content: smallContent(text) };
      const answer = await post('/templates', body);
      if (answer.status !== 201) {
        expect([answer.status, answer.body]).toEqual([507, isFull]);
        return;
      }
      kept.set(answer.body.data.id, { ...body, version: 1 });
    }
  }

  /** Everything acknowledged is there, and nothing else. */
  async function expectKept(): Promise<void> {
    for (const [id, expected] of kept) {
      const { status, body } = await tenant.request('GET', `/templates/${id}`);
      expect([status, body.data]).toMatchObject([200, expected]);
    }
    expect((await tenant.request('GET', '/config')).body.data.template_count).toBe(kept.size);
    expect((await perform(checkIntegrity, app.deps, adminScope, {})).faults).toEqual([]);
  }

  /** Takes all blocks that are free. */
  async function fillBeside(): Promise<void> {
    for (const rows of [700, 5]) {
      for (let isDone = false; !isDone; ) {
        await beside
          .unsafe(`INSERT INTO filler SELECT repeat('x', 1500) FROM generate_series(1, ${rows})`)
          .catch((error) => {
            expect(error.errno).toBe('53100');
            isDone = true;
          });
      }
    }
  }

  test('ends writing in 507, and nothing acknowledged is lost', async () => {
    await post('/templates', { name: 'before', content: smallContent() }).then(({ body }) =>
      kept.set(body.data.id, { name: 'before', content: smallContent(), version: 1 }),
    );
    expect(await readiness()).toEqual([200, undefined]);
    await beside.unsafe('CREATE TABLE filler (text text)');
    await fillBeside();
    for (const bytes of [200 * KB, 20 * KB, KB]) await fill(bytes);
    await expectKept();
  });

  test('lets reading go on, and says that the server cannot write', async () => {
    expect((await app.request('GET', '/api/v1/health')).status).toBe(200);
    const [id] = [...kept.keys()];
    for (const path of ['/templates?search=before', `/templates/${id}/snapshots`, '/media/browse']) {
      expect([path, (await tenant.request('GET', path)).status]).toEqual([path, 200]);
    }
    expect(await readiness()).toEqual([503, 'disk_full']);
    expect(await readiness()).toEqual([503, 'disk_full']);
  });

  test('refuses changes whole', async () => {
    const [id] = [...kept.keys()];
    const text = Buffer.from(crypto.getRandomValues(new Uint8Array(100 * KB))).toString('hex');
    const content = smallContent(text);
    for (const [method, path, body] of [
      ['PUT', `/templates/${id}`, { content, name: 'half' }],
      ['POST', `/templates/${id}/snapshots`, { content }],
    ] as const) {
      const answer = await tenant.request(method, path, { body });
      expect([method, path, answer.status, answer.body]).toEqual([method, path, 507, isFull]);
    }
    await expectKept();
  });

  test('is over without a restart when there is room', async () => {
    await beside.unsafe('DROP TABLE filler');
    expect(await readiness()).toEqual([200, undefined]);
    const [id] = [...kept.keys()] as [string];
    const changed = { name: 'after', content: smallContent('after') };
    expect((await tenant.request('PUT', `/templates/${id}`, { body: changed })).status).toBe(200);
    kept.set(id, { ...changed, version: 2 });
    await expectKept();
    expect((await tenant.request('GET', '/templates?search=after')).body.data).toHaveLength(1);
  });
});
