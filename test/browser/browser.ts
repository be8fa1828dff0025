import { afterAll, beforeAll, describe } from 'bun:test';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import { isAvailable } from '../../scripts/test-tools.ts';
import { openBrowserContext } from './chromium.ts';
import { drawPicture } from './pictures.ts';

export { openBrowserContext };

export const START_MS = 60_000;

export interface View {
  /** CSS pixels: 700 is a desktop, 360 a phone. */
  width: number;
  isDark?: boolean;
}

const isInstalled = isAvailable('Chromium');

/** Left out where there is no browser. */
export const describeInBrowser = describe.skipIf(!isInstalled);

/** Tools that run in the page, as the global `seen`. */
const inPage = await Bun.file(join(import.meta.dir, 'in-page.js')).text();

export interface MailViewer {
  /** Shows a mail in the one page there is; the mail shown before is gone. */
  show(html: string, view: View): Promise<Page>;
  /** Shows a mail and asks the page something: an expression on `seen` of in-page.js. */
  ask<T>(html: string, view: View, question: string): Promise<T>;
}

/** A page for the tests of a `describe`. It has no network: pictures are drawn here, all else is refused. */
export function useBrowser(): MailViewer {
  let context: BrowserContext | undefined;
  let page: Page | undefined;
  beforeAll(async () => {
    if (!isInstalled) return;
    context = await openBrowserContext();
    page = await context.newPage();
    await answerRequests(page);
  }, START_MS);
  afterAll(() => context?.close());
  const show = async (html: string, view: View) => {
    if (page === undefined) throw new Error('There is no page yet: mails are shown in tests.');
    const scheme = view.isDark === true ? 'dark' : 'light';
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.setViewport({ width: view.width, height: 900 });
    await page.setContent(html, { waitUntil: 'load' });
    await page.evaluate(inPage);
    return page;
  };
  return {
    show,
    async ask<T>(html: string, view: View, question: string) {
      const shown = await show(html, view);
      return (await shown.evaluate(question)) as T;
    },
  };
}

async function answerRequests(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    if (request.resourceType() !== 'image') return request.abort();
    const { body, contentType } = await drawPicture(request.url());
    await request.respond({ status: 200, contentType, body });
  });
}
