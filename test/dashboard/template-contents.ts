import { expect } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { type Dashboard, findBarriers } from './dashboard.ts';

/** Runs if a page shows the text of somebody as HTML. */
export const MARKUP = '<img src=x onerror="document.title=\'hacked\'">';

export const paragraph = (content: string) => ({ type: 'paragraph', content });

export const contentOf = (text: string) => ({
  blocks: [
    paragraph(`<p>${text}</p>`),
    { type: 'image', src: 'https://pictures.example/a.png', alt: MARKUP },
    { type: 'button', text: `Buy ${MARKUP}`, url: 'https://shop.example' },
    // A fault with a fix: a level is left out.
    { type: 'title', level: 1, content: 'News' },
    { type: 'title', level: 3, content: 'Details' },
  ],
  settings: { subject: MARKUP, preheaderText: MARKUP },
});

/** No text was read as HTML, no barrier, no fault. Other views are tested in pages.test.ts. Closes the page. */
export async function expectSound(dashboard: Dashboard, page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.title()).not.toBe('hacked');
  expect(await page.evaluate('document.querySelectorAll("img[src=x]").length')).toBe(0);
  // Pictures of other servers are loaded on a click only; those of the service have another host name in tests.
  const faults = dashboard.faults.filter((fault) => !/pictures\.example|\/images\/drawing/.test(fault));
  expect(faults).toEqual([]);
  await page.close();
}
