import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import { setBrand } from '../../src/features/projects/index.ts';
import { STARTERS } from '../../src/mail/starters/choose-starter.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser, openBrowserContext, START_MS } from '../browser/browser.ts';
import { BASE_URL, readMail } from '../features/rendering/press.ts';
import { adminScope, createTestApp, type TestApp } from '../support/test-app.ts';

/** Where the pictures of all starters are written, to look at. */
const FOLDER = join(import.meta.dir, '../../dist/e2e/starters');

const VIEWS = {
  wide: { width: 700, scheme: 'light' },
  phone: { width: 360, scheme: 'light' },
  dark: { width: 700, scheme: 'dark' },
};

interface Seen {
  /** Pictures that were not loaded. */
  missing: string[];
  scrollWidth: number;
  height: number;
  /** The lowest button. */
  buttonHeight: number;
}

const LOOK = `({
  missing: [...document.images].filter((image) => image.naturalWidth === 0).map(({ src }) => src),
  scrollWidth: document.documentElement.scrollWidth,
  height: Math.ceil(document.documentElement.scrollHeight),
  buttonHeight: Math.min(...[...document.querySelectorAll('td[role=presentation] > a')].map((a) => a.getBoundingClientRect().height)),
})`;

describeInBrowser('the starters, from the gallery to the mail', () => {
  let app: TestApp;
  let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    app = await createTestApp({ base_url: BASE_URL });
    tenant = await app.openTenant('gallery');
    const brand = { company_name: 'Fernhill Gardens', colors: { primary: '#0f6b4f' } };
    const { project_id } = app.first;
    await perform(setBrand, app.deps, adminScope, { project_id, tenant: 'gallery', brand });
    context = await openBrowserContext();
    page = await context.newPage();
    await page.setRequestInterception(true);
    page.on('request', async (request) => {
      if (!request.url().startsWith(BASE_URL)) return request.abort();
      const answer: Response = await app.http.handle(new Request(request.url()));
      const contentType = answer.headers.get('content-type') ?? '';
      await request.respond({ status: answer.status, contentType, body: Buffer.from(await answer.bytes()) });
    });
  }, START_MS);
  afterAll(async () => {
    await context?.close();
    await app?.stop();
  });

  const ask = (path: string, body: object) =>
    app.request('POST', `${tenant.base}${path}`, { token: tenant.token, body });

  test.each([...STARTERS])('%s', async (starter) => {
    const { id } = (await ask('/templates', { starter })).body.data;
    const { html, warnings } = readMail(await ask(`/templates/${id}/export`, {}));
    expect(warnings).toEqual([]);
    for (const [name, { width, scheme }] of Object.entries(VIEWS)) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.setViewport({ width, height: 900 });
      await page.setContent(html, { waitUntil: 'load' });
      const seen = (await page.evaluate(LOOK)) as Seen;
      expect([name, seen.missing, seen.scrollWidth <= width]).toEqual([name, [], true]);
      expect([name, seen.buttonHeight >= 44]).toEqual([name, true]);
      await page.setViewport({ width, height: seen.height });
      const bytes = await page.screenshot();
      expect(bytes.byteLength).toBeGreaterThan(10_000);
      await Bun.write(join(FOLDER, `${starter}-${name}.png`), bytes);
    }
  });
});
