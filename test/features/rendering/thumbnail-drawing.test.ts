import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { drawThumbnail } from '../../../src/features/rendering/thumbnails/draw-thumbnail.ts';
import type { DrawJob } from '../../../src/features/rendering/thumbnails/thumbnail.ts';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { encodePng, type Raster, readRaster } from '../../../src/mail/pictures/photo/index.ts';
import { contentOf } from '../../mail/render/rendering.ts';
import { GUARD_MS } from './press.ts';

setDefaultTimeout(GUARD_MS);

type Loose = Record<string, unknown>;

async function draw(content: TemplateContent, job: Partial<DrawJob> = {}): Promise<Raster> {
  const png = await drawThumbnail({
    kind: 'draw',
    content: JSON.stringify(content),
    layout: 'desktop',
    isDark: false,
    width: 300,
    maxHeight: 600,
    pictures: [],
    ...job,
  });
  return readRaster(new Bun.Image(png));
}

const drawBlocks = (blocks: Loose[], settings: Loose = {}, job: Partial<DrawJob> = {}) =>
  draw(contentOf(blocks, settings), job);

type Rgb = readonly [number, number, number];

/** Share of the pixels of a color, of a part of the picture: from left to right, 0 to 1. */
function shareOf({ width, data }: Raster, [red, green, blue]: Rgb, from = 0, to = 1): number {
  let [found, all] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const x = ((at / 4) % width) / width;
    if (x < from || x >= to) continue;
    all += 1;
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 40) found += 1;
  }
  return found / all;
}

const RED: Rgb = [255, 0, 0];
const BLUE: Rgb = [0, 0, 255];
const GRAY: Rgb = [228, 231, 235];

function plainPng(width: number, height: number, color: Rgb): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([...color, 255], at);
  return encodePng({ width, height, data });
}

const text = (content: string, more: Loose = {}): Loose => ({ type: 'paragraph', content, ...more });
const noPadding = { padding: { top: 0, right: 0, bottom: 0, left: 0 } };
const cells = (...contents: string[]) => ({ cells: contents.map((content) => ({ content })) });

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

const deep = (count: number) => `${'<div>'.repeat(count)}x${'</div>'.repeat(count)}`;
const nestedTables = (count: number) =>
  `${'<table><tr><td>'.repeat(count)}x${'</td></tr></table>'.repeat(count)}`;
const bomb =
  '<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="a"><rect width="9" height="9"/></g></defs></svg>';
const data = (bytes: Uint8Array | string, type = 'png') =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** A PNG whose header claims these sides. */
function pngOfSize(width: number, height: number): Uint8Array {
  const png = plainPng(2, 2, RED);
  const view = new DataView(png.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return png;
}

describe('limits', () => {
  const HOSTILE: [what: string, blocks: () => Loose[]][] = [
    ['10,000 blocks', () => Array.from({ length: 10_000 }, () => text('<p>x</p>'))],
    [
      '10,000 blocks without height',
      () => Array.from({ length: 10_000 }, () => ({ type: 'spacer', height: 0 })),
    ],
    [
      '2,000 sections of three columns',
      () =>
        Array.from({ length: 2_000 }, () => ({
          type: 'section',
          columns: '3',
          children: [[text('<p>x</p>')], [text('<p>x</p>')], [text('<p>x</p>')]],
        })),
    ],
    ['a paragraph of 1.9 MB', () => [text(`<p>${'word '.repeat(380_000)}</p>`)]],
    ['a word of 1.9 MB', () => [text(`<p>${'w'.repeat(1_900_000)}</p>`)]],
    ['100,000 elements', () => [text('<b>x</b>'.repeat(100_000))]],
    ['100,000 empty elements', () => [{ type: 'html', content: '<div></div>'.repeat(100_000) }]],
    ['elements nested 10,000 deep', () => [{ type: 'html', content: deep(10_000) }]],
    ['tables nested 1,000 deep', () => [{ type: 'html', content: nestedTables(1_000) }]],
    ['styles of megabytes', () => [text(`<p style="${'color:red;'.repeat(150_000)}">x</p>`)]],
    [
      'sizes beyond all bounds',
      () => [
        text('<p style="font-size:99999px;line-height:999;padding:99999px">x</p>'),
        { type: 'spacer', height: 1e12 },
      ],
    ],
    [
      '200 countdowns',
      () => Array.from({ length: 200 }, () => ({ type: 'countdown', targetDate: '2030-01-01' })),
    ],
    ['an SVG', () => [{ type: 'image', src: data(bomb, 'svg+xml') }]],
    ['a picture of 50 megapixels', () => [{ type: 'image', src: data(pngOfSize(10_000, 5_000)) }]],
    ['a picture of 4 gigapixels', () => [{ type: 'image', src: data(pngOfSize(65_535, 65_535)) }]],
    ['a damaged picture', () => [{ type: 'image', src: data(plainPng(50, 50, RED).subarray(0, 900)) }]],
    ['a picture of no bytes', () => [{ type: 'image', src: 'data:image/png;base64,' }]],
    [
      'a table of 10,000 cells',
      () => [{ type: 'table', rows: Array.from({ length: 100 }, () => cells(...Array(100).fill('x'))) }],
    ],
  ];

  test.each(HOSTILE)('%s become a picture of bounded size', async (_what, blocks) => {
    const { width, height } = await drawBlocks(blocks());
    expect(width).toBe(300);
    expect(height).toBeGreaterThan(0);
    expect(height).toBeLessThanOrEqual(600);
  });

  test('a picture in a data address is drawn', async () => {
    const src = data(plainPng(60, 30, RED));
    expect(shareOf(await drawBlocks([{ type: 'image', src }]), RED)).toBeGreaterThan(0.5);
  });

  test('an empty mail is a picture of one row at least', async () => {
    const { width, height } = await drawBlocks([]);
    expect([width, height > 0]).toEqual([300, true]);
  });
});
