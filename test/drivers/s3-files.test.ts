import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BucketClient } from '../../src/drivers/s3/client.ts';
import { BucketFileStore } from '../../src/drivers/s3/files.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { startS3 } from '../support/s3-server.ts';
import { testFileStore } from './file-store-cases.ts';
import { KeyService, REFUSALS, startPages } from './s3-services.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let folder: string;
let store: BucketFileStore;
let serial = 0;
const logged: string[] = [];
const log = createLogger({ level: 'info', format: 'json', write: (line) => logged.push(line) });

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => {
  s3.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  s3.behave('well');
  logged.length = 0;
  serial += 1;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'galley-files-'));
  store = open();
});

function open(changes: Record<string, string | boolean> = {}, timeoutMs = 5_000): BucketFileStore {
  const settings = { ...s3.settings, files_url: `s3://backups/store-${serial}/files`, files_redirect: false };
  return new BucketFileStore({ ...settings, ...changes }, log, timeoutMs);
}

function makeFile(text: string | Uint8Array): string {
  const path = join(folder, 'to-be-put');
  writeFileSync(path, text);
  return path;
}

testFileStore('files in a bucket', { store: () => store, folder: () => folder });

describe('files in a bucket', () => {
  test('several megabytes arrive byte for byte, whole and in parts', async () => {
    const bytes = new Uint8Array(5_000_000).map((_, index) => (index * 7919) % 251);
    await store.put('t1/large', makeFile(bytes));
    const file = await store.get('t1/large');
    expect(Buffer.compare((await file?.bytes()) as Uint8Array, bytes)).toBe(0);
    const part = await file?.slice(4_999_000, 9_000_000).slice(10, 20).bytes();
    expect(part).toEqual(Buffer.from(bytes.slice(4_999_010, 4_999_020)));
  });

  test('an empty file', async () => {
    await store.put('t1/empty', makeFile(''));
    expect(await store.stat('t1/empty')).toMatchObject({ bytes: 0 });
    expect(await (await store.get('t1/empty'))?.text()).toBe('');
  });

  test('more files than a page of a list has', async () => {
    const service = startPages();
    try {
      const paged = open({ s3_endpoint: service.url.href, files_url: 's3://backups/p' });
      const found = await Array.fromAsync(paged.list(), ({ key, bytes }) => [key, bytes]);
      expect(found).toEqual([
        ['t1/a', 1],
        ['t1/b', 2],
      ]);
    } finally {
      await service.stop(true);
    }
  });

  test('signed addresses give a file to worker processes and redirected clients', async () => {
    await store.put('t1/a', makeFile('hello'));
    const { url } = await store.locate('t1/a');
    expect(await (await fetch(url)).text()).toBe('hello');
    const file = await open({ files_redirect: true }).get('t1/a');
    const address = await file?.redirect?.({ type: 'image/png', disposition: 'inline; filename="a b.png"' });
    const answer = await fetch(address as string);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="a b.png"');
    expect(await answer.text()).toBe('hello');
    expect((await fetch(url.replace(/.$/, url.endsWith('0') ? '1' : '0'))).status).toBe(403);
  });

  test.each(['a b/c', 'a+b', 'ü/日本', "x&y'z", 'p%20q', 'q?r#s', 'lt<gt>"'])('prefix %s', async (prefix) => {
    const odd = open({ files_url: `s3://backups/store-${serial}/${prefix}` });
    await odd.put('t1/a', makeFile('hello'));
    expect(await odd.move('t1/a', 't2/b')).toBe(true);
    expect(await Array.fromAsync(odd.list(), ({ key }) => key)).toEqual(['t2/b']);
    expect(await (await fetch((await odd.locate('t2/b')).url)).text()).toBe('hello');
    await odd.delete('t2/b');
    expect(await Array.fromAsync(odd.list())).toEqual([]);
  });

  test('a request that fails for a moment is tried again', async () => {
    s3.behave({ code: 'SlowDown', status: 503, times: 2 });
    await store.put('t1/a', makeFile('hello'));
    expect(await (await store.get('t1/a'))?.text()).toBe('hello');
    expect(logged).toEqual([]);
  });

  test('the probe stores, reads and removes a file', async () => {
    await store.probe();
    expect(await Array.fromAsync(store.list())).toEqual([]);
  });
});

describe('files that are sent in parts', () => {
  const large = new Uint8Array(20_000_000).map((_, index) => (index * 7919) % 251);

  test('arrive byte for byte', async () => {
    await store.put('t1/large', makeFile(large));
    expect(Buffer.compare((await (await store.get('t1/large'))?.bytes()) as Uint8Array, large)).toBe(0);
    expect(await store.removeUnfinished(Date.now() + 1000)).toBe(0);
  });

  test('a part that fails for a moment is sent again', async () => {
    s3.behave({ code: 'SlowDown', status: 503, method: 'PUT', times: 2 });
    await store.put('t1/large', makeFile(large));
    expect((await store.stat('t1/large'))?.bytes).toBe(large.length);
  });

  test('an upload that fails leaves no parts', async () => {
    s3.behave({ code: 'AccessDenied', status: 403, method: 'PUT' });
    const path = makeFile(large);
    await expect(store.put('t1/large', path)).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(path)).toBe(true);
    s3.behave('well');
    expect(await store.removeUnfinished(Date.now() + 1000)).toBe(0);
    expect(await store.stat('t1/large')).toBeUndefined();
  });

  test('those of a server that was killed are removed, if they are old and below the prefix', async () => {
    const left = (prefix: string) =>
      new BucketClient(`s3://backups/${prefix}`, s3.settings).send({
        ...{ method: 'POST', key: 't1/left', query: { uploads: '' }, doing: 'write', timeoutMs: 5_000 },
      });
    await left(`store-${serial}/files`);
    await left(`other-${serial}`);
    expect(await store.removeUnfinished(Date.now() - 60_000)).toBe(0);
    expect(await store.removeUnfinished(Date.now() + 1000)).toBe(1);
    expect(
      await open({ files_url: `s3://backups/other-${serial}` }).removeUnfinished(Date.now() + 1000),
    ).toBe(1);
  });

  test('a service without a list of unfinished uploads has none to remove, and no fault', async () => {
    s3.behave({ code: 'NotImplemented', status: 501, method: 'GET' });
    expect(await store.removeUnfinished(Date.now())).toBe(0);
    expect([store.fault(), logged]).toEqual([undefined, []]);
  });
});

describe('access keys that are renewed', () => {
  afterEach(() => s3.changeSecret('S3RVER'));
  const none = { s3_access_key_id: '', s3_secret_access_key: '' };
  const profile = (secret: string) =>
    `[other]\naws_access_key_id=x\n[default]\naws_access_key_id = S3RVER\naws_secret_access_key = ${secret}\n`;

  test('a file is read again', async () => {
    const file = join(folder, 'credentials');
    writeFileSync(file, profile('S3RVER'));
    const renewed = open({ ...none, s3_credentials_file: file });
    await renewed.put('t1/a', makeFile('hello'));
    s3.changeSecret('NEXT');
    await expect(renewed.stat('t1/a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(renewed.fault()).toContain('renew the key where it comes from');
    writeFileSync(file, profile('NEXT'));
    expect(await (await renewed.get('t1/a'))?.text()).toBe('hello');
    // Whoever writes it may not write all at once.
    writeFileSync(file, '[default]\naws_access');
    expect(await (await renewed.get('t1/a'))?.text()).toBe('hello');
    expect(logged.join('')).not.toContain('NEXT');
  });

  test('a service is asked before the key ends, and when the bucket refuses it', async () => {
    const token = join(folder, 'token');
    writeFileSync(token, 'of-this-machine\n');
    const keys = new KeyService('of-this-machine');
    try {
      const renewed = open({
        ...none,
        s3_credentials_url: keys.server.url.href,
        s3_credentials_token_file: token,
      });
      await renewed.put('t1/a', makeFile('hello'));
      expect(keys.asked).toBe(1);
      // The former key is refused before it ends.
      keys.secret = 'NEXT';
      s3.changeSecret(keys.secret);
      keys.endsInMs = 60_000;
      expect(await renewed.stat('t1/a')).toMatchObject({ bytes: 5 });
      expect(renewed.fault()).toBeUndefined();
      // One that ends soon is fetched again; if there is no other, it is used on.
      await renewed.stat('t1/a');
      expect(keys.asked).toBe(3);
      writeFileSync(token, 'wrong');
      expect(await renewed.stat('t1/a')).toMatchObject({ bytes: 5 });
    } finally {
      await keys.server.stop(true);
    }
  });

  test.each([
    [
      'a file that is not there',
      { s3_credentials_file: '/nothing/here' },
      'correct GALLEY_S3_CREDENTIALS_FILE',
    ],
    ['a service that is not there', { s3_credentials_url: 'http://127.0.0.1:1/' }, 'Check that address'],
  ])('%s: said in one sentence', async (_what, changes, said) => {
    await expect(open({ ...none, ...changes }).requireReachable()).rejects.toThrow(said);
  });
});

describe('a bucket that cannot be used', () => {
  test.each(REFUSALS)('%s: the probe says what to do', async (_what, refusal, said) => {
    s3.behave(refusal);
    await expect(store.probe()).rejects.toThrow(said);
    expect(store.fault()).toContain(said);
    expect(logged.join('')).not.toContain('S3RVER');
  });

  test('a bucket that does not exist is not a missing file', async () => {
    const other = open({ files_url: 's3://nothing-there/x' });
    await expect(other.stat('t1/a')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(other.requireReachable()).rejects.toThrow('does not exist. Create it');
  });

  test('a real service refuses a wrong secret', async () => {
    const other = open({ s3_secret_access_key: 'wrong' });
    await expect(other.requireReachable()).rejects.toThrow('Correct GALLEY_S3_ACCESS_KEY_ID');
  });

  test('no service, and one that does not answer in time', async () => {
    const away = open({ s3_endpoint: 'http://127.0.0.1:1' });
    await expect(away.get('t1/a')).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 5 },
    });
    expect(away.fault()).toContain('Check GALLEY_S3_ENDPOINT');
    s3.behave('stalls');
    const path = makeFile('x');
    await expect(open({}, 100).put('t1/a', path)).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(path)).toBe(true);
  });

  test('a list that does not end is a bucket that does not answer', async () => {
    const endless = new ReadableStream({ start: (controller) => controller.enqueue('<ListBucketResult>') });
    const service = Bun.serve({ port: 0, fetch: () => new Response(endless) });
    try {
      const stalled = open({ s3_endpoint: service.url.href }, 100);
      await expect(Array.fromAsync(stalled.list())).rejects.toMatchObject({ code: 'unavailable' });
      expect(stalled.fault()).toContain('does not end');
    } finally {
      await service.stop(true);
    }
  });

  test('a service that confirms but stores nothing: the file is not acknowledged', async () => {
    s3.behave('forgets');
    const path = makeFile('hello');
    await expect(store.put('t1/a', path)).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(path)).toBe(true);
    expect(await store.stat('t1/a')).toBeUndefined();
    await expect(store.probe()).rejects.toThrow('does not give back what was stored');
    expect(logged.at(-1)).toContain('does not give back what was stored');
  });

  test('an answer that breaks off is not taken for the file', async () => {
    await store.put('t1/a', makeFile('x'.repeat(1000)));
    const file = await store.get('t1/a');
    s3.behave('breaks off');
    await expect(file?.bytes()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is logged once, and once more when it answers again', async () => {
    s3.behave({ code: 'AccessDenied', status: 403 });
    for (let i = 0; i < 3; i += 1) await store.stat('t1/a').catch(() => undefined);
    expect(store.fault()).toContain('AccessDenied');
    s3.behave('well');
    await store.stat('t1/a');
    expect(store.fault()).toBeUndefined();
    expect(logged).toHaveLength(2);
    s3.behave({ code: 'AccessDenied', status: 403, method: 'DELETE' });
    await store.delete('t1/a').catch(() => undefined);
    await store.stat('t1/a');
    expect(logged).toHaveLength(3);
  });

  test('needs credentials', () => {
    expect(() => open({ s3_access_key_id: '' })).toThrow('needs GALLEY_S3_ACCESS_KEY_ID');
  });
});
