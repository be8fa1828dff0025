import { afterEach, beforeEach, expect, test } from 'bun:test';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import { EDITOR_BASE } from '../../src/demo/published-editor.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { describeInBrowser, openBrowserContext } from './browser.ts';

const GUARD_MS = 120_000;
const PUBLISHED = resolve(import.meta.dir, '../../node_modules/@templatical/editor/dist/cdn');

let app: TestApp;
let context: BrowserContext | undefined;
/** What the content security policy of the page has refused. */
let violations: string[];
let demoUrl: string;

beforeEach(() => {
  violations = [];
});
afterEach(async () => {
  await context?.close();
  await app.stop();
});

/** Opens the demo; `spoil` changes what the delivery network answers, null: it is not there. */
async function openDemo(spoil: ((text: string) => string) | null): Promise<Page> {
  app = await createTestApp({ demo: 'local' });
  const port = app.listen();
  context = await openBrowserContext();
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    const url = request.url();
    if (!url.startsWith(EDITOR_BASE)) return request.continue();
    if (spoil === null) return request.abort();
    const text = await Bun.file(`${PUBLISHED}/${url.slice(EDITOR_BASE.length)}`).text();
    const headers = { 'access-control-allow-origin': '*' };
    return request.respond({ contentType: 'text/javascript', headers, body: spoil(text) });
  });
  demoUrl = `http://localhost:${port}/demo`;
  await page.goto(demoUrl, { waitUntil: 'load' });
  return page;
}

const waitForNote = (page: Page, text: string) =>
  page.waitForFunction(`document.querySelector('#note').textContent.includes(${JSON.stringify(text)})`, {
    timeout: GUARD_MS / 2,
  });

/** Clicks again if the palette was about to move: it makes room for the toolbar of the block before. */
async function addBlock(page: Page, type: string): Promise<void> {
  const added = `#editor >>> [data-block-type=${type}]`;
  while ((await page.$(added)) === null) {
    const palette = await page.waitForSelector(`#editor >>> [data-palette-type=${type}]`, { visible: true });
    await palette?.click();
    await page.waitForSelector(added, { timeout: 2000 }).catch(() => undefined);
  }
}

describeInBrowser('the demo', () => {
  test(
    'shows the published editor with a new template',
    async () => {
      const page = await openDemo((text) => text);
      await waitForNote(page, 'Live collaboration needs TLS');
      const id = await page.evaluate('location.hash.slice(1)');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(await page.evaluate('document.querySelector("#who").textContent')).toMatch(/^[A-Z][a-z]+$/);
      for (const type of ['paragraph', 'image', 'social', 'table', 'video', 'menu']) {
        await addBlock(page, type);
      }
      expect(violations).toEqual([]);
    },
    GUARD_MS,
  );

  test(
    'opens the template that was changed last, makes none by itself, and tells errors for a while',
    async () => {
      const page = await openDemo((text) => text);
      const isReady = () => waitForNote(page, 'Live collaboration needs TLS');
      const namesShown = () =>
        page.evaluate<[], () => string[]>(
          'Array.from(document.querySelector("#templates").options, ({ text }) => text)' as never,
        );
      await isReady();
      expect(await namesShown()).toEqual(['Template 1']);
      await Promise.all([page.waitForNavigation(), page.click('#new')]);
      await isReady();
      expect(await namesShown()).toEqual(['Template 2', 'Template 1']);
      const id = await page.evaluate('location.hash.slice(1)');
      for (const hash of ['', '#00000000-0000-4000-8000-000000000000']) {
        await page.goto('about:blank');
        await page.goto(`${demoUrl}${hash}`, { waitUntil: 'load' });
        await isReady();
        expect([await namesShown(), await page.evaluate('location.hash.slice(1)')]).toEqual([
          ['Template 2', 'Template 1'],
          id,
        ]);
      }
      await page.click('#connect');
      await page.waitForSelector('dialog[open]');
      expect(await page.evaluate('document.querySelector("#agents pre").textContent')).toContain(
        'claude mcp add',
      );
      await page.keyboard.press('Escape');
      // Of the template that is not there.
      expect(await page.evaluate('document.querySelector("#error span").textContent')).toBe(
        'Template not found.',
      );
      await page.click('#error button');
      expect(await page.evaluate('document.querySelector("#error").hidden')).toBe(true);
      await app.stop();
      await page.click('#new');
      await page.waitForSelector('#error:not([hidden])');
      await page.waitForSelector('#error[hidden]', { timeout: 30_000 });
      expect(violations).toEqual([]);
    },
    GUARD_MS,
  );

  test.each<[string, ((text: string) => string) | null]>([
    ['is not there', null],
    ['is another than was published', (text) => `${text}\nglobalThis.isEvil = true;`],
  ])(
    'shows Galley’s own editor where the published one %s',
    async (_name, spoil) => {
      const page = await openDemo(spoil);
      await waitForNote(page, 'could not be loaded');
      await page.click('#editor galley-editor >>> [data-add=title]');
      const saved = `document.querySelector('galley-editor').shadowRoot.querySelector('.state').textContent === 'Saved'`;
      await page.keyboard.type('Works ');
      const shown = `document.querySelector('galley-editor').shadowRoot.querySelector('iframe').contentDocument.body.innerText`;
      await page.waitForFunction(`${shown}.includes('Works') && ${saved}`);
      expect(await page.evaluate('globalThis.isEvil')).toBeUndefined();
      expect(violations).toEqual([]);
    },
    GUARD_MS,
  );
});
