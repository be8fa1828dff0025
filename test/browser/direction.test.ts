import { describe, expect, test } from 'bun:test';
import { describeInBrowser, useBrowser } from './browser.ts';
import { arabic, mail, paragraph } from './gallery.ts';

interface Line {
  text: string;
  left: number;
  right: number;
  top: number;
}

const RTL = { locale: 'ar' };
const PADDING = 10;
/** Where the mail's content begins and ends at 700 px. */
const [LEFT, RIGHT] = [50 + PADDING, 650 - PADDING];

describeInBrowser('direction', () => {
  const viewer = useBrowser();
  const linesOf = (html: string, width: 700 | 360 = 700) =>
    viewer.ask<Line[]>(html, { width }, 'seen.lines()');
  const near = (one: number | undefined, other: number) =>
    expect(Math.abs((one ?? Number.NaN) - other)).toBeLessThanOrEqual(2);

  describe('text begins', () => {
    const blocks = {
      title: { type: 'title', content: arabic.items[0] },
      paragraph: paragraph(arabic.line),
      'html block': { type: 'html', content: `<p>${arabic.line}</p>` },
      'custom block': { type: 'custom', customType: 'card', renderedHtml: `<p>${arabic.line}</p>` },
      menu: {
        type: 'menu',
        items: [{ text: arabic.items[0], url: 'https://example.com' }],
        textAlign: 'left',
      },
    };
    test.each(Object.entries(blocks))('at the right edge in a %s', async (_name, block) => {
      const html = await mail([block], RTL);
      near((await linesOf(html))[0]?.right, RIGHT);
      near((await linesOf(html, 360))[0]?.right, 360 - PADDING);
    });

    test.each(Object.entries(blocks))('at the left edge in a %s of English', async (_name, block) => {
      near((await linesOf(await mail([block])))[0]?.left, LEFT);
    });

    test.each(['he', 'fa', 'ur', 'az-Arab'])('at the right edge in %s', async (locale) => {
      near((await linesOf(await mail([paragraph(arabic.line)], { locale })))[0]?.right, RIGHT);
    });

    test('at the right edge of each column, the first column being the right one', async () => {
      const section = {
        type: 'section',
        columns: '2',
        children: [[paragraph(arabic.items[0])], [paragraph(arabic.items[1])]],
      };
      for (const stackOnMobile of [true, false]) {
        const [first, second] = await linesOf(await mail([{ ...section, stackOnMobile }], RTL));
        expect(first?.right).toBeGreaterThan(second?.right ?? Number.NaN);
        expect((first?.right ?? 0) - (second?.right ?? 0)).toBeGreaterThan(250);
        near(first?.top, second?.top ?? Number.NaN);
      }
    });
  });

  test('the end of a sentence is at the left', async () => {
    const html = await mail([paragraph('ABC <span>.</span>')], RTL);
    const [word, stop] = await linesOf(html);
    expect(stop?.left).toBeLessThan(word?.left ?? Number.NaN);
  });

  test('the first cell of a table is the right one, and its text begins at the right', async () => {
    const rows = [{ cells: arabic.items.map((content) => ({ content })) }];
    const [first, second, third] = await linesOf(await mail([{ type: 'table', rows }], RTL));
    near(first?.right, RIGHT - 8 - 1);
    expect(second?.right).toBeLessThan(first?.left ?? Number.NaN);
    expect(third?.right).toBeLessThan(second?.left ?? Number.NaN);
  });

  test('bullets are at the right, in the mail', async () => {
    const list = { type: 'paragraph', content: `<ul><li>${arabic.items[0]}</li></ul>` };
    const [item] = await linesOf(await mail([list], RTL));
    near(item?.right, RIGHT - 24);
  });

  test('the first icon and the first item of a menu are the right ones', async () => {
    const icons = ['github', 'email'].map((platform) => ({ platform, url: 'https://example.com' }));
    const html = await mail([{ type: 'social', icons, align: 'right' }], RTL);
    const pictures = await viewer.ask<{ left: number; right: number; src: string }[]>(
      html,
      { width: 700 },
      `seen.boxes('img')`,
    );
    expect(pictures[0]?.src).toContain('github');
    near(pictures[0]?.right, RIGHT);
    near(pictures[1]?.right, RIGHT - 32 - 10);
    const items = arabic.items.map((text) => ({ text, url: 'https://example.com' }));
    const links = (await linesOf(await mail([{ type: 'menu', items }], RTL))).filter(
      ({ text }) => text !== '|',
    );
    expect(links.map(({ right }) => right)).toEqual(
      links.map(({ right }) => right).toSorted((a, b) => b - a),
    );
  });
});
