import { expect, test } from 'bun:test';
import { describeInBrowser, useBrowser } from './browser.ts';
import { arabic, english, gallery, LOOKS, mail } from './gallery.ts';

interface Contrast {
  text: string;
  color: string;
  background: string;
  contrast: number;
  isLarge: boolean;
}

/** Texts that cannot be read well (WCAG 2.2, 1.4.3). */
const illegible = (texts: Contrast[]) =>
  texts.filter(({ contrast, isLarge }) => contrast < (isLarge ? 3 : 4.5));

describeInBrowser('contrast', () => {
  const viewer = useBrowser();

  const mails = Object.entries(LOOKS).flatMap(([look, settings]) =>
    [
      ...Object.entries(gallery(english, settings)).map(([theme, blocks]) => ({ theme, blocks, settings })),
      ...Object.entries(gallery(arabic, settings)).map(([theme, blocks]) => ({
        theme: `${theme} from right to left`,
        blocks,
        settings: { ...settings, locale: 'ar' },
      })),
    ].map((given) => ({ ...given, look })),
  );

  for (const isDark of [false, true]) {
    test.each(mails)(`$theme $look, ${isDark ? 'dark' : 'light'}`, async ({ theme, blocks, settings }) => {
      const html = await mail(blocks, settings);
      const texts = await viewer.ask<Contrast[]>(html, { width: 700, isDark }, 'seen.contrasts()');
      expect(illegible(texts)).toEqual([]);
      if (!theme.startsWith('pictures')) expect(texts.length).toBeGreaterThan(5);
    });
  }

  test('a light mail is dark in dark mode, and light otherwise', async () => {
    const html = await mail(gallery(english).texts ?? []);
    expect(await viewer.ask<number>(html, { width: 700 }, 'seen.pageLight()')).toBe(1);
    expect(await viewer.ask<number>(html, { width: 700, isDark: true }, 'seen.pageLight()')).toBeLessThan(
      0.05,
    );
  });

  test('a dark mail stays as it is', async () => {
    const html = await mail(gallery(english, LOOKS['on a dark page']).texts ?? [], LOOKS['on a dark page']);
    const light = await viewer.ask<Contrast[]>(html, { width: 700 }, 'seen.contrasts()');
    expect(await viewer.ask<Contrast[]>(html, { width: 700, isDark: true }, 'seen.contrasts()')).toEqual(
      light,
    );
  });

  test('light text on a dark block keeps its colors', async () => {
    const blocks = [
      {
        type: 'paragraph',
        content: '<p><span style="color: #ffffff">White</span></p>',
        styles: { padding: { top: 0, right: 0, bottom: 0, left: 0 }, backgroundColor: '#123c2a' },
      },
    ];
    const [white] = await viewer.ask<Contrast[]>(
      await mail(blocks),
      { width: 700, isDark: true },
      'seen.contrasts()',
    );
    expect(white).toMatchObject({ color: 'rgb(255, 255, 255)', background: 'rgb(18, 60, 42)' });
  });
});
