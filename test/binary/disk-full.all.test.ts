import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAvailable, mount } from '../../scripts/test-tools.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import {
  askGalley,
  type Credentials,
  createTestDirectory,
  exchangeToken,
  GUARD_MS,
  openTenant,
  runGalley,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);
const KB = 1024;
const DISK = '24m';

let place: TestDirectory;
let disk: string;
let server: Server;
let tenant: Tenant;
let credentials: Credentials;
/** Acknowledged contents and names by template. */
const kept = new Map<string, { name: string; content: unknown; version: number }>();

const isFull = { message: expect.stringContaining('disk space'), code: 'storage_full' };

let serial = 0;

/** Creates templates of one size until the disk is full. */
async function fill(kilobytes: number): Promise<void> {
  for (;;) {
    serial += 1;
    const body = { name: `letter ${serial}`, content: sampleContent(serial, kilobytes * KB) };
    const answer = await tenant.call('POST', '/templates', { body });
    if (answer.status !== 201) {
      expect(answer.body).toEqual(isFull);
      expect(answer.status).toBe(507);
      return;
    }
    kept.set(answer.body.data.id, { ...body, version: 1 });
  }
}

/** Fills the disk so far that not even a small template has room. */
async function fillToTheBrim(): Promise<void> {
  for (const kilobytes of [200, 40, 4, 1]) await fill(kilobytes);
}

/** Everything acknowledged is there, and nothing else is. */
async function expectKept(): Promise<void> {
  for (const [id, expected] of kept) {
    const { status, body } = await tenant.call('GET', `/templates/${id}`);
    expect([id, status]).toEqual([id, 200]);
    expect(body.data).toMatchObject(expected);
  }
  expect((await tenant.call('GET', '/config')).body.data.template_count).toBe(kept.size);
  const listed = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = cursor === '' ? '/templates' : `/templates?cursor=${encodeURIComponent(cursor)}`;
    const { body } = await tenant.call('GET', path);
    for (const item of body.data) listed.add(item.id);
    cursor = body.meta.next_cursor;
  }
  expect(listed).toEqual(new Set(kept.keys()));
}

describe.skipIf(!isAvailable('the right to mount'))('a full disk', () => {
  beforeAll(async () => {
    place = createTestDirectory();
    disk = join(place.dir, 'galley-data');
    mkdirSync(disk, { mode: 0o700 });
    expect(mount(`size=${DISK},mode=0700`, disk)).toBe(true);
    credentials = await askGalley(place, 'init');
    writeFileSync(join(disk, 'filler'), Buffer.alloc(4 * KB * KB));
    server = await startServer(place);
    tenant = await openTenant(server.url, credentials);
  });
  afterAll(async () => {
    await server?.kill();
    Bun.spawnSync(['umount', disk]);
    place?.remove();
  });

  test('writing ends in 507, and nothing acknowledged is lost', async () => {
    await fillToTheBrim();
    expect(kept.size).toBeGreaterThan(20);
    await expectKept();
  });

  test('reading goes on', async () => {
    expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200);
    const [id] = [...kept.keys()];
    for (const path of ['/config', '/templates?search=letter', `/templates/${id}/snapshots`]) {
      expect([path, (await tenant.call('GET', path)).status]).toEqual([path, 200]);
    }
  });

  test('a known tenant gets a token, a new one 507', async () => {
    expect((await exchangeToken(server.url, credentials, 'default')).status).toBe(200);
    // A few more rows may find room in pages that are not full yet.
    let answer = await exchangeToken(server.url, credentials, 'tenant 0');
    for (let n = 1; n < 200 && answer.status === 200; n += 1) {
      answer = await exchangeToken(server.url, credentials, `tenant ${n}`);
    }
    expect(answer.status).toBe(507);
    expect(answer.body).toEqual(isFull);
  });

  test('changes, snapshots and deletions are refused whole', async () => {
    const [id] = [...kept.keys()] as [string];
    const content = sampleContent(9999, 200 * KB);
    const calls: [method: string, path: string, body?: unknown][] = [
      ['PUT', `/templates/${id}`, { content, name: 'half' }],
      ['PUT', `/templates/${id}`, { name: 'half' }],
      ['POST', `/templates/${id}/snapshots`, { content }],
      ['POST', `/templates/${id}/versions`, {}],
      ['DELETE', `/templates/${id}`],
    ];
    for (const [method, path, body] of calls) {
      const answer = await tenant.call(method, path, body === undefined ? {} : { body });
      expect([method, path, answer.status, answer.body]).toEqual([method, path, 507, isFull]);
    }
    expect((await tenant.call('GET', `/templates/${id}/snapshots`)).body.data).toEqual([]);
    await expectKept();
  });

  test('commands through the server say so in one line', async () => {
    const { status, stdout, stderr } = await runGalley(place, ['team', 'create', '--name', 'x'.repeat(250)]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^galley: .*disk space.*\n$/);
    expect(await askGalley(place, 'check')).toMatchObject({ ok: true });
  });

  test('room made by deleting a file is used at once, without a restart', async () => {
    rmSync(join(disk, 'filler'));
    const [id] = [...kept.keys()] as [string];
    const content = sampleContent(8888, 200 * KB);
    const changed = await tenant.call('PUT', `/templates/${id}`, { body: { content, name: 'changed' } });
    expect(changed.status).toBe(200);
    kept.set(id, { content, name: 'changed', version: 2 });
    await fill(40);
    await expectKept();
  });

  test('a larger disk is used at once, without a restart', async () => {
    await fillToTheBrim();
    expect(mount('remount,size=48m', disk)).toBe(true);
    expect((await exchangeToken(server.url, credentials, 'newcomer')).status).toBe(200);
    const [id] = [...kept.keys()] as [string];
    expect((await tenant.call('DELETE', `/templates/${id}`)).status).toBe(204);
    kept.delete(id);
    await fill(200);
    await expectKept();
  });

  test('a server that stops and starts on a full disk loses nothing', async () => {
    await fillToTheBrim();
    expect(await server.stop()).toBe(0);
    const log = server.stderr();
    expect(log).not.toMatch(/^\s+at /m);
    server = await startServer(place);
    tenant = await openTenant(server.url, credentials);
    await expectKept();
    expect(await askGalley(place, 'check')).toMatchObject({ ok: true, faults: [] });
  });

  test('neither does one that is killed there', async () => {
    await fillToTheBrim();
    await server.kill();
    expect(mount('remount,size=64m', disk)).toBe(true);
    server = await startServer(place);
    tenant = await openTenant(server.url, credentials);
    await expectKept();
    expect(await askGalley(place, 'check')).toMatchObject({ ok: true, faults: [] });
    expect(await server.stop()).toBe(0);
  });

  test('a server that cannot even open its files there says why, and starts once there is room', async () => {
    Bun.spawnSync(['dd', 'if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4k'], { stderr: 'ignore' });
    for (const args of [['serve', '--port', '0'], ['check'], ['init', '--data', join(disk, 'second')]]) {
      const { status, stderr } = await runGalley(place, args);
      expect([args, status]).toEqual([args, 1]);
      expect(stderr).toMatch(/^galley: [^\n]*disk space[^\n]*\n$/);
    }
    rmSync(join(disk, 'filler'));
    server = await startServer(place);
    tenant = await openTenant(server.url, credentials);
    await expectKept();
  });
});
