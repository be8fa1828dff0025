import { afterEach, expect, test } from 'bun:test';
import type { BrowserContext } from 'puppeteer-core';
import { isDocumented } from '../../src/http/route.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { describeInBrowser, openBrowserContext } from './browser.ts';

const GUARD_MS = 120_000;

let app: TestApp;
let context: BrowserContext | undefined;

afterEach(async () => {
  await context?.close();
  await app.stop();
});

describeInBrowser('the pages of the server', () => {
  test(
    'the API documentation shows every operation and asks no other server',
    async () => {
      app = await createTestApp();
      const port = app.listen();
      context = await openBrowserContext();
      const page = await context.newPage();
      const requested: string[] = [];
      const faults: string[] = [];
      page.on('request', (request) => void requested.push(request.url()));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      page.on('pageerror', (error) => void faults.push(String(error)));
      await page.goto(`http://localhost:${port}/openapi`, { waitUntil: 'load' });
      const { body } = await app.request('GET', '/openapi/json');
      const operations = Object.values<object>(body.paths).flatMap((path) => Object.values(path));
      const groups = new Set(operations.flatMap(({ tags }) => tags as string[]));
      await page.waitForFunction(`document.querySelectorAll('.opblock-tag').length === ${groups.size}`, {
        timeout: GUARD_MS / 2,
      });
      let shown = 0;
      // One after the other: the viewer does not show much more than a hundred operations at once.
      for (const group of groups) {
        const heading = `.opblock-tag[data-tag="${group}"]`;
        await page.evaluate(`document.querySelector('${heading}').click()`);
        await page.waitForSelector('.opblock', { timeout: GUARD_MS / 2 });
        shown += (await page.$$('.opblock')).length;
        await page.evaluate(`document.querySelector('${heading}').click()`);
        await page.waitForFunction("document.querySelector('.opblock') === null", { timeout: GUARD_MS / 2 });
      }
      expect(shown).toBe(
        app.routes.length + app.serverRoutes.length + app.adminRoutes.filter(isDocumented).length,
      );
      await page.evaluate(`document.querySelector('.opblock-tag[data-tag="templates"]').click()`);
      await page.waitForSelector('.opblock-get', { timeout: GUARD_MS / 2 });
      await page.click('.opblock-get .opblock-summary');
      await page.waitForSelector('.opblock-body .responses-table', { timeout: GUARD_MS / 2 });
      const own = `http://localhost:${port}/`;
      const foreign = requested.filter((url) => !url.startsWith(own) && !url.startsWith('data:'));
      expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
    },
    GUARD_MS,
  );
});
