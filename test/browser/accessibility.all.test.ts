import { expect, test } from 'bun:test';
import { renderHtml } from '../../src/mail/render/index.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import { findSerious } from './axe-verdicts.ts';
import { describeInBrowser, useBrowser, type View } from './browser.ts';
import { english, gallery, LOOKS, mail } from './gallery.ts';
import { assets } from './pictures.ts';

const VIEWS: View[] = [{ width: 360 }, { width: 700, isDark: true }];

describeInBrowser('accessibility', () => {
  const viewer = useBrowser();

  const themes = Object.entries(LOOKS).flatMap(([look, settings]) =>
    Object.entries(gallery(english, settings)).map(([theme, blocks]) => ({ theme, look, blocks, settings })),
  );
  test.each(themes)('$theme $look on a phone and in dark colors', async ({ blocks, settings }) => {
    const html = await mail(blocks, settings);
    for (const view of VIEWS) expect(await findSerious(viewer, html, view)).toEqual([]);
  });

  test.each([1, 2, 3])('newsletter %d', async (seed) => {
    const { html } = await renderHtml(sampleContent(seed, 40_000), { assets, title: 'News' });
    // Colors in these are what an author might choose, legible or not.
    expect(await findSerious(viewer, html, { width: 700 }, ['color-contrast'])).toEqual([]);
  });
});
