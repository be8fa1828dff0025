import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  DRAWN_ICONS,
  type Drawing,
  SCENE_WIDTH,
  SCENES,
  sceneCut,
} from '../../../src/mail/model/drawings.ts';
import { drawDrawing } from '../../../src/mail/pictures/index.ts';
import { readRaster } from '../../../src/mail/pictures/photo/index.ts';
import { runs } from '../../support/property-runs.ts';

const BLUE = { ground: '#e8edfb', main: '#2456d6', accent: '#f5b544' };
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function pixelsOf(drawing: Drawing) {
  const bytes = await drawDrawing(drawing);
  return { bytes, ...(await readRaster(new Bun.Image(bytes))) };
}

/** How many colors a picture has, rounded to 16 steps a channel. */
function countColors({ data }: { data: Uint8Array }): number {
  const seen = new Set<number>();
  for (let at = 0; at < data.length; at += 4) {
    seen.add((((data[at] ?? 0) >> 4) << 8) | (((data[at + 1] ?? 0) >> 4) << 4) | ((data[at + 2] ?? 0) >> 4));
  }
  return seen.size;
}

describe.each([...SCENES])('the scene %s', (scene) => {
  test('is a PNG of twice its size on its ground, always the same', async () => {
    const { bytes, width, height, data } = await pixelsOf({ scene, ...BLUE });
    expect([width, height]).toEqual([2 * SCENE_WIDTH, 2 * sceneCut(scene).height]);
    expect(bytes.byteLength).toBeLessThan(80_000);
    expect(countColors({ data })).toBeGreaterThan(8);
    expect(hashOf(await drawDrawing({ scene, ...BLUE }))).toBe(hashOf(bytes));
  });

  test('has the colors that were asked for', async () => {
    const other = { ground: '#f7ece7', main: '#7a1f3d', accent: '#2f8f9d' };
    expect(hashOf(await drawDrawing({ scene, ...other }))).not.toBe(
      hashOf(await drawDrawing({ scene, ...BLUE })),
    );
  });
});

test('scenes differ, and one without a ground is transparent at its edge', async () => {
  const hashes = await Promise.all(
    SCENES.map(async (scene) => hashOf(await drawDrawing({ scene, ...BLUE }))),
  );
  expect(new Set(hashes).size).toBe(SCENES.length);
  const alphaAt = async (isBare: boolean) => (await pixelsOf({ scene: 'envelope', ...BLUE, isBare })).data[3];
  expect([await alphaAt(true), await alphaAt(false)]).toEqual([0, 255]);
});

test('icons are discs with lines, each another', async () => {
  const hashes = new Set<string>();
  for (const icon of DRAWN_ICONS) {
    const { bytes, width, height, data } = await pixelsOf({ icon, fill: '#2456d6', line: '#ffffff' });
    expect([icon, width, height, data[3]]).toEqual([icon, 112, 112, 0]);
    const white = data.filter((value, at) => at % 4 === 0 && value > 250 && data[at + 3] === 255).length;
    expect([icon, white > 100]).toEqual([icon, true]);
    hashes.add(hashOf(bytes));
  }
  expect(hashes.size).toBe(DRAWN_ICONS.length);
});

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('any colors give a picture', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SCENES),
      fc.record({ ground: color, main: color, accent: color }),
      async (scene, colors) => {
        expect((await drawDrawing({ scene, ...colors })).byteLength).toBeGreaterThan(2_000);
      },
    ),
    { numRuns: runs(20) },
  );
});
