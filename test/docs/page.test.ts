import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join, resolve } from 'node:path';
import type { BrowserContext } from 'puppeteer-core';
import { systemClock } from '../../src/platform/clock.ts';
import { describeInBrowser, openBrowserContext, START_MS } from '../browser/browser.ts';
import { startCustomer } from '../sdk/customer.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const root = resolve(import.meta.dir, '../..');
const EDITOR = join(root, 'node_modules/@templatical/editor/dist/cdn');

/** The page of a text, as it stands there. */
async function readPage(file: string): Promise<string> {
  const code = /```html\n([\s\S]*?)```/.exec(await Bun.file(join(root, file)).text())?.[1];
  if (code === undefined) throw new Error(`${file} has no page`);
  return code;
}

describeInBrowser('the page of', () => {
  setDefaultTimeout(START_MS);
  let app: TestApp;
  let context: BrowserContext;
  let galley: string;

  beforeAll(async () => {
    context = await openBrowserContext();
    app = await createTestApp({}, { clock: systemClock });
    app.http.listen({ hostname: '127.0.0.1', port: 0, websocket: app.realtime.websocket } as never);
    galley = `http://127.0.0.1:${app.http.server?.port}`;
    app.deps.baseUrl = galley;
  });
  afterAll(async () => {
    await context?.close();
    await app?.realtime.close();
    await app?.stop();
  });

  test.each([
    ['the README', 'README.md', 'new one'],
    ['the README of the client', 'src/sdk/README.md', 'new two'],
    ['embedding', 'docs/embedding.md', 'new three'],
  ])('%s makes a template for a new tenant, and shows it when it is there', async (_name, file, tenant) => {
    const html = (await readPage(file)).replaceAll('https://galley.example.com', galley).replaceAll('…', 'x');
    const product = startProduct(html, tenant);
    const page = await context.newPage();
    const faults: string[] = [];
    const done: string[] = [];
    page.on('pageerror', (fault) => faults.push(String(fault)));
    page.on('response', (response) => {
      const made = /\/tenants\/[^/]+(\/templates\/?[^/]*)$/.exec(new URL(response.url()).pathname)?.[1];
      if (made === undefined || response.request().method() === 'OPTIONS') return;
      done.push(`${response.status()} ${response.request().method()} ${made}`);
    });
    const { request } = await app.openTenant(tenant);
    const list = async () => (await request('GET', '/templates')).body.data as { id: string }[];
    const shows = async (visits: number) => {
      for (let waited = 0; done.length < visits * 2; waited += 50) {
        if (waited > 20_000) throw new Error([...faults, ...done].join('\n'));
        await Bun.sleep(50);
      }
      await page.waitForSelector('#editor >>> [data-testid=canvas-wrapper]', { visible: true });
    };
    await page.goto(product.url, { waitUntil: 'load' });
    await shows(1);
    const [made, ...others] = await list();
    expect(others).toEqual([]);
    await page.reload({ waitUntil: 'load' });
    await shows(2);
    const { id } = made as { id: string };
    expect(done.map((one) => one.replace(/\?.*/, ''))).toEqual([
      '200 GET /templates',
      '201 POST /templates',
      '200 GET /templates',
      `200 GET /templates/${id}`,
    ]);
    expect([await list(), faults]).toEqual([[made as { id: string }], []]);
    await page.close();
    await product.stop();
  });

  /** A product with this page, and a backend behind it. */
  function startProduct(html: string, tenant: string) {
    const customer = startCustomer(galley, app.first);
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        const { pathname } = new URL(request.url);
        const head = '<!doctype html><meta charset="utf-8"><title>Host page</title>';
        if (pathname === '/') return new Response(head + html, { headers: { 'content-type': 'text/html' } });
        if (pathname.startsWith('/vendor/templatical/')) {
          return new Response(Bun.file(join(EDITOR, pathname.slice('/vendor/templatical'.length))));
        }
        if (!/token$/.test(pathname)) return new Response('nothing here', { status: 404 });
        return fetch(`${customer.url}/token`, { method: 'POST', body: JSON.stringify({ tenant }) });
      },
    });
    const stop = () => Promise.all([server.stop(true), customer.stop()]);
    return { url: `http://127.0.0.1:${server.port}`, stop };
  }
});
