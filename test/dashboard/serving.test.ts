import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { DASHBOARD_FILES } from '../../src/dashboard/bundle.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** What a browser may have to load before the first page shows, compressed. */
const MAX_FIRST_LOAD = 200 * 1024;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const sizeOf = (name: string) => Buffer.from(DASHBOARD_FILES.files[name]?.gzip ?? '', 'base64').length;
const textOf = (name: string) =>
  new TextDecoder().decode(Bun.gunzipSync(Buffer.from(DASHBOARD_FILES.files[name]?.gzip ?? '', 'base64')));

/** A script and what it imports at once; pages are imported when they are opened. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, next] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
    withImports(next as string, found);
  return found;
}

describe('the page', () => {
  test.each(['/', '/dashboard', '/dashboard/projects/x'])('%s loads files that are there', async (path) => {
    const { status, text, headers } = await app.request('GET', path, { headers: BROWSER });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const links = [...text.matchAll(/(?:src|href)="([^"]*\/files\/[^"]*)"/g)].map(
      ([, link]) => link as string,
    );
    const parts = [...withImports(DASHBOARD_FILES.main)].filter((name) => name !== DASHBOARD_FILES.main);
    expect(links.map((link) => link.split('/').at(-1) as string).toSorted()).toEqual(
      [DASHBOARD_FILES.theme, DASHBOARD_FILES.style, DASHBOARD_FILES.main, ...parts].toSorted(),
    );
    for (const link of links) {
      const { pathname } = new URL(link, `http://localhost${path}`);
      const file = await app.request('GET', pathname);
      expect([pathname, file.status]).toEqual([pathname, 200]);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test('runs only its own scripts, and no page frames it', async () => {
    const { text, headers } = await app.request('GET', '/dashboard', { headers: BROWSER });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    // Pictures have the address of the base URL.
    expect(policy.replace(/img-src [^;]*/, '')).not.toMatch(/https?:|unsafe|\*/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(text).not.toMatch(/<script>|<style|style="|onload=/);
  });

  test('answers programs at / with JSON', async () => {
    const { body } = await app.request('GET', '/');
    expect(body.links).toMatchObject({ '/dashboard': expect.any(String) });
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s is refused', async (method) => {
    const { status, body } = await app.request(method, '/dashboard/x');
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
  });

  test.each(['/dashboard/files/x.js', '/dashboard/files/__proto__', '/dashboard/files/'])(
    '%s does not exist',
    async (path) => {
      expect((await app.request('GET', path)).status).toBe(404);
    },
  );
});

describe('the files', () => {
  test.each(['br', 'gzip', undefined])('compressed as %p hold the same', async (encoding) => {
    const request = new Request(`http://localhost/dashboard/files/${DASHBOARD_FILES.main}`, {
      headers: { 'accept-encoding': encoding ?? 'identity' },
    });
    const response = await app.http.handle(request);
    expect(response.headers.get('content-encoding')).toBe(encoding ?? null);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { brotliDecompressSync, gunzipSync } = await import('node:zlib');
    const plain =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(plain.toString()).toBe(textOf(DASHBOARD_FILES.main));
  });

  test('the first load is small', () => {
    const { main, style, theme } = DASHBOARD_FILES;
    const names = [...withImports(main), style, theme];
    const bytes = names.reduce((sum, name) => sum + sizeOf(name), 0);
    expect(bytes).toBeLessThan(MAX_FIRST_LOAD);
  });

  test('nothing is loaded from elsewhere, and no code is made of texts', () => {
    for (const name of Object.keys(DASHBOARD_FILES.files)) {
      const text = textOf(name);
      expect([name, text.match(/\beval\(|new Function\(|@import|url\(["']?https?:/g)]).toEqual([name, null]);
      expect([name, text.match(/(?:src|href)=["'`]https?:/g)]).toEqual([name, null]);
    }
  });
});

test('the frame for mails has an origin of its own', async () => {
  const { headers } = await app.request('GET', '/dashboard/mail-frame');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^sandbox allow-scripts/);
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(/img-src ([^;]*)/.exec(policy)?.[1]).toBe(
    "'self' data: blob: http://localhost:4100 http://127.0.0.1:4100",
  );
});
