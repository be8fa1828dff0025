import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInBrowser, useBrowser, type View } from './browser.ts';
import { arabic, english, gallery, LOOKS, mail } from './gallery.ts';

const isWanted = Bun.env.UPDATE_SCREENSHOTS === '1';
const folder = join(tmpdir(), 'galley-screenshots');

const VIEWS: Record<string, View> = {
  desktop: { width: 700 },
  mobile: { width: 360 },
  dark: { width: 700, isDark: true },
};

const mails = [
  ...Object.entries(gallery(english)).map(([name, blocks]) => ({ name, blocks, settings: {} })),
  ...Object.entries(gallery(english)).map(([name, blocks]) => ({
    name: `tint-${name}`,
    blocks,
    settings: LOOKS['on a tint'],
  })),
  ...Object.entries(gallery(arabic)).map(([name, blocks]) => ({
    name: `rtl-${name}`,
    blocks,
    settings: { locale: 'ar' },
  })),
];

/** Pictures to look at, not to compare: UPDATE_SCREENSHOTS=1 writes all of them to a temporary folder; else one is taken. */
describeInBrowser('pictures of the gallery', () => {
  const viewer = useBrowser();
  test('are taken', async () => {
    if (isWanted) mkdirSync(folder, { recursive: true });
    for (const { name, blocks, settings } of isWanted ? mails : mails.slice(0, 1)) {
      const html = await mail(blocks, settings);
      for (const [kind, view] of Object.entries(VIEWS)) {
        const page = await viewer.show(html, view);
        // A full-page screenshot of a page from right to left starts at the wrong edge; a tall window has no edges.
        const height = Math.ceil(Number(await page.evaluate('document.documentElement.scrollHeight')));
        await page.setViewport({ width: view.width, height });
        const bytes = await page.screenshot();
        expect(bytes.byteLength).toBeGreaterThan(5_000);
        if (isWanted) await Bun.write(join(folder, `${name}-${kind}.png`), bytes);
      }
    }
    if (isWanted) process.stderr.write(`The pictures are in ${folder}\n`);
  }, 60_000);
});
