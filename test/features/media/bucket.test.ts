import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createBackup } from '../../../src/features/backups/index.ts';
import { verifyBackup } from '../../../src/features/backups/verify-backup.ts';
import { checkIntegrity, diagnoseInstance } from '../../../src/features/instance/index.ts';
import { sweepFiles } from '../../../src/features/media/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { startS3 } from '../../support/s3-server.ts';
import { adminScope } from '../../support/test-app.ts';
import { drawPng, type Library, openLibrary } from './library.ts';
import { listStored } from './stored.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let library: Library;
beforeAll(async () => {
  s3 = await startS3();
  library = await openLibrary({ ...s3.settings, files_url: 's3://backups/library', trash_days: 0 });
});
afterAll(async () => {
  await library.app.stop();
  s3.stop();
});
beforeEach(() => s3.behave('well'));

const AWAY = { code: 'ServiceUnavailable', status: 503 };
const keys = () => Array.fromAsync(library.app.deps.files.list(), ({ key }) => key);
const readiness = async () => (await library.app.request('GET', '/api/v1/ready')).body;

describe('a library in a bucket', () => {
  test('takes pictures, serves them whole and in parts, and keeps nothing on the disk', async () => {
    const picture = drawPng(1, 900, 700);
    const { url, size, small_url } = await library.upload(picture, 'a.png');
    const whole = await library.fetchMedia(url);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-length')).toBe(String(size));
    expect(Buffer.compare(await whole.bytes(), picture)).toBe(0);
    expect((await library.fetchMedia(small_url as string)).status).toBe(200);
    const part = await library.fetchMedia(url, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`]);
    expect(await part.bytes()).toEqual(picture.slice(10, 20));
    const head = await library.fetchMedia(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    const etag = whole.headers.get('etag') as string;
    expect((await library.fetchMedia(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(await listStored(library.app)).toEqual([]);
    expect(await listStored(library.app, 'incoming')).toEqual([]);
  });

  test('is checked, swept, backed up and found in order by the doctor', async () => {
    const { deps, data } = library.app;
    await library.upload(drawPng(2), 'b.png');
    expect(await perform(checkIntegrity, deps, adminScope, {})).toMatchObject({
      ok: true,
      orphaned_files: 0,
    });
    expect(await sweepFiles(deps)).toMatchObject({ missing: 0, quarantined: 0 });
    const file = join(data, 'galley-1.tar.zst');
    const made = await perform(createBackup, deps, adminScope, { file, passphrase: '' });
    expect(made.warnings.filter((warning) => warning.includes('missing'))).toEqual([]);
    expect(made.media_files).toBe((await keys()).length - 1);
    const access = deps.services.backups.accessTo(data);
    expect(await verifyBackup(deps, { file, access, passphrase: '' })).toEqual([]);
    const { checks } = await perform(diagnoseInstance, deps, adminScope, { is_serving: false });
    expect(checks.find(({ check }) => check === 'files')).toMatchObject({ status: 'ok' });
  });

  test('loses deleted files', async () => {
    const before = await keys();
    const { id } = await library.upload(drawPng(3), 'c.png');
    expect((await keys()).length).toBeGreaterThan(before.length);
    await library.post('delete', { ids: [id] });
    expect(await keys()).toEqual(before);
  });
});

describe('a bucket that is away', () => {
  test('files answer 503 with Retry-After, other work goes on, and the server says that it is degraded', async () => {
    const { url } = await library.upload(drawPng(4), 'd.png');
    s3.behave(AWAY);
    const refused = await library.fetchMedia(url);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await library.tenant.request('GET', '/media/browse')).status).toBe(200);
    expect((await library.tenant.request('GET', '/templates')).status).toBe(200);
    expect(await readiness()).toEqual({ status: 'degraded' });
    s3.behave('well');
    expect((await library.fetchMedia(url)).status).toBe(200);
    expect(await readiness()).toEqual({ status: 'ready' });
  });

  test.each([
    ['refuses', AWAY],
    ['confirms but stores nothing', 'forgets'],
    ['refuses to store', { code: 'AccessDenied', status: 403, method: 'PUT' }],
  ] as const)('that %s: an upload is not acknowledged and leaves no row', async (_what, how) => {
    const rows = (await library.list()).length;
    s3.behave(how);
    const { status, headers, body } = await library.sendUpload(drawPng(5), 'e.png');
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(JSON.stringify(body)).not.toMatch(/s3|bucket|GALLEY/i);
    s3.behave('well');
    expect(await library.list()).toHaveLength(rows);
    expect(await perform(checkIntegrity, library.app.deps, adminScope, {})).toMatchObject({ ok: true });
    expect(await listStored(library.app, 'incoming')).toEqual([]);
  });

  test('the doctor says what to do', async () => {
    s3.behave({ code: 'AccessDenied', status: 403, method: 'DELETE' });
    const { ok, checks } = await perform(diagnoseInstance, library.app.deps, adminScope, {
      is_serving: false,
    });
    expect(ok).toBe(false);
    expect(checks.find(({ check }) => check === 'files')?.message).toContain('no right to delete');
  });

  test('a server with a wrong setting does not start', async () => {
    const start = openLibrary({ ...s3.settings, files_url: 's3://nothing-there/x' });
    await expect(start).rejects.toThrow('does not exist. Create it');
  });
});

test('with redirects, clients load files from the bucket', async () => {
  const other = await openLibrary({ ...s3.settings, files_url: 's3://backups/other', files_redirect: true });
  try {
    const picture = drawPng(6);
    const { url } = await other.upload(picture, 'f.png');
    const answer = await other.fetchMedia(url);
    expect(answer.status).toBe(302);
    const loaded = await fetch(answer.headers.get('location') as string);
    expect(loaded.headers.get('content-type')).toBe('image/png');
    expect(Buffer.compare(await loaded.bytes(), picture)).toBe(0);
  } finally {
    await other.app.stop();
  }
});

test.each([
  ['DELETE', 'no right to delete'],
  ['PUT', 'no right to write'],
])('a bucket that denies %s is told at the start', async (method, said) => {
  s3.behave({ code: 'AccessDenied', status: 403, method });
  const { app } = await openLibrary({ ...s3.settings, files_url: 's3://backups/denied' });
  expect(app.logLines.join('')).toContain(`${said} there. Grant it GetObject, PutObject, DeleteObject`);
  await app.stop();
});
