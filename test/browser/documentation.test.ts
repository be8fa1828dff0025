import { afterEach, expect, test } from 'bun:test';
import type { BrowserContext } from 'puppeteer-core';
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
    'the start page leads to the API documentation, which shows groups of operations and asks no other server',
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
      await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load' });
      await Promise.all([page.waitForNavigation(), page.click('a[href="openapi"]')]);
      await page.waitForSelector('.opblock-tag', { timeout: GUARD_MS / 2 });
      const own = `http://127.0.0.1:${port}/`;
      const foreign = requested.filter((url) => !url.startsWith(own) && !url.startsWith('data:'));
      expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
    },
    GUARD_MS,
  );
});
