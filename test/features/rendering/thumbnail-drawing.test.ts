import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type TemplateContent, walkBlocks } from '../../../src/mail/model/index.ts';
import { similarity } from '../../browser/similarity.ts';
import { drawCase, SMALL_CASES, shownByChromium } from '../../browser/thumbnail-cases.ts';
import { sampleContent } from '../../mail/model/sample-content.ts';
import {
  draw,
  drawBlocks,
  GRAY,
  type Loose,
  noPadding,
  plainPng,
  RED,
  type Rgb,
  shareOf,
  text,
} from './drawing.ts';
import { GUARD_MS } from './press.ts';

setDefaultTimeout(GUARD_MS);

const red = 'https://a.example/red.png';
const pictures = [{ address: red, bytes: plainPng(60, 30, RED) }];
const html = (content: string): Loose => ({ type: 'html', content, styles: noPadding });

describe('a picture of a mail', () => {
  test.each(SMALL_CASES.map((each) => [each.name, each] as const))(
    'looks like what Chromium showed: %s',
    async (name, each) => {
      const shown = await Bun.file(shownByChromium(name)).bytes();
      expect(await similarity(shown, await drawCase(each))).toBeGreaterThan(each.least);
    },
  );

  /** What only the picture of a mail shows, its color, and where, from left to right. */
  test.each<[what: string, block: Loose, color: Rgb, from: number, to: number]>([
    ['a box for a custom block without HTML', { type: 'custom', customType: 'card' }, GRAY, 0.1, 0.9],
    ['a box for a block of an unknown type', { type: 'carousel', id: 'x' }, GRAY, 0.1, 0.9],
    [
      'a box for a missing picture',
      { type: 'image', src: 'https://a.example/no.png', alt: 'x' },
      GRAY,
      0.1,
      0.9,
    ],
    [
      'a box for a picture behind a merge tag',
      { type: 'image', src: '{{ photo }}', alt: 'x' },
      GRAY,
      0.1,
      0.9,
    ],
    ['a placeholder', { type: 'image', src: '{{ photo }}', placeholderUrl: red }, RED, 0.1, 0.9],
    ['the poster of a video', { type: 'video', url: 'https://v.example', thumbnailUrl: red }, RED, 0.1, 0.4],
    [
      'a clock',
      { type: 'countdown', targetDate: '2030-01-01T00:00', backgroundColor: '#ff0000' },
      RED,
      0.1,
      0.9,
    ],
    [
      'a button with a color of the data',
      { type: 'button', text: 'Go', backgroundColor: '{{ x }}' },
      [51, 51, 51],
      0.4,
      0.6,
    ],
  ])('has %s', async (_what, block, color, from, to) => {
    expect(shareOf(await drawBlocks([block], {}, { pictures }), color, from, to)).toBeGreaterThan(0.004);
    expect(shareOf(await drawBlocks([text('<p>x</p>')]), color, from, to)).toBe(0);
  });

  test.each(['desktop', 'phone'] as const)('leaves out blocks that are hidden on a %s', async (layout) => {
    const visibility = { desktop: layout !== 'desktop', mobile: layout !== 'phone' };
    const hidden = { type: 'divider', thickness: 50, color: '#ff0000', visibility };
    expect(shareOf(await drawBlocks([hidden, text('<p>x</p>')], {}, { layout }), RED)).toBe(0);
  });

  test('has boxes for letters without a font', async () => {
    const drawn = (words: string) => drawBlocks([text(`<p style="font-size:40px">${words}</p>`)]);
    for (const words of ['你好世界你好世界', 'สวัสดีชาวโลก', '🎉🎉🎉🎉'])
      expect(shareOf(await drawn(words), [255, 255, 255])).toBeLessThan(0.97);
  });

  test('has lists that begin with any number', async () => {
    const drawn = async (start: string) =>
      (await drawBlocks([text(`<ol ${start}><li>bread</li></ol>`)])).data.toHex();
    const fromOne = await drawn('');
    expect(await drawn('start="0"')).not.toBe(fromOne);
    expect(await drawn('start="none"')).toBe(fromOne);
    expect(await drawn('start="7.9"')).toBe(await drawn('start="7"'));
  });

  test('leaves out styles that cannot be drawn, and only those', async () => {
    const drawn = async (style: string) =>
      (await drawBlocks([html(`<p style="background:#ff0000;${style}">x</p>`)])).data.toHex();
    const plain = await drawn('');
    for (const style of [
      'width:{{ x }}',
      'height:foo',
      'display:ruby',
      'color:red}.page{display:none',
      'filter:blur(9px)',
    ])
      expect(await drawn(style)).toBe(plain);
    expect(await drawn('padding:30px')).not.toBe(plain);
  });

  test('has text between the rows of a table above it, as browsers', async () => {
    const row = '<tr><td bgcolor="#ff0000" height="40">x</td></tr>';
    const { width, data } = await drawBlocks([
      html(`<table width="100%">${row}{{#each rows}}${row}{{/each}}</table>`),
    ]);
    const isRed = (y: number) => data[(y * width + width - 9) * 4 + 1] === 0;
    const rows = Array.from({ length: data.length / width / 4 }, (_, y) => isRed(y));
    expect(rows.indexOf(true)).toBeGreaterThan(5);
    expect(rows.lastIndexOf(true) - rows.indexOf(true) + 1).toBe(rows.filter(Boolean).length);
  });
});

describe('a long mail', () => {
  const looks = [
    { layout: 'desktop', isDark: false },
    { layout: 'phone', isDark: true },
  ] as const;
  const hiddenAtTop = sampleContent(5, 20_000);
  for (const { block } of [...walkBlocks(hiddenAtTop)].slice(0, 20))
    block.visibility = { desktop: false, mobile: false };
  const MAILS: [name: string, content: TemplateContent][] = [
    ['with many blocks', sampleContent(3, 20_000)],
    ['whose first blocks are hidden', hiddenAtTop],
  ];

  test.each(MAILS)('%s: a picture of its top is the top of a higher picture', async (_name, content) => {
    for (const look of looks) {
      const [low, high] = [
        await draw(content, { ...look, maxHeight: 200 }),
        await draw(content, { ...look, maxHeight: 700 }),
      ];
      expect([low.height, high.height]).toEqual([200, 700]);
      expect(Buffer.compare(low.data, high.data.subarray(0, low.data.length))).toBe(0);
    }
  });
});
