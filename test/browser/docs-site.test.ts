import { expect, test } from 'bun:test';
import { createTestApp } from '../support/test-app.ts';
import { describeInBrowser, openBrowserContext } from './browser.ts';
import { findFaults } from './docs-site.ts';

const GUARD_MS = 120_000;

describeInBrowser('the documentation', () => {
  test(
    'has no barriers and loads nothing from elsewhere',
    async () => {
      const paths = ['docs', 'docs/rest', 'docs/settings', 'docs?q=token', 'docs/nowhere'];
      expect(await findFaults(paths, { width: 1280 })).toEqual([]);
    },
    GUARD_MS,
  );

  test(
    'is read and searched without JavaScript, and is at localhost',
    async () => {
      const app = await createTestApp();
      const port = app.listen();
      const context = await openBrowserContext();
      const page = await context.newPage();
      await page.setJavaScriptEnabled(false);
      await page.goto(`http://127.0.0.1:${port}/docs`, { waitUntil: 'load' });
      expect(page.url()).toBe(`http://localhost:${port}/docs`);
      // Locators of the library wait for scripts of the page.
      await Promise.all([page.waitForNavigation(), page.click('nav a[href="docs/backup"]')]);
      expect(await page.$('nav a[aria-current=page][href="../docs/backup"]')).not.toBeNull();
      await page.type('input[type=search]', 'restore backup');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(page.url()).toBe(`http://localhost:${port}/docs?q=restore+backup`);
      await Promise.all([page.waitForNavigation(), page.click('main li a')]);
      expect(new URL(page.url()).pathname).toBe('/docs/backup');
      expect(new URL(page.url()).hash).not.toBe('');
      await context.close();
      await app.stop();
    },
    GUARD_MS,
  );
});
