import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  BLUE,
  cells,
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

/** Blocks, a color that must be seen and where, from left to right. */
const SEEN: [what: string, block: Loose, color: Rgb, from: number, to: number][] = [
  ['a title', { type: 'title', content: 'MMMM', color: '#ff0000' }, RED, 0, 0.5],
  [
    'a title at the right',
    { type: 'title', content: 'M', color: '#ff0000', textAlign: 'right' },
    RED,
    0.8,
    1,
  ],
  ['a colored word', text('<p><span style="color:#ff0000"><b>MMMMM</b></span></p>'), RED, 0, 0.3],
  ['a marked word', text('<p><span style="background:#ff0000">MMMMM</span></p>'), RED, 0, 0.2],
  ['a link', text('<p><a href="https://a.example">MMMMMM</a></p>'), RED, 0, 0.3],
  ['a list', text('<ul><li><b style="color:#ff0000">MMMM</b></li></ul>'), RED, 0, 0.3],
  ['a background', text('<p>x</p>', { styles: { ...noPadding, backgroundColor: '#ff0000' } }), RED, 0, 1],
  ['a button', { type: 'button', text: 'Go', backgroundColor: '#ff0000' }, RED, 0.4, 0.6],
  [
    'a button at the left',
    { type: 'button', text: 'Go', backgroundColor: '#ff0000', align: 'left' },
    RED,
    0,
    0.1,
  ],
  [
    'a wide button',
    { type: 'button', text: 'Go', backgroundColor: '#ff0000', width: 'full' },
    RED,
    0.9,
    0.98,
  ],
  ['a divider', { type: 'divider', color: '#ff0000', thickness: 10 }, RED, 0, 1],
  ['a short divider', { type: 'divider', color: '#ff0000', thickness: 10, width: '20%' }, RED, 0.42, 0.58],
  [
    'a spacer',
    { type: 'spacer', height: 50, styles: { ...noPadding, backgroundColor: '#ff0000' } },
    RED,
    0,
    1,
  ],
  ['a menu', { type: 'menu', items: [{ text: 'MMMM', color: '#ff0000', bold: true }] }, RED, 0.4, 0.6],
  [
    'the head of a table',
    { type: 'table', rows: [cells('a', 'b')], headerBackgroundColor: '#ff0000' },
    RED,
    0,
    1,
  ],
  [
    'the border of a table',
    { type: 'table', rows: [cells('a')], borderColor: '#ff0000', borderWidth: 9 },
    RED,
    0,
    0.1,
  ],
  ['HTML', { type: 'html', content: '<div style="background:#ff0000;padding:9px">x</div>' }, RED, 0, 1],
  [
    'a table in HTML',
    { type: 'html', content: '<table width="100%"><tr><td bgcolor="#ff0000">x</td></tr></table>' },
    RED,
    0.5,
    0.9,
  ],
  [
    'a custom block',
    { type: 'custom', customType: 'card', renderedHtml: '<p style="background:#ff0000">x</p>' },
    RED,
    0,
    1,
  ],
  ['a custom block without HTML', { type: 'custom', customType: 'card' }, GRAY, 0, 1],
  ['a block of an unknown type', { type: 'carousel', id: 'x' }, GRAY, 0, 1],
  ['a picture', { type: 'image', src: 'https://a.example/red.png' }, RED, 0.1, 0.9],
  [
    'a small picture',
    { type: 'image', src: 'https://a.example/red.png', width: 60, align: 'right' },
    RED,
    0.9,
    0.95,
  ],
  ['a picture in text', text('<p>x <img src="https://a.example/red.png" width="300"></p>'), RED, 0.1, 0.4],
  ['a picture that is missing', { type: 'image', src: 'https://a.example/no.png', alt: 'x' }, GRAY, 0.1, 0.9],
  ['a picture behind a merge tag', { type: 'image', src: '{{ photo }}', alt: 'x' }, GRAY, 0.1, 0.9],
  [
    'a placeholder',
    { type: 'image', src: '{{ photo }}', placeholderUrl: 'https://a.example/red.png' },
    RED,
    0.1,
    0.9,
  ],
  [
    'a video',
    { type: 'video', url: 'https://v.example', thumbnailUrl: 'https://a.example/red.png' },
    RED,
    0.1,
    0.4,
  ],
  [
    'social icons',
    { type: 'social', icons: [{ platform: 'youtube', url: '' }], iconSize: 'large' },
    [230, 0, 0],
    0.4,
    0.6,
  ],
  [
    'a countdown',
    { type: 'countdown', targetDate: '2030-01-01T00:00:00', backgroundColor: '#ff0000' },
    RED,
    0.1,
    0.9,
  ],
];

const pictures = [{ address: 'https://a.example/red.png', bytes: plainPng(60, 30, RED) }];

describe('blocks', () => {
  test.each(SEEN)('%s is drawn where it stands', async (_what, block, color, from, to) => {
    const raster = await drawBlocks([block], { linkColor: '#ff0000' }, { pictures });
    expect(shareOf(raster, color, from, to)).toBeGreaterThan(0.004);
    const without = await drawBlocks([text('<p>x</p>')], {}, { pictures });
    expect(shareOf(without, color, from, to)).toBeLessThan(0.001);
  });

  test.each(['desktop', 'phone'] as const)('hidden on a %s are left out', async (layout) => {
    const visibility = { desktop: layout !== 'desktop', mobile: layout !== 'phone' };
    const hidden = { type: 'divider', thickness: 50, color: '#ff0000', visibility };
    const raster = await drawBlocks([hidden, text('<p>x</p>')], {}, { layout });
    expect(shareOf(raster, RED)).toBe(0);
  });

  test.each([
    ['2', 0.5],
    ['2-1', 0.667],
    ['1-2', 0.333],
  ])('in columns "%s" stand beside each other, and below each other on a phone', async (columns, share) => {
    const cell = (backgroundColor: string) => [
      { type: 'spacer', height: 100, styles: { ...noPadding, backgroundColor } },
    ];
    const section = {
      type: 'section',
      columns,
      children: [cell('#ff0000'), cell('#0000ff')],
      styles: noPadding,
    };
    const wide = await drawBlocks([section]);
    expect(shareOf(wide, RED)).toBeCloseTo(share, 1);
    expect(shareOf(wide, BLUE, share + 0.02)).toBe(1);
    const phone = await drawBlocks([section], {}, { layout: 'phone' });
    expect([shareOf(phone, RED, 0.9), shareOf(phone, BLUE, 0, 0.1)]).toEqual([0.5, 0.5]);
    const kept = await drawBlocks([{ ...section, stackOnMobile: false }], {}, { layout: 'phone' });
    expect(shareOf(kept, RED)).toBeCloseTo(share, 1);
    const rtl = await drawBlocks([section], { locale: 'ar' });
    expect(shareOf(rtl, RED, 1 - share + 0.02)).toBe(1);
  });

  test('have bands, borders and round corners', async () => {
    const spacer = { type: 'spacer', height: 60, styles: { ...noPadding, backgroundColor: '#0000ff' } };
    const section = {
      type: 'section',
      children: [[spacer]],
      styles: noPadding,
      wrapper: { backgroundColor: '#ff0000', padding: { top: 30, right: 30, bottom: 30, left: 30 } },
    };
    const raster = await drawBlocks([section]);
    expect(shareOf(raster, RED, 0, 0.04)).toBe(1);
    expect(shareOf(raster, BLUE, 0.06, 0.94)).toBe(0.5);
    const border = { top: { width: 20, style: 'solid', color: '#ff0000' } };
    expect(shareOf(await drawBlocks([{ ...section, wrapper: undefined, border }]), RED)).toBe(0.25);
  });

  test('in dark mode are mirrored on a light page, and stay as they are on a dark one', async () => {
    const light = await drawBlocks([text('<p>x</p>')], {}, { isDark: true });
    expect(shareOf(light, [0, 0, 0])).toBeGreaterThan(0.9);
    const dark = await drawBlocks([text('<p>x</p>')], { backgroundColor: '#202020' }, { isDark: true });
    expect(shareOf(dark, [32, 32, 32])).toBeGreaterThan(0.9);
  });

  test('number an ordered list from its start', async () => {
    const drawList = async (start: string) =>
      (await drawBlocks([text(`<ol ${start}><li>bread</li></ol>`)])).data.toHex();
    const fromOne = await drawList('');
    expect(await drawList('start="0"')).not.toBe(fromOne);
    expect(await drawList('start="none"')).toBe(fromOne);
    expect(await drawList('start="7.9"')).toBe(await drawList('start="7"'));
  });

  test.each([
    ['Chinese', '你好世界你好世界'],
    ['Thai', 'สวัสดีชาวโลก'],
    ['emoji', '🎉🎉🎉🎉'],
    ['Arabic', 'مرحبا بالعالم'],
    ['Hebrew', 'שלום עולם'],
    ['Greek', 'Γειά σου Κόσμε'],
    ['Cyrillic', 'Привет, мир'],
  ])('with %s letters show something', async (_script, words) => {
    const style = 'style="color:#000000;font-size:40px"';
    const seen = await drawBlocks([text(`<p><span ${style}>${words}</span></p>`)]);
    expect(shareOf(seen, [255, 255, 255])).toBeLessThan(0.97);
  });
});
