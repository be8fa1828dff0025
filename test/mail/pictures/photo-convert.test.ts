import { describe, expect, test } from 'bun:test';
import {
  convertPhoto,
  type PhotoConversions,
  PictureRefusal,
} from '../../../src/mail/pictures/photo/index.ts';
import { profileChunk, readRaster } from '../../../src/mail/pictures/photo/raster.ts';
import { makeAnimatedPng, makeGif } from '../../support/make-animations.ts';
import {
  type Draw,
  FIELDS,
  fields,
  landscape,
  makeFlatJpeg,
  makeJpeg,
  makePng,
} from '../../support/make-pictures.ts';
import { readPixels } from './read-pixels.ts';

const sizesOf = ({ conversions }: PhotoConversions) =>
  Object.fromEntries(conversions.map(({ name, width, height }) => [name, [width, height]]));

/** Colors without order, which pack badly. */
const noise: Draw = (x, y) => {
  let hash = Math.imul(x * 73_856_093 + y * 19_349_663 + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash ^= hash >>> 13;
  return [hash & 255, (hash >> 8) & 255, (hash >> 16) & 255, 255];
};

describe('smaller versions', () => {
  test('of a photograph are three, and JPEG', async () => {
    const result = await convertPhoto(await makeJpeg(1600, 1200, landscape), 'image/jpeg');
    expect(sizesOf(result)).toEqual({ large: [1280, 960], medium: [640, 480], small: [320, 240] });
    for (const { bytes, mime, extension, width, height } of result.conversions) {
      expect([mime, extension]).toEqual(['image/jpeg', 'jpg']);
      expect(await new Bun.Image(bytes).metadata()).toEqual({ width, height, format: 'jpeg' });
    }
  });

  test.each<[string, number, number, Record<string, [number, number]>]>([
    ['one pixel', 1, 1, {}],
    ['just small', 320, 200, {}],
    ['a little larger', 321, 200, { small: [320, 199] }],
    ['a line', 1, 16_000, { large: [1, 5120], medium: [1, 2560], small: [1, 1280] }],
    ['a banner', 16_000, 1, { large: [1280, 1], medium: [640, 1], small: [320, 1] }],
  ])('never enlarge: %s', async (_, width, height, expected) => {
    expect(sizesOf(await convertPhoto(makePng(width, height, noise), 'image/png'))).toEqual(expected);
  });

  test('that would have more bytes than the picture are left out', async () => {
    const flat = makePng(400, 300, (x) => ((x >> 1) % 2 ? [0, 0, 0, 255] : [9, 9, 9, 255]), { colorType: 2 });
    const result = await convertPhoto(flat, 'image/png');
    for (const { bytes } of result.conversions) expect(bytes.length).toBeLessThan(flat.length);
  });

  test('of a drawing are PNG, of a photograph stored as PNG JPEG', async () => {
    const drawing = await convertPhoto(makePng(800, 600, fields(800, 600)), 'image/png');
    const photograph = await convertPhoto(makePng(800, 600, noise), 'image/png');
    expect(new Set(photograph.conversions.map(({ mime }) => mime))).toEqual(new Set(['image/jpeg']));
    expect(drawing.conversions.every(({ mime }) => mime === 'image/png')).toBe(true);
  });

  test('keep alpha, without what is invisible at the edges', async () => {
    // Green where nothing is seen, so that it shows wherever it bleeds in.
    const cut: Draw = (x, y) =>
      (x - 400) ** 2 + (y - 300) ** 2 < 250 ** 2 ? [220, 0, 0, 255] : [0, 255, 0, 0];
    const result = await convertPhoto(makePng(800, 600, cut), 'image/png');
    const small = result.conversions.find(({ name }) => name === 'small');
    expect(small?.mime).toBe('image/png');
    const { width, height, data } = await readRaster(new Bun.Image(small?.bytes as Uint8Array));
    expect([width, height]).toEqual([320, 240]);
    let edges = 0;
    for (let at = 0; at < data.length; at += 4) {
      const alpha = data[at + 3] as number;
      if (alpha > 8 && alpha < 250) edges += 1;
      if (alpha > 8) expect(data[at + 1] as number).toBeLessThan(40);
    }
    expect(edges).toBeGreaterThan(100);
  });

  test('are close to what an average of the pixels is', async () => {
    const smooth: Draw = (x, y) =>
      [x / 4, y / 3, 128 + 100 * Math.sin((x + y) / 90), 255].map(Math.round) as never;
    const { conversions } = await convertPhoto(
      await makeJpeg(960, 720, smooth, { quality: 95 }),
      'image/jpeg',
    );
    for (const { bytes, width, height } of conversions) {
      const { at } = await readPixels(bytes);
      let worst = 0;
      for (let y = 4; y < height - 4; y += 7) {
        for (let x = 4; x < width - 4; x += 7) {
          const expected = smooth((x + 0.5) * (960 / width) - 0.5, (y + 0.5) * (720 / height) - 0.5);
          for (const channel of [0, 1, 2] as const) {
            worst = Math.max(worst, Math.abs((at(x, y)[channel] as number) - expected[channel]));
          }
        }
      }
      expect(worst).toBeLessThan(14);
    }
  });

  test('have no moiré of fine lines', async () => {
    const lines: Draw = (x) => (x % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255]);
    const result = await convertPhoto(await makeJpeg(1500, 400, lines, { quality: 95 }), 'image/jpeg');
    for (const { bytes, width } of result.conversions.filter(({ name }) => name !== 'large')) {
      const { at } = await readPixels(bytes);
      for (let x = 10; x < width - 10; x++) expect(Math.abs(at(x, 20)[0] - 128)).toBeLessThan(30);
    }
  });

  test('keep the color profile', async () => {
    const icc = Buffer.alloc(128);
    icc.writeUInt32BE(128, 0);
    icc.write('mntrRGB XYZ ', 12, 'latin1');
    icc.write('acsp', 36, 'latin1');
    const before: [string, Uint8Array][] = [['iCCP', profileChunk(icc).subarray(8, -4)]];
    const clear: Draw = (x, y) => (x < 300 ? [0, 0, 0, 0] : noise(x, y));
    for (const paint of [noise, clear]) {
      const { conversions } = await convertPhoto(makePng(700, 500, paint, { before }), 'image/png');
      expect(conversions).toHaveLength(2);
      for (const { bytes } of conversions)
        expect(Buffer.from(bytes).toString('latin1')).toMatch(/ICC_PROFILE|iCCP/);
    }
  });

  test('of an animated PNG are none: they would stand still', async () => {
    const result = await convertPhoto(makeAnimatedPng(800, 600), 'image/png');
    expect(result.conversions).toEqual([]);
    expect(result.placeholder).toStartWith('data:image/png;base64,');
  });

  test('of a GIF that stands still show what is around its only frame', async () => {
    const gif = makeGif(400, 300, [
      { x: 100, y: 0, width: 200, height: 300, draw: (_, y) => (y < 150 ? 0 : 1) },
    ]);
    const { conversions } = await convertPhoto(gif, 'image/gif');
    const [small] = conversions;
    expect(small).toMatchObject({ name: 'small', width: 320, height: 240, mime: 'image/png' });
    const { at } = await readPixels(small?.bytes as Uint8Array);
    expect(at(10, 100)[3]).toBe(0);
    expect(at(160, 20)).toEqual([...(FIELDS[0] as never as number[])] as never);
    expect(at(160, 200)).toEqual([...(FIELDS[1] as never as number[])] as never);
  });

  test.each([
    ['grey', () => makePng(1000, 750, noise, { colorType: 0 })],
    ['grey with alpha', () => makePng(1000, 750, noise, { colorType: 4 })],
    ['of 16 bits', () => makePng(1000, 750, noise, { colorType: 2, depth: 16 })],
    [
      'indexed',
      () => makePng(1000, 750, (x, y) => [noise(x, y)[0] % 4, 0, 0, 0], { colorType: 3, palette: FIELDS }),
    ],
  ])('of a PNG that is %s', async (_, make) => {
    const result = await convertPhoto(make(), 'image/png');
    expect(sizesOf(result).small).toEqual([320, 240]);
  });

  test('of a grey JPEG', async () => {
    const result = await convertPhoto(makeFlatJpeg(648, 480, [200]), 'image/jpeg');
    expect(result.color).toBe('#c8c8c8');
  });

  test('of what cannot be decoded are refused', async () => {
    const png = makePng(400, 300, noise);
    const empty = makePng(400, 300, noise).slice(0, 33);
    for (const broken of [png.slice(0, 2000), empty]) {
      expect(await convertPhoto(broken, 'image/png').catch((error: unknown) => error)).toBeInstanceOf(
        PictureRefusal,
      );
    }
  });
});

describe('what is shown in the place of a picture', () => {
  test.each<[string, Draw]>([
    ['photograph', landscape],
    ['noise', noise],
    ['noise with alpha', (x, y) => [...noise(x, y).slice(0, 3), (x * y) & 255] as never],
    ['nothing visible', () => [0, 0, 0, 0]],
  ])('is below 1,000 characters: %s', async (_, paint) => {
    const { placeholder } = await convertPhoto(makePng(300, 300, paint), 'image/png');
    expect(placeholder.length).toBeLessThan(1000);
    const bytes = Buffer.from(placeholder.split(',')[1] as string, 'base64');
    const { width, height } = await new Bun.Image(bytes).metadata();
    expect(Math.abs(width - height)).toBeLessThan(2);
  });

  test.each<[string, string, Draw]>([
    [
      'the red of a logo on white',
      '#dc1414',
      (x, y) => (x < 60 && y < 60 ? [220, 20, 20, 255] : [255, 255, 255, 255]),
    ],
    ['black where all is grey', '#000000', (x) => (x < 150 ? [0, 0, 0, 255] : [255, 255, 255, 255])],
    ['what can be seen', '#1414dc', (x) => (x < 150 ? [220, 20, 20, 0] : [20, 20, 220, 255])],
    ['white where nothing can', '#ffffff', () => [10, 20, 30, 0]],
  ])('has the color that stands out: %s', async (_, color, paint) => {
    expect((await convertPhoto(makePng(200, 200, paint), 'image/png')).color).toBe(color);
  });
});
