import { describe, expect, test } from 'bun:test';
import type { Loose } from '../mail/render/rendering.ts';
import { describeInBrowser, useBrowser } from './browser.ts';
import { arabic, english, gallery, mail, paragraph } from './gallery.ts';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
}

const BARE = { padding: { top: 0, right: 0, bottom: 0, left: 0 } };
const cell = (text: string): Loose => ({ ...paragraph(text), styles: BARE });
const row = (columns: string, more: Loose = {}): Loose => ({
  type: 'section',
  columns,
  children: ['one', 'two', 'three'].slice(0, columns === '3' ? 3 : 2).map((text) => [cell(text)]),
  styles: BARE,
  ...more,
});

/** Widths in percent of the mail's. */
const LAYOUTS: [columns: string, shares: number[]][] = [
  ['2', [50, 50]],
  ['3', [33.33, 33.33, 33.34]],
  ['2-1', [66.67, 33.33]],
  ['1-2', [33.33, 66.67]],
];

/** The boxes are as wide as these shares of `whole`, within two pixels. */
function expectShares(boxes: readonly Box[], whole: number, shares: readonly number[]) {
  expect(boxes.length).toBe(shares.length);
  for (const [index, share] of shares.entries()) {
    expect(Math.abs((boxes[index]?.width ?? 0) - (whole * share) / 100)).toBeLessThanOrEqual(2);
  }
}

const isBeside = (boxes: readonly Box[]) =>
  boxes.every(({ top }) => Math.abs(top - (boxes[0]?.top ?? 0)) < 2);
const isBelow = (boxes: readonly Box[]) =>
  boxes.every(({ top }, index) => index === 0 || top >= (boxes[index - 1]?.bottom ?? 0) - 1);

describeInBrowser('layout', () => {
  const viewer = useBrowser();
  const cellsOf = (html: string, width: number) =>
    viewer.ask<Record<string, Box>>(html, { width }, 'seen.cells()');

  describe('columns', () => {
    test.each([600, 480, 640])(
      'a mail is %d px wide, in the middle, and as wide as a phone',
      async (width) => {
        const html = await mail([cell('one')], { width });
        const { one } = await cellsOf(html, 700);
        expect(one).toMatchObject({ width, left: (700 - width) / 2 });
        expect((await cellsOf(html, 360)).one).toMatchObject({ width: 360, left: 0 });
      },
    );

    test.each(LAYOUTS)('%s: shares of the width, below each other on a phone', async (columns, shares) => {
      const html = await mail([row(columns)]);
      const wide = Object.values(await cellsOf(html, 700));
      expectShares(wide, 600, shares);
      expect(isBeside(wide)).toBe(true);
      const narrow = Object.values(await cellsOf(html, 360));
      expectShares(
        narrow,
        360,
        shares.map(() => 100),
      );
      expect(isBelow(narrow)).toBe(true);
    });

    test.each(LAYOUTS)('%s: beside each other on a phone when told so', async (columns, shares) => {
      const html = await mail([row(columns, { stackOnMobile: false })]);
      for (const [view, whole] of [
        [700, 600],
        [360, 360],
      ] as const) {
        const boxes = Object.values(await cellsOf(html, view));
        expectShares(boxes, whole, shares);
        expect(isBeside(boxes)).toBe(true);
      }
    });

    test.each(LAYOUTS)('%s: shares of what padding and band leave', async (columns, shares) => {
      const styles = { padding: { top: 5, right: 30, bottom: 5, left: 20 } };
      const wrapper = { backgroundColor: '#dddddd', padding: { top: 9, right: 10, bottom: 9, left: 40 } };
      const html = await mail([row(columns, { styles, wrapper })]);
      const boxes = Object.values(await cellsOf(html, 700));
      expectShares(boxes, 600 - 50 - 50, shares);
      expect(Math.abs((boxes[0]?.left ?? 0) - (50 + 40 + 20))).toBeLessThanOrEqual(2);
    });

    test('a band is as wide as the window, its section is not', async () => {
      const html = await mail([row('2', { wrapper: { backgroundColor: '#dddddd' } })]);
      const [band] = await viewer.ask<Box[]>(
        html,
        { width: 700 },
        `seen.boxes('table').filter(({ text }) => text.includes('one'))`,
      );
      expect(band).toMatchObject({ left: 0, width: 700 });
    });

    test('wide padding at the sides is narrower on phones: of blocks, sections, bands and boxes', async () => {
      const sides = (side: number) => ({ padding: { top: 0, right: side, bottom: 0, left: side } });
      const section = (more: Loose): Loose => ({
        type: 'section',
        columns: '1',
        children: [[cell('one')]],
        styles: BARE,
        ...more,
      });
      const cases: [row: Loose, wide: number, phone: number][] = [
        [section({ children: [[{ ...cell('one'), styles: sides(50) }]] }), 50, 24],
        [section({ styles: sides(32) }), 32, 19],
        [section({ styles: sides(30) }), 30, 30],
        [section({ wrapper: sides(40) }), 40, 24],
        [section({ columnStyles: [{ backgroundColor: '#eeeeee', ...sides(35) }] }), 35, 21],
        [section({ styles: sides(40), backgroundImage: { src: 'https://pictures.example/a.png' } }), 40, 24],
      ];
      for (const [block, wide, phone] of cases) {
        const html = await mail([block]);
        const left = async (width: number, edge: number) => {
          const lines = await viewer.ask<{ text: string; left: number }[]>(html, { width }, 'seen.lines()');
          return Math.round((lines.find(({ text }) => text === 'one')?.left ?? 0) - edge);
        };
        expect([await left(700, 50), await left(360, 0)]).toEqual([wide, phone]);
      }
    });

    test('an empty column keeps its place', async () => {
      const html = await mail([row('3', { children: [[], [cell('two')], []] })]);
      const { two } = await cellsOf(html, 700);
      expect(Math.abs((two?.left ?? 0) - 250)).toBeLessThanOrEqual(2);
    });
  });

  describe('visibility', () => {
    const at = (desktop: boolean, mobile: boolean): Loose => ({ visibility: { desktop, mobile } });
    const kinds: [string, (more: Loose, text: string) => Loose][] = [
      ['a block', (more, text) => ({ ...cell(text), ...more })],
      ['a section', (more, text) => ({ ...row('2', { children: [[cell(text)], []] }), ...more })],
      ['a band', (more, text) => ({ ...row('2', { children: [[cell(text)], []], wrapper: {} }), ...more })],
      ['a block in a column', (more, text) => row('2', { children: [[{ ...cell(text), ...more }], []] })],
    ];
    test.each(kinds)('%s is seen where it may be', async (_kind, make) => {
      const html = await mail([
        make(at(true, false), 'desktop'),
        make(at(false, true), 'mobile'),
        make(at(false, false), 'never'),
        make(at(true, true), 'always'),
      ]);
      expect(await viewer.ask<string>(html, { width: 700 }, 'seen.words()')).toBe('desktop always');
      expect(await viewer.ask<string>(html, { width: 360 }, 'seen.words()')).toBe('mobile always');
    });

    const hideable: Loose[] = [
      { type: 'title', content: 'x' },
      { type: 'image', src: 'https://pictures.example/600x300.jpg', alt: 'x' },
      { type: 'button', text: 'x', url: 'https://example.com' },
      { type: 'divider' },
      { type: 'spacer', height: 30 },
      { type: 'video', url: 'https://example.com', thumbnailUrl: 'https://pictures.example/600x300.jpg' },
      { type: 'social', icons: [{ platform: 'github', url: 'https://example.com' }] },
      { type: 'html', content: '<p>x</p>' },
      { type: 'menu', items: [{ text: 'x', url: 'https://example.com' }] },
      { type: 'table', rows: [{ cells: [{ content: 'x' }] }] },
      { type: 'countdown', targetDate: '2031-05-01T18:00:00' },
      { type: 'custom', customType: 'card', renderedHtml: '<p>x</p>' },
    ];
    test.each(hideable.map((block) => [block.type as string, block] as const))(
      'a hidden %s takes no room',
      async (_type, block) => {
        const height = `document.querySelector('.mail > div').getBoundingClientRect().height`;
        const html = await mail([{ ...block, ...at(true, false) }]);
        expect(await viewer.ask<number>(html, { width: 700 }, height)).toBeGreaterThan(0);
        expect(await viewer.ask<number>(html, { width: 360 }, height)).toBe(0);
        const other = await mail([{ ...block, ...at(false, true) }]);
        expect(await viewer.ask<number>(other, { width: 700 }, height)).toBe(0);
        expect(await viewer.ask<number>(other, { width: 360 }, height)).toBeGreaterThan(0);
      },
    );

    test('the preheader is not seen', async () => {
      const html = await mail([cell('one')], { preheaderText: 'Only in the inbox' });
      expect(html).toContain('Only in the inbox');
      for (const width of [700, 360] as const) {
        expect(await viewer.ask<string>(html, { width }, 'seen.words()')).toBe('one');
        expect((await cellsOf(html, width)).one?.top).toBe(0);
      }
    });
  });

  test('a long menu breaks between its links, not within them', async () => {
    const texts = ['New arrivals', 'Women', 'Men', 'Home and garden', 'Our shops', 'About us'];
    const items = texts.map((text) => ({ text, url: 'https://example.com' }));
    const html = await mail([{ type: 'menu', items, separator: '·' }]);
    const lines = `[...document.querySelectorAll('a')].map((link) => link.getClientRects().length)`;
    expect(await viewer.ask<number[]>(html, { width: 360 }, lines)).toEqual(texts.map(() => 1));
    expect(await viewer.ask<number>(html, { width: 360 }, 'seen.overflow()')).toBe(0);
  });

  test.each([480, 481] as const)(
    'at %i px columns and what is hidden on phones change together',
    async (width) => {
      const html = await mail([row('2'), { ...cell('phone'), visibility: { desktop: false, mobile: true } }]);
      const { one, two, phone } = await cellsOf(html, width);
      expect(isBeside([one, two] as Box[])).toBe(phone === undefined);
      expect(phone === undefined).toBe(width > 480);
    },
  );

  describe('nothing is wider than the window', () => {
    const all = { ...gallery(english), ...prefixed(gallery(arabic)) };
    test.each(Object.entries(all))('%s', async (name, blocks) => {
      const html = await mail(blocks, name.startsWith('rtl') ? { locale: 'ar' } : {});
      for (const width of [700, 360] as const) {
        const outside = `seen.boxes('body *').filter(({ left, right }) => left < -1 || right > innerWidth + 1)`;
        expect(await viewer.ask<number>(html, { width }, 'seen.overflow()')).toBe(0);
        expect(await viewer.ask<Box[]>(html, { width }, outside)).toEqual([]);
      }
    });
  });
});

function prefixed(themes: Record<string, Loose[]>): Record<string, Loose[]> {
  return Object.fromEntries(Object.entries(themes).map(([name, blocks]) => [`rtl ${name}`, blocks]));
}
