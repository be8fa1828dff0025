import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ demo: 'local' });
});
afterAll(() => app.stop());

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const ask = (host: string, path: string, { method = 'GET', headers = BROWSER as object } = {}) =>
  app.handle(new Request(`http://${host}${path}`, { method, headers: { host, ...headers } }));

describe('a page that is requested at an IP address of this machine', () => {
  test.each([
    '/',
    '/dashboard',
    '/dashboard/link?x=a%20b',
    '/dashboard/editor',
    '/demo',
    '/docs',
    '/docs/install',
    '/openapi',
  ])('%s is shown at localhost', async (path) => {
    for (const method of ['GET', 'HEAD'])
      for (const host of ['127.0.0.1:4100', '[::1]:4100']) {
        const { status, headers } = await ask(host, path, { method });
        expect([status, headers.get('location')]).toEqual([307, `//localhost:4100${path}`]);
        expect(headers.get('cache-control')).toBe('no-store');
      }
    expect((await ask('localhost:4100', path)).status).toBe(200);
  });

  test('keeps the port of the request, which may be that of a tunnel', async () => {
    expect((await ask('127.0.0.1:9999', '/dashboard')).headers.get('location')).toBe(
      '//localhost:9999/dashboard',
    );
    expect((await ask('127.0.0.1', '/dashboard')).headers.get('location')).toBe('//localhost/dashboard');
  });

  test('cannot be led to another host', async () => {
    for (const path of ['//evil.example/dashboard', '/dashboard//evil.example', '/dashboard/@evil.example']) {
      const location = (await ask('127.0.0.1:4100', path)).headers.get('location');
      if (location !== null) expect(new URL(location, 'http://127.0.0.1:4100').host).toBe('localhost:4100');
    }
  });
});

describe('not redirected', () => {
  test.each([
    '/api/v1/health',
    '/api/v1/ready',
    '/health/live',
    '/api/v1/mcp',
    '/media/x/y.png',
    '/openapi/json',
    '/dashboard/files/x.js',
    '/dashboard/mail-frame',
    '/llms.txt',
    '/app/x',
    '/nowhere',
  ])('%s', async (path) => {
    expect((await ask('127.0.0.1:4100', path)).status).not.toBe(307);
  });

  test('what programs ask for, other methods, and requests through a proxy, whose users have other addresses', async () => {
    expect((await ask('127.0.0.1:4100', '/', { headers: { accept: '*/*' } })).status).toBe(200);
    expect((await ask('127.0.0.1:4100', '/dashboard', { headers: {} })).status).toBe(200);
    expect((await ask('127.0.0.1:4100', '/dashboard', { method: 'POST' })).status).toBe(405);
    const forwarded = { ...BROWSER, 'x-forwarded-for': '192.0.2.1' };
    expect((await ask('127.0.0.1:4100', '/dashboard', { headers: forwarded })).status).toBe(200);
  });

  test.each([
    { base_url: 'http://127.0.0.1:4100' },
    { base_url: 'http://localhost:4100' },
    { host: '192.0.2.1' },
  ])('with %p', async (settings) => {
    const other = await createTestApp(settings);
    const request = new Request('http://127.0.0.1:4100/dashboard', {
      headers: { host: '127.0.0.1:4100', ...BROWSER },
    });
    expect((await other.handle(request)).status).toBe(200);
    await other.stop();
  });
});
