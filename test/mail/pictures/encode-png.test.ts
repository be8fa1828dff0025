import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { encodePng, type Raster, readRaster } from '../../../src/mail/pictures/photo/index.ts';

const decode = (png: Uint8Array): Promise<Raster> => readRaster(new Bun.Image(png));

const raster = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 12 }),
    colors: fc.array(fc.integer({ min: 0, max: 0xffffffff }), { minLength: 1, maxLength: 6 }),
    isOpaque: fc.boolean(),
    isNoisy: fc.boolean(),
    seed: fc.integer({ min: 1, max: 1e9 }),
  })
  .map(({ width, height, colors, isOpaque, isNoisy, seed }): Raster => {
    const pixels = new Uint32Array(width * height);
    let state = seed;
    for (let at = 0; at < pixels.length; at += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      const color = isNoisy ? state : (colors[(state >>> 28) % colors.length] as number);
      // An invisible color may come back as another one.
      pixels[at] = (color | (isOpaque ? 0xff000000 : 0x01000000)) >>> 0;
    }
    return { width, height, data: new Uint8Array(pixels.buffer) };
  });

test('a picture comes back pixel by pixel', async () => {
  await fc.assert(
    fc.asyncProperty(raster, async (picture) => {
      const read = await decode(encodePng(picture));
      expect([read.width, read.height]).toEqual([picture.width, picture.height]);
      expect(Buffer.compare(read.data, picture.data)).toBe(0);
    }),
  );
});

test('a drawing of at most 256 colors gets a palette, with the alpha of each only if one is not opaque', async () => {
  const make = (colors: number, alpha: number): Raster => {
    const pixels = Uint32Array.from({ length: 600 * 4 }, (_, at) => {
      const color = Math.floor(at / 4) % colors;
      return ((color === 0 ? alpha : 255) << 24) | (color << 8) | 0x40;
    });
    return { width: 40, height: 60, data: new Uint8Array(pixels.buffer) };
  };
  const typesOf = (png: Uint8Array) => ['PLTE', 'tRNS'].filter((type) => Buffer.from(png).includes(type));
  const cases: [colors: number, alpha: number, types: string[]][] = [
    [2, 255, ['PLTE']],
    [256, 255, ['PLTE']],
    [256, 128, ['PLTE', 'tRNS']],
    [257, 255, []],
    [257, 128, []],
  ];
  for (const [colors, alpha, types] of cases) {
    const picture = make(colors, alpha);
    const png = encodePng(picture);
    expect(typesOf(png)).toEqual(types);
    expect(Buffer.compare((await decode(png)).data, picture.data)).toBe(0);
  }
});

test('a drawing is stored without a filter, and a photograph with differences', async () => {
  const make = (colorAt: (x: number, y: number) => number): Raster => {
    const data = new Uint8Array(64 * 64 * 4).fill(255);
    for (let at = 0; at < 64 * 64; at += 1)
      data.fill(colorAt(at % 64, Math.floor(at / 64)), at * 4, at * 4 + 3);
    return { width: 64, height: 64, data };
  };
  const flat = encodePng(make((x) => (x < 32 ? 20 : 200)));
  const slope = encodePng(make((x, y) => 2 * x + y));
  expect(flat.length).toBeLessThan(250);
  expect(slope.length).toBeLessThan(400);
});
