import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

let app: TestApp;
let port: number;
let picture: string;
beforeAll(async () => {
  app = await createTestApp({ demo: 'public' });
  port = app.listen();
  const tenant = await app.openTenant();
  const body = new FormData();
  body.set('file', new File([SVG], 'a.svg', { type: 'image/svg+xml' }));
  const uploaded = await tenant.request('POST', '/media/upload', { body });
  picture = new URL(uploaded.body.data.url).pathname;
});
afterAll(() => app.stop());

const MARKUP = /^(text\/html|application\/xhtml|image\/svg|text\/xml|application\/xml)/;

test('every answer with markup says what it may run, load and be framed by', async () => {
  const paths = app.http.routes.map(({ path }) => path.replaceAll(/:\w+|\*/g, 'x'));
  const found: string[] = [];
  for (const path of new Set([...paths, picture])) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } });
    if (!MARKUP.test(response.headers.get('content-type') ?? '')) continue;
    found.push(path);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'none'")]);
    expect([path, response.headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect([path, scripts]).toEqual([path, expect.not.stringMatching(/unsafe-(inline|eval)|\*/)]);
    if (policy.includes('sandbox')) continue;
    expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
    expect([path, policy]).toEqual([path, expect.stringContaining("base-uri 'none'")]);
    expect([path, response.headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
  }
  const dashboard = ['/', '/dashboard', '/dashboard/editor', '/dashboard/mail-frame', '/dashboard/x'];
  expect(found.sort()).toEqual([...dashboard, '/demo', '/docs', '/docs/x', '/openapi', picture].sort());
});

test('the scripts of the demo have a nonce, which is new in every answer', async () => {
  const load = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/demo`);
    const nonce =
      /'nonce-([^']{20,})'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    const text = await response.text();
    expect(text.match(/<script/g)?.length).toBe(text.split(`nonce="${nonce}"`).length - 1);
    return nonce;
  };
  expect(await load()).not.toBe(await load());
});

test('the host of a request cannot add to the policy of the demo', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/demo`, { headers: { host: "x'; script-src *" } });
  expect(response.headers.get('content-security-policy') ?? '').not.toContain('script-src *');
});
