import { expect, test } from 'bun:test';
import { goldenCases } from '../mail/render/golden-cases.ts';
import { findSerious } from './axe-verdicts.ts';
import { describeInBrowser, useBrowser, type View } from './browser.ts';
import { arabic, english, gallery, LOOKS, mail } from './gallery.ts';

const DESKTOP: View = { width: 700 };

/** Other views, and longer mails, are tested in accessibility.all.test.ts. */
describeInBrowser('accessibility', () => {
  const viewer = useBrowser();

  test('the rules find what is wrong', async () => {
    const html =
      '<!doctype html><html lang="en"><title>x</title><body><img src="https://x.example/a.png"></body>';
    const found = await findSerious(viewer, html, DESKTOP);
    expect(found.join()).toContain('image-alt');
  });

  const themes = Object.entries(LOOKS).flatMap(([look, settings]) =>
    Object.entries(gallery(english, settings)).map(([theme, blocks]) => ({ theme, look, blocks, settings })),
  );
  test.each(themes)('$theme $look', async ({ blocks, settings }) => {
    const html = await mail(blocks, settings);
    expect(await findSerious(viewer, html, DESKTOP)).toEqual([]);
  });

  test.each(Object.entries(gallery(arabic)))('%s from right to left', async (_theme, blocks) => {
    const html = await mail(blocks, { locale: 'ar' });
    expect(await findSerious(viewer, html, DESKTOP)).toEqual([]);
  });

  // Colors in these are what an author might choose, legible or not.
  const ofAuthors = ['color-contrast'];

  test.each(Object.entries(goldenCases))('golden case %s', async (_name, { blocks, settings, options }) => {
    const html = await mail(blocks, settings, options);
    expect(await findSerious(viewer, html, DESKTOP, ofAuthors)).toEqual([]);
  });
});
