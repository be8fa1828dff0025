import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cells, drawBlocks, type Loose, plainPng, RED, shareOf, text } from './drawing.ts';
import { GUARD_MS } from './press.ts';

setDefaultTimeout(GUARD_MS);

const deep = (count: number) => `${'<div>'.repeat(count)}x${'</div>'.repeat(count)}`;
const nestedTables = (count: number) =>
  `${'<table><tr><td>'.repeat(count)}x${'</td></tr></table>'.repeat(count)}`;
const inlineBlocks = (count: number) =>
  `${'<div style="display:inline-block">x'.repeat(count)}${'</div>'.repeat(count)}`;
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
    ['inline blocks in each other', () => [{ type: 'html', content: inlineBlocks(80) }]],
    ['letters of two fonts in turns', () => [text(`<p>${'a你'.repeat(30_000)}</p>`)]],
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
