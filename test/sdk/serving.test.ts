import { afterAll, beforeAll, expect, test } from 'bun:test';
import { VERSION } from '../../src/platform/version.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  // The list limits the origins that may call the API; the module itself is public.
  app = await createTestApp({ cors_origins: ['https://app.example.com'] });
});
afterAll(() => app.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.http.handle(new Request(`http://localhost${path}`, { method, headers }));

const SERVED = [
  ['/sdk/galley.js', 'text/javascript; charset=utf-8', 'SdkError'],
  ['/sdk/editor.js', 'text/javascript; charset=utf-8', 'galley-editor'],
  ['/sdk/editor.d.ts', 'text/plain; charset=utf-8', 'export declare function galleyEditor'],
  ['/sdk/galley.d.ts', 'text/plain; charset=utf-8', 'declare class SdkError'],
] as const;

for (const [path, type, text] of SERVED) {
  test(`${path} is for every page, and cheap to ask for again`, async () => {
    const response = await ask(path, { origin: 'https://elsewhere.example' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('cache-control')).toBe('public, no-cache');
    expect(await response.text()).toContain(text);
    const etag = response.headers.get('etag') as string;
    const again = await ask(path, { 'if-none-match': `"other", ${etag}` });
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
  });
}

test('under its version it is kept for a year', async () => {
  const cacheControl = async (version: string) =>
    (await ask(`/sdk/galley.js?v=${version}`)).headers.get('cache-control');
  expect(await cacheControl(VERSION)).toBe('public, max-age=31536000, immutable');
  // Another version's page gets this one, and must not keep it as that one.
  expect(await cacheControl('0.0.1')).toBe('public, no-cache');
});

test('it goes out compressed to who reads that', async () => {
  const plain = await (await ask('/sdk/galley.js')).text();
  const response = await ask('/sdk/galley.js', { 'accept-encoding': 'gzip, br' });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('vary')).toContain('Accept-Encoding');
  const unpacked = Bun.gunzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(new TextDecoder().decode(unpacked)).toBe(plain);
});

test('a page of an origin that is listed gets it too', async () => {
  const response = await ask('/sdk/galley.js', { origin: 'https://app.example.com' });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

for (const path of [
  '/sdk/',
  '/sdk/other.js',
  '/sdk/constructor',
  '/sdk/../package.json',
  '/sdk/galley.js/x',
]) {
  test(`${path} is not there`, async () => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });
}

test('nothing can be written there', async () => {
  expect((await ask('/sdk/galley.js', {}, 'POST')).status).toBe(404);
});
