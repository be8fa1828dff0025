import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join, resolve } from 'node:path';
import type { BrowserContext } from 'puppeteer-core';
import { systemClock } from '../../src/platform/clock.ts';
import { describeInBrowser, openBrowserContext, START_MS } from '../browser/browser.ts';
import { startCustomer } from '../sdk/customer.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { listSnippets, readPage } from './pages.ts';

/** In place of the editor, which cannot be installed here: the model of it. */
const EDITOR = `import { EditorModel } from '/vendor/templatical/editor-model.js';
export const init = async (config) => (window.editor = new EditorModel(config));`;

describeInBrowser('docs/editor-providers.md', () => {
  setDefaultTimeout(START_MS);
  let app: TestApp;
  let context: BrowserContext;
  let customer: ReturnType<typeof startCustomer>;
  let product: ReturnType<typeof Bun.serve>;

  beforeAll(async () => {
    context = await openBrowserContext();
    app = await createTestApp({}, { clock: systemClock });
    const galley = `http://127.0.0.1:${app.listen()}`;
    app.deps.baseUrl = galley;
    customer = startCustomer(galley, app.first);
    const [snippet] = listSnippets(await readPage('docs/editor-providers.md'));
    const page = `<!doctype html><meta charset="utf-8"><title>Host page</title>${snippet?.code}`;
    const model = Bun.file(join(resolve(import.meta.dir, '../sdk'), 'editor-model.js'));
    const script = (body: string | Blob) =>
      new Response(body, { headers: { 'content-type': 'text/javascript' } });
    product = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname.endsWith('/editor.js')) return script(EDITOR);
        if (pathname.endsWith('/editor-model.js')) return script(model);
        if (pathname.endsWith('/token')) return fetch(`${customer.url}/token`, { method: 'POST' });
        const html = page.replaceAll('https://galley.example.com', galley);
        return new Response(html, { headers: { 'content-type': 'text/html' } });
      },
    });
  });
  afterAll(async () => {
    await context?.close();
    await product?.stop(true);
    await customer?.stop();
    await app?.realtime.close();
    await app?.stop();
  });

  test('makes a template for a new tenant, opens it when it is there, and saves', async () => {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(String(fault)));
    const open = async () => {
      await page.goto(`http://127.0.0.1:${product.port}/`, { waitUntil: 'load' });
      await page.waitForFunction('window.editor?.template !== undefined');
      return (await page.evaluate('editor.template.id')) as string;
    };
    const made = await open();
    expect(await open()).toBe(made);
    await page.evaluate(`editor.rename('From the page')`);
    const { request } = await app.openTenant('acme');
    expect((await request('GET', `/templates/${made}`)).body.data.name).toBe('From the page');
    expect(faults).toEqual([]);
  });
});
