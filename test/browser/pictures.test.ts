import { expect, test } from 'bun:test';
import type { Loose } from '../mail/render/rendering.ts';
import { describeInBrowser, useBrowser } from './browser.ts';
import { mail } from './gallery.ts';

interface Box {
  left: number;
  right: number;
  width: number;
  height: number;
}

const loaf = (more: Loose = {}): Loose => ({
  type: 'image',
  src: 'https://pictures.example/1200x600.jpg',
  alt: 'A loaf',
  ...more,
});
const clock = { type: 'countdown', targetDate: '2031-05-01T18:00:00' };
const film = {
  type: 'video',
  url: 'https://video.example/1',
  thumbnailUrl: 'https://pictures.example/p.jpg',
};

/** A block, the widths of its picture on a desktop (content is 580 px wide) and on a phone (340 px). */
const WIDTHS: [name: string, block: Loose, desktop: number, phone: number][] = [
  ['a picture in full width', loaf(), 580, 340],
  ['a small picture', loaf({ width: 240 }), 240, 240],
  ['a picture too wide for its mail', loaf({ width: 900 }), 580, 340],
  ['a picture too wide for a phone', loaf({ width: 500 }), 500, 340],
  ['a video', film, 580, 340],
  ['a small video', { ...film, width: 200 }, 200, 200],
  ['a clock', clock, 580, 340],
];

describeInBrowser('pictures', () => {
  const viewer = useBrowser();
  const picturesOf = (html: string, width: 700 | 360) =>
    viewer.ask<Box[]>(html, { width }, `seen.boxes('img')`);

  test.each(WIDTHS)('%s', async (_name, block, desktop, phone) => {
    const html = await mail([block]);
    const [wide] = await picturesOf(html, 700);
    const [narrow] = await picturesOf(html, 360);
    expect([wide?.width, narrow?.width]).toEqual([desktop, phone]);
    // Proportions are kept.
    const ratio = (box: Box | undefined) => (box?.width ?? 0) / (box?.height ?? 1);
    expect(Math.abs(ratio(wide) / ratio(narrow) - 1)).toBeLessThan(0.02);
  });

  test.each(['left', 'center', 'right'])('%s', async (align) => {
    const [box] = await picturesOf(await mail([loaf({ width: 200, align })]), 700);
    expect(box?.left).toBe({ left: 60, center: 250, right: 440 }[align]);
  });

  test.each(['2', '3', '2-1', '1-2'])('in full width fills its column of %s', async (columns) => {
    const count = columns === '3' ? 3 : 2;
    const children = Array.from({ length: count }, () => [loaf()]);
    const html = await mail([{ type: 'section', columns, children }]);
    const shares = {
      '2': [1 / 2, 1 / 2],
      '3': [1 / 3, 1 / 3, 1 / 3],
      '2-1': [2 / 3, 1 / 3],
      '1-2': [1 / 3, 2 / 3],
    };
    const expected = (shares[columns as keyof typeof shares] ?? []).map((share) => 580 * share - 20);
    const wide = await picturesOf(html, 700);
    for (const [index, width] of expected.entries())
      expect(Math.abs((wide[index]?.width ?? 0) - width)).toBeLessThanOrEqual(2);
    // Below each other, columns are as wide as the phone: so are the pictures in them.
    const narrow = await picturesOf(html, 360);
    expect(narrow.map(({ width }) => width)).toEqual(expected.map(() => 320));
  });

  test('icons have the size of their block, with room between them', async () => {
    const icons = ['github', 'email', 'youtube'].map((platform) => ({
      platform,
      url: 'https://example.com',
    }));
    for (const [iconSize, pixels] of [
      ['small', 24],
      ['medium', 32],
      ['large', 48],
    ] as const) {
      const [first, second] = await picturesOf(
        await mail([{ type: 'social', icons, iconSize, spacing: 7 }]),
        700,
      );
      expect(first).toMatchObject({ width: pixels, height: pixels });
      expect((second?.left ?? 0) - (first?.right ?? 0)).toBe(7);
    }
  });

  test('icons in several rows have room between those, too', async () => {
    const icons = Array.from({ length: 9 }, () => ({ platform: 'github', url: 'https://example.com' }));
    const html = await mail([{ type: 'social', icons, iconSize: 'large', spacing: 10 }]);
    const tops = (await viewer.ask<{ top: number }[]>(html, { width: 360 }, `seen.boxes('img')`)).map(
      ({ top }) => top,
    );
    const rows = [...new Set(tops)];
    expect(rows.length).toBeGreaterThan(1);
    expect((rows[1] ?? 0) - (rows[0] ?? 0)).toBeGreaterThanOrEqual(48 + 6);
  });
});
