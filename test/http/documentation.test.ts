import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { VERSION } from '../../src/platform/version.ts';
import { type Answer, createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Addresses a page refers to, relative to the server. */
const linksOf = ({ text }: Answer) =>
  [...text.matchAll(/(?:href|src)="([^"#]*)"/g)]
    .map(([, link]) => link as string)
    .filter((link) => !link.startsWith('data:'));

describe('the start page', () => {
  test.each(['application/json', '*/*', undefined])('answers Accept: %p with JSON', async (accept) => {
    const { status, body, headers } = await app.request('GET', '/', {
      headers: accept === undefined ? {} : { accept },
    });
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      200,
      'application/json',
      expect.stringContaining('Accept'),
    ]);
    expect(body).toMatchObject({
      name: 'galley',
      version: VERSION,
      links: { '/openapi': expect.any(String) },
    });
  });

  test('tells caches that it depends on Accept and on the origin', async () => {
    const restricted = await createTestApp({ cors_origins: ['https://app.example'] });
    const { headers } = await restricted.request('GET', '/', { headers: { origin: 'https://app.example' } });
    expect(headers.get('vary')).toBe('Accept, Origin');
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    await restricted.stop();
  });

  test('every link of it leads somewhere', async () => {
    const { body } = await app.request('GET', '/');
    for (const path of Object.keys(body.links)) {
      const { status } = await app.request('GET', path);
      // The tool server is for POST.
      expect([path, status]).toEqual([path, path === '/api/v1/mcp' ? 405 : 200]);
    }
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s is refused', async (method) => {
    const { status, headers, body } = await app.request(method, '/');
    expect([status, headers.get('allow'), body.code]).toEqual([405, 'GET, HEAD', 'method_not_allowed']);
  });
});

describe('the viewer of the API', () => {
  test('runs nothing from elsewhere', async () => {
    const path = '/openapi';
    const page = await app.request('GET', path, { headers: BROWSER });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/https?:|unsafe|\*/);
    expect(page.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(page.text).not.toMatch(/<script>|<style>|style="|onload=/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('its files are there, with their types', async () => {
    const page = await app.request('GET', '/openapi', { headers: BROWSER });
    const files = linksOf(page).filter((link) => link !== 'openapi/json');
    expect(files.length).toBe(3);
    for (const file of files) {
      const { status, headers, text } = await app.request('GET', `/${file}`);
      const type = file.includes('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
      expect([file, status, headers.get('content-type'), text.length > 0]).toEqual([file, 200, type, true]);
    }
    expect((await app.request('GET', '/openapi/no-such-file.js')).status).toBe(404);
    expect((await app.request('GET', '/openapi/../package.json')).status).toBe(404);
  });
});
