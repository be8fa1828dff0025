import { describe, expect, test } from 'bun:test';
import { type PreparedPhoto, preparePhoto } from '../../../src/mail/pictures/photo/index.ts';
import { profileChunk } from '../../../src/mail/pictures/photo/raster.ts';
import {
  addToWebp,
  gifSecrets,
  makeAnimatedPng,
  makeAnimatedWebp,
  makeGif,
  makeWebp,
} from '../../support/make-animations.ts';
import {
  addSegments,
  bytesOf,
  COORDINATES,
  type Draw,
  FIELDS,
  fields,
  jpegProfile,
  jpegSecrets,
  landscape,
  makeExif,
  makeFlatJpeg,
  makeJpeg,
  makePng,
  pngSecrets,
  SECRETS,
  TURNED_AVIF,
} from '../../support/make-pictures.ts';
import { readPixels } from './read-pixels.ts';

const bytesIn = ({ file }: PreparedPhoto) => file;
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** Whatever tells of people and places. */
function findSecrets(bytes: Uint8Array): string[] {
  const found = SECRETS.filter((secret) => latin1(bytes).includes(secret));
  return Buffer.from(bytes).includes(COORDINATES) ? [...found, 'the coordinates'] : found;
}

async function expectSamePixels(one: Uint8Array, other: Uint8Array): Promise<void> {
  const raw = (bytes: Uint8Array) =>
    new Bun.Image(bytes, { autoOrient: false }).png({ compressionLevel: 0 }).bytes();
  expect(Bun.hash(await raw(one))).toBe(Bun.hash(await raw(other)));
}

/** The fields of the picture in order: above left, above right, below left, below right. */
async function fieldsOf(bytes: Uint8Array): Promise<number[]> {
  const { width, height, at } = await readPixels(bytes);
  const places = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => [x, y] as const));
  return places.map(([x, y]) => {
    const color = at(Math.floor(x * width), Math.floor(y * height));
    return FIELDS.findIndex((field) =>
      field.every((value, index) => Math.abs(value - (color[index] ?? 0)) < 12),
    );
  });
}

const [WIDTH, HEIGHT] = [64, 48];
const draw: Draw = fields(WIDTH, HEIGHT);

describe('what tells of people and places', () => {
  test('is cut out of a JPEG, and its pixels stay', async () => {
    const plain = await makeJpeg(WIDTH, HEIGHT, landscape);
    const profile = Buffer.from('PROFILE');
    const source = addSegments(plain, ...jpegSecrets(), jpegProfile(profile));
    expect(findSecrets(source)).toEqual([...SECRETS, 'the coordinates']);
    const prepared = await preparePhoto(source, 'image/jpeg');
    expect(prepared).toMatchObject({
      mime: 'image/jpeg',
      extension: 'jpg',
      width: WIDTH,
      height: HEIGHT,
      isAnimated: false,
    });
    const bytes = bytesIn(prepared);
    expect(findSecrets(bytes)).toEqual([]);
    expect(Buffer.from(bytes).includes(profile)).toBe(true);
    expect(latin1(bytes)).toContain('JFIF');
    await expectSamePixels(source, bytes);
  });

  test('is cut out of a progressive JPEG too', async () => {
    const plain = await makeJpeg(WIDTH, HEIGHT, landscape, { progressive: true });
    const bytes = bytesIn(await preparePhoto(addSegments(plain, ...jpegSecrets()), 'image/jpeg'));
    expect(Buffer.compare(bytes, plain)).toBe(0);
  });

  test('goes with the preview in a JFIF header', async () => {
    const plain = await makeJpeg(WIDTH, HEIGHT, landscape);
    const preview = bytesOf(
      Buffer.from('JFIF\0\x01\x01\0\0\x48\0\x48\x01\x01', 'latin1'),
      Buffer.from('ABC'),
    );
    const withPreview = addSegments(bytesOf(plain.subarray(0, 2), plain.subarray(20)), [0xe0, preview]);
    const bytes = bytesIn(await preparePhoto(withPreview, 'image/jpeg'));
    expect(bytes.length).toBe(plain.length);
    expect(latin1(bytes.subarray(0, 30))).not.toContain('ABC');
  });

  test.each([0, 2, 3, 4, 6] as const)(
    'is cut out of a PNG of color type %i, and its pixels stay',
    async (colorType) => {
      for (const depth of colorType === 3 ? ([8] as const) : ([8, 16] as const)) {
        const palette = FIELDS.map(([r, g, b], index) => [r, g, b, 255 - index * 40] as const);
        const indexed = colorType === 3 ? { palette, colorType } : { colorType, depth };
        const paint: Draw = colorType === 3 ? (x, y) => [(x + y) % 4, 0, 0, 0] : landscape;
        const source = makePng(WIDTH, HEIGHT, paint, {
          ...indexed,
          before: pngSecrets(),
          after: pngSecrets(),
        });
        expect(findSecrets(source)).not.toEqual([]);
        const bytes = bytesIn(await preparePhoto(source, 'image/png'));
        expect(findSecrets(bytes)).toEqual([]);
        for (const name of ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'prVt'])
          expect(latin1(bytes)).not.toContain(name);
        await expectSamePixels(source, bytes);
      }
    },
  );

  test('does not take with it what says how a PNG looks', async () => {
    const before: [string, Uint8Array][] = [
      ['gAMA', Uint8Array.of(0, 0, 0xb1, 0x8f)],
      ['pHYs', Uint8Array.of(0, 0, 11, 19, 0, 0, 11, 19, 1)],
      ['iCCP', profileChunk(Buffer.from('PROFILE')).subarray(8, -4)],
    ];
    const source = makePng(WIDTH, HEIGHT, landscape, { before });
    expect(Buffer.compare(bytesIn(await preparePhoto(source, 'image/png')), source)).toBe(0);
  });

  test('a color profile that unpacks to far too much is left out', async () => {
    const bomb = profileChunk(new Uint8Array(20_000_000)).subarray(8, -4);
    const source = makePng(WIDTH, HEIGHT, landscape, { before: [['iCCP', bomb]] });
    expect(latin1(bytesIn(await preparePhoto(source, 'image/png')))).not.toContain('iCCP');
  });

  test('an animated PNG stays as it moves', async () => {
    const source = makeAnimatedPng(WIDTH, HEIGHT);
    const prepared = await preparePhoto(source, 'image/png');
    expect(prepared.isAnimated).toBe(true);
    expect(Buffer.compare(bytesIn(prepared), source)).toBe(0);
  });

  test('is cut out of a GIF, and its frames, times and loop stay', async () => {
    const frame = { width: WIDTH, height: HEIGHT, draw: (x: number) => x % 4 };
    const frames = [
      frame,
      { ...frame, x: 4, y: 4, width: 8, height: 8, delay: 30, disposal: 2, transparent: 3 },
    ];
    const plain = makeGif(WIDTH, HEIGHT, frames, { repeat: 7 });
    const source = makeGif(WIDTH, HEIGHT, frames, { repeat: 7, extensions: gifSecrets() });
    expect(findSecrets(source)).not.toEqual([]);
    const prepared = await preparePhoto(source, 'image/gif');
    expect(prepared).toMatchObject({ mime: 'image/gif', isAnimated: true, width: WIDTH, height: HEIGHT });
    expect(Buffer.compare(bytesIn(prepared), plain)).toBe(0);
  });

  test('does not come through where pixels are written anew', async () => {
    const sources: [Uint8Array<ArrayBuffer>, string][] = [
      [addSegments(await makeJpeg(WIDTH, HEIGHT, draw), ...jpegSecrets(6)), 'image/jpeg'],
      [makePng(WIDTH, HEIGHT, draw, { before: pngSecrets(6) }), 'image/png'],
      [addToWebp(await makeWebp(WIDTH, HEIGHT, draw), WIDTH, HEIGHT, 6), 'image/webp'],
    ];
    for (const [source, mime] of sources) {
      expect(findSecrets(source)).not.toEqual([]);
      const prepared = await preparePhoto(source, mime);
      expect(findSecrets(bytesIn(prepared))).toEqual([]);
      expect([prepared.width, prepared.height]).toEqual([HEIGHT, WIDTH]);
    }
  });
});

describe('the way a picture was held', () => {
  // Where the four fields are when the picture stands upright (EXIF 2.32, 4.6.5).
  const upright: [number, number[]][] = [
    [1, [0, 1, 2, 3]],
    [2, [1, 0, 3, 2]],
    [3, [3, 2, 1, 0]],
    [4, [2, 3, 0, 1]],
    [5, [0, 2, 1, 3]],
    [6, [2, 0, 3, 1]],
    [7, [3, 1, 2, 0]],
    [8, [1, 3, 0, 2]],
  ];
  test.each(upright)('%i is applied', async (orientation, expected) => {
    const sources: [Uint8Array<ArrayBuffer>, string][] = [
      [addSegments(await makeJpeg(WIDTH, HEIGHT, draw), ...jpegSecrets(orientation)), 'image/jpeg'],
      [makePng(WIDTH, HEIGHT, draw, { before: [['eXIf', makeExif(orientation)]] }), 'image/png'],
      [addToWebp(await makeWebp(WIDTH, HEIGHT, draw), WIDTH, HEIGHT, orientation), 'image/webp'],
    ];
    for (const [source, mime] of sources) {
      const prepared = await preparePhoto(source, mime);
      const size = orientation < 5 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH];
      expect([prepared.width, prepared.height]).toEqual(size);
      const { width, height } = await new Bun.Image(bytesIn(prepared)).metadata();
      expect([width, height]).toEqual(size);
      expect([mime, await fieldsOf(bytesIn(prepared))]).toEqual([mime, expected]);
    }
  });

  test.each([0, 9, 65_535])('%i is none', async (orientation) => {
    const source = addSegments(await makeJpeg(WIDTH, HEIGHT, draw), ...jpegSecrets(orientation));
    expect(await fieldsOf(bytesIn(await preparePhoto(source, 'image/jpeg')))).toEqual([0, 1, 2, 3]);
  });

  test('keeps the color profile', async () => {
    const icc = Buffer.alloc(128);
    icc.writeUInt32BE(128, 0);
    icc.write('mntrRGB XYZ ', 12, 'latin1');
    icc.write('acsp', 36, 'latin1');
    const source = addSegments(await makeJpeg(WIDTH, HEIGHT, draw), ...jpegSecrets(6), jpegProfile(icc));
    expect(Buffer.from(bytesIn(await preparePhoto(source, 'image/jpeg'))).includes(icc)).toBe(true);
  });
});

describe('pictures mail clients do not show', () => {
  test('opaque WebP becomes JPEG, with alpha or without loss PNG', async () => {
    const clear: Draw = (x, y) => (x < 20 ? [0, 0, 0, 0] : landscape(x, y));
    const mimeOf = async (webp: Uint8Array<ArrayBuffer>) => (await preparePhoto(webp, 'image/webp')).mime;
    expect(await mimeOf(await makeWebp(WIDTH, HEIGHT, landscape))).toBe('image/jpeg');
    expect(await mimeOf(await makeWebp(WIDTH, HEIGHT, clear))).toBe('image/png');
    const lossless = await makeWebp(WIDTH, HEIGHT, landscape, { lossless: true });
    const prepared = await preparePhoto(lossless, 'image/webp');
    expect(prepared.mime).toBe('image/png');
    await expectSamePixels(lossless, bytesIn(prepared));
  });

  test('animated WebP becomes an animated GIF', async () => {
    const stills = [draw, () => FIELDS[0] as never, draw].map((paint) =>
      makeWebp(WIDTH, HEIGHT, paint, { lossless: true }),
    );
    const webp = makeAnimatedWebp(WIDTH, HEIGHT, await Promise.all(stills));
    const prepared = await preparePhoto(webp, 'image/webp');
    expect(prepared).toMatchObject({ mime: 'image/gif', extension: 'gif', isAnimated: true, width: WIDTH });
    const text = latin1(bytesIn(prepared));
    expect(text.split('\x21\xf9\x04').length - 1).toBe(3);
    expect(text).toContain('NETSCAPE2.0\x03\x01\0\0');
    expect(await fieldsOf(bytesIn(prepared))).toEqual([0, 1, 2, 3]);
  });

  test('AVIF becomes JPEG, turned as its boxes say', async () => {
    const prepared = await preparePhoto(TURNED_AVIF, 'image/avif');
    expect(prepared).toMatchObject({ mime: 'image/jpeg', width: 8, height: 16 });
    const { at } = await readPixels(bytesIn(prepared));
    expect(at(4, 3)[0]).toBeGreaterThan(150);
    expect(at(4, 12)[2]).toBeGreaterThan(150);
    // The decoder would leave one that others cannot use.
    expect(Object(globalThis).location).toBeUndefined();
  });

  test('a JPEG of inks becomes one of light', async () => {
    const prepared = await preparePhoto(makeFlatJpeg(40, 24, [200, 100, 50, 220]), 'image/jpeg');
    const { at } = await readPixels(bytesIn(prepared));
    // Inks are stored upside down: 200 of cyan lets most of red through, and 220 of black most of everything.
    expect(at(20, 12).map((value) => Math.round(value / 10))).toEqual([17, 9, 4, 26]);
    expect(bytesIn(prepared)[bytesIn(prepared).indexOf(0xc0) + 8]).toBe(3);
  });

  test('an SVG has no pixels to prepare', async () => {
    const svg = new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect(preparePhoto(svg, 'image/svg+xml')).rejects.toThrow('image/svg+xml are not supported');
  });
});

describe('what is hidden behind the end', () => {
  const hidden = bytesOf(
    Buffer.from('PK\x03\x04SECRET-WORDS<script>alert(1)</script>'),
    new Uint8Array(1000),
  );
  test('is cut off', async () => {
    const frame = { width: WIDTH, height: HEIGHT, draw: () => 1 };
    const sources: [Uint8Array, string][] = [
      [await makeJpeg(WIDTH, HEIGHT, landscape), 'image/jpeg'],
      [makePng(WIDTH, HEIGHT, landscape), 'image/png'],
      [makeGif(WIDTH, HEIGHT, [frame]), 'image/gif'],
      [await makeWebp(WIDTH, HEIGHT, landscape), 'image/webp'],
    ];
    for (const [plain, mime] of sources) {
      const whole = bytesIn(await preparePhoto(bytesOf(plain), mime));
      const cut = bytesIn(await preparePhoto(bytesOf(plain, hidden), mime));
      expect(Buffer.compare(cut, whole)).toBe(0);
    }
  });

  test('as are the films and further pictures of phones, with places of their own', async () => {
    const plain = await makeJpeg(WIDTH, HEIGHT, landscape);
    const second = addSegments(plain, ...jpegSecrets());
    expect(Buffer.compare(bytesIn(await preparePhoto(bytesOf(plain, second), 'image/jpeg')), plain)).toBe(0);
  });
});
