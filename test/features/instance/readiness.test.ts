import { afterEach, beforeEach, describe, expect } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAvailable, mount, unmount } from '../../../scripts/test-tools.ts';
// On the disk of the data directory; `test/binary/failures.all.test.ts` takes the other engine away.
import { sqliteTest as test } from '../../support/engine.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let root: string;
let data: string;
let app: TestApp;
const start = async () => {
  app = await createTestApp({ data });
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-ready-'));
  data = join(root, 'data');
  mkdirSync(data, { mode: 0o700 });
});
afterEach(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

const statusOf = async (path: string) => (await app.request('GET', `/api/v1${path}`)).status;

/** A result holds for two seconds. */
const wait = () => app.clock.advance(2000);

describe.skipIf(!isAvailable('the right to mount'))('on a small disk', () => {
  beforeEach(async () => {
    expect(mount('size=16m,mode=0700', data)).toBe(true);
    await start();
  });
  afterEach(() => void unmount(data));

  test('a full disk makes the server not ready but alive; with room it is ready again', async () => {
    expect([await statusOf('/health'), await statusOf('/ready')]).toEqual([200, 200]);
    Bun.spawnSync(['dd', 'if=/dev/zero', `of=${join(data, 'filler')}`, 'bs=4k'], { stderr: 'ignore' });
    expect(await statusOf('/ready')).toBe(200);
    wait();
    const answer = await app.request('GET', '/api/v1/ready');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.body).toEqual({
      message: 'The disk is full: the server can read but not write.',
      code: 'unavailable',
      status: 'not_ready',
      reason: 'disk_full',
    });
    expect(await statusOf('/health')).toBe(200);
    rmSync(join(data, 'filler'));
    expect(await statusOf('/ready')).toBe(503);
    wait();
    expect(await statusOf('/ready')).toBe(200);
    expect(existsSync(join(data, 'galley.probe'))).toBe(false);
  });
});

test('a data directory that is gone makes the server not ready, and is logged', async () => {
  await start();
  expect((await app.request('GET', '/api/v1/ready')).body).toEqual({ status: 'ready' });
  renameSync(data, `${data}-gone`);
  writeFileSync(data, '');
  wait();
  const { status, body } = await app.request('GET', '/api/v1/ready');
  expect([status, body.reason]).toEqual([503, 'storage_failed']);
  expect(app.logLines.some((line) => line.includes('the server is not ready'))).toBe(true);
  rmSync(data);
  renameSync(`${data}-gone`, data);
  wait();
  expect(await statusOf('/ready')).toBe(200);
});
