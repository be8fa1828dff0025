import { expect, test } from 'bun:test';
import { renderHtml } from '../../src/mail/render/index.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import { goldenCases } from '../mail/render/golden-cases.ts';
import { showWithAxe } from './axe-verdicts.ts';
import { describeInBrowser, type MailViewer, useBrowser, type View } from './browser.ts';
import { arabic, english, gallery, LOOKS, mail } from './gallery.ts';
import { assets } from './pictures.ts';

const DESKTOP: View = { width: 700 };
const EVERY_VIEW: View[] = [DESKTOP, { width: 360 }, { width: 700, isDark: true }];

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What a serious or critical rule finds, in words; rules for pages with navigation are moderate ones. */
async function findings(viewer: MailViewer, html: string, view: View, without: string[] = []) {
  const page = await showWithAxe(viewer, html, view);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])),
  });
  const result = (await page.evaluate(`axe.run(document, ${options})`)) as { violations: Finding[] };
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`));
}

describeInBrowser('accessibility', () => {
  const viewer = useBrowser();

  test('the rules find what is wrong', async () => {
    const html =
      '<!doctype html><html lang="en"><title>x</title><body><img src="https://x.example/a.png"></body>';
    const found = await findings(viewer, html, DESKTOP);
    expect(found.join()).toContain('image-alt');
  });

  const themes = Object.entries(LOOKS).flatMap(([look, settings]) =>
    Object.entries(gallery(english, settings)).map(([theme, blocks]) => ({ theme, look, blocks, settings })),
  );
  test.each(themes)('$theme $look', async ({ blocks, settings }) => {
    const html = await mail(blocks, settings);
    for (const view of EVERY_VIEW) expect(await findings(viewer, html, view)).toEqual([]);
  });

  test.each(Object.entries(gallery(arabic)))('%s from right to left', async (_theme, blocks) => {
    const html = await mail(blocks, { locale: 'ar' });
    expect(await findings(viewer, html, DESKTOP)).toEqual([]);
  });

  // Colors in these are what an author might choose, legible or not.
  const ofAuthors = ['color-contrast'];

  test.each(Object.entries(goldenCases))('golden case %s', async (_name, { blocks, settings, options }) => {
    const html = await mail(blocks, settings, options);
    expect(await findings(viewer, html, DESKTOP, ofAuthors)).toEqual([]);
  });

  test.each([1, 2, 3])('newsletter %d', async (seed) => {
    const { html } = await renderHtml(sampleContent(seed, 40_000), { assets, title: 'News' });
    expect(await findings(viewer, html, DESKTOP, ofAuthors)).toEqual([]);
  });
});
