import { beforeAll, describe, expect, test } from 'bun:test';
import { readHex } from '../../../src/mail/parse/color.ts';
import { encodeGif } from '../../../src/mail/pictures/gif.ts';
import { composePoster } from '../../../src/mail/pictures/index.ts';
import { assemblePng, compressIndices } from '../../../src/mail/pictures/png.ts';
import { readPixels } from './read-pixels.ts';

const PLAIN = [71, 85, 105, 255];

/** A picture whose left half is red and whose right half is blue. */
const halves = (width: number, height: number, alpha = 255): Uint8Array<ArrayBuffer> => {
  const indices = new Uint8Array(width * height).map((_, pixel) => (pixel % width < width / 2 ? 0 : 1));
  const palette = [[220, 20, 20, alpha] as const, [20, 20, 220, 255] as const];
  return assemblePng(compressIndices(indices, width), width, height, palette);
};
const near = (one: readonly number[], other: readonly number[]) =>
  other.every((value, index) => Math.abs(value - (one[index] ?? 0)) <= 8);

const pictures: Record<string, Uint8Array> = {};
beforeAll(async () => {
  const png = halves(640, 360);
  pictures.png = png;
  pictures.jpeg = await new Bun.Image(png).jpeg({ quality: 95 }).bytes();
  pictures.webp = await new Bun.Image(png).webp({ quality: 95 }).bytes();
  const indices = new Uint8Array(640 * 360).map((_, pixel) => (pixel % 640 < 320 ? 0 : 1));
  const frame = { x: 0, y: 0, width: 640, height: 360, indices, delayMilliseconds: 100 };
  pictures.gif = encodeGif(['#dc1414', '#1414dc'].map(readHex), [
    frame,
    { ...frame, indices: new Uint8Array(indices.length) },
  ]);
});

describe('a poster', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'])('shows a %s with a play button on it', async (format) => {
    const poster = await composePoster({ image: pictures[format], width: 1200 });
    expect(poster).toMatchObject({ type: 'image/jpeg', width: 1200, height: 675, hasImage: true });
    expect(await new Bun.Image(poster.bytes).metadata()).toEqual({
      width: 1200,
      height: 675,
      format: 'jpeg',
    });
    const { at } = await readPixels(poster.bytes);
    expect(near(at(100, 337), [220, 20, 20])).toBe(true);
    expect(near(at(1100, 337), [20, 20, 220])).toBe(true);
    // The triangle, the disc around it, and the ring.
    expect(near(at(600, 337), [255, 255, 255])).toBe(true);
    expect(near(at(545, 337), [84, 8, 8])).toBe(true);
    expect(near(at(600, 337 - 82), [255, 255, 255])).toBe(true);
  });

  test('fills another shape from the middle of the picture', async () => {
    const poster = await composePoster({ image: pictures.png, width: 300, height: 300 });
    expect([poster.width, poster.height]).toEqual([300, 300]);
    const { at } = await readPixels(poster.bytes);
    expect(near(at(20, 150), [220, 20, 20])).toBe(true);
    expect(near(at(280, 150), [20, 20, 220])).toBe(true);
  });

  test('lays transparent pictures on white', async () => {
    const { bytes } = await composePoster({ image: halves(320, 180, 0), width: 320 });
    expect(near((await readPixels(bytes)).at(10, 10), [255, 255, 255])).toBe(true);
  });

  test.each([
    [{ width: 5000 }, [1200, 675]],
    [{ width: 0 }, [64, 36]],
    [{ width: Number.NaN }, [1200, 675]],
    [{ width: 600.4, height: 9000 }, [600, 900]],
    [{ width: 600, height: 1 }, [600, 150]],
    [{ width: 600, height: Number.NaN }, [600, 900]],
  ])('keeps %j in bounds', async (size, expected) => {
    for (const image of [pictures.jpeg, undefined]) {
      const poster = await composePoster({ image, ...size });
      const { width, height } = await new Bun.Image(poster.bytes).metadata();
      expect([width, height]).toEqual(expected);
      expect([poster.width, poster.height]).toEqual(expected);
    }
  });

  test('turns pictures as their camera was held', async () => {
    const jpeg = pictures.jpeg as Uint8Array;
    const orientation = [
      0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ];
    const exif = [0xff, 0xe1, 0, orientation.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...orientation];
    const turned = Uint8Array.from([...jpeg.subarray(0, 2), ...exif, ...jpeg.subarray(2)]);
    const poster = await composePoster({ image: turned, width: 240 });
    expect([poster.width, poster.height, poster.hasImage]).toEqual([240, 360, true]);
    expect(near((await readPixels(poster.bytes)).at(120, 20), [220, 20, 20])).toBe(true);
  });

  test('is the same each time', async () => {
    const request = { image: pictures.jpeg, width: 480 };
    expect(Buffer.compare((await composePoster(request)).bytes, (await composePoster(request)).bytes)).toBe(
      0,
    );
  });
});

/** The picture with bytes replaced from an offset on. */
const patched = (name: string, offset: number, bytes: number[]) => {
  const copy = new Uint8Array(pictures[name] as Uint8Array);
  copy.set(bytes, offset);
  return copy;
};
const half = (name: string) =>
  (pictures[name] as Uint8Array).slice(0, (pictures[name] as Uint8Array).length / 2);
const jpegHeader = () => {
  const jpeg = pictures.jpeg as Uint8Array;
  let at = 2;
  while (jpeg[at + 1] !== 0xc0) at += 2 + ((jpeg[at + 2] as number) << 8) + (jpeg[at + 3] as number);
  return at + 5;
};
const HUGE = [0x75, 0x30, 0x75, 0x30];

const hostile: [string, () => Uint8Array | Promise<Uint8Array>][] = [
  ['nothing', () => new Uint8Array()],
  ['text', () => new TextEncoder().encode('<html>not found</html>')],
  [
    'a drawing',
    () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['noise', () => Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)],
  ['a bitmap', () => Uint8Array.from([0x42, 0x4d, ...new Uint8Array(60)])],
  ['half a PNG', () => half('png')],
  ['half a JPEG', () => half('jpeg')],
  ['half a WebP', () => half('webp')],
  ['a PNG of 30,000 × 30,000', () => patched('png', 16, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])],
  ['a JPEG of 30,000 × 30,000', () => patched('jpeg', jpegHeader(), HUGE)],
  ['a GIF with no pixels', () => (pictures.gif as Uint8Array).slice(0, 30)],
  ['a real picture of 25 megapixels', () => halves(5000, 5000)],
  ['a very wide one', () => halves(4000, 20)],
  ['a very high one', () => halves(20, 4000)],
  ['too many bytes', () => Buffer.concat([pictures.png as Uint8Array, new Uint8Array(12_000_000)])],
  [
    'a JPEG with thousands of scans',
    () => {
      const jpeg = pictures.jpeg as Uint8Array;
      const scan = jpeg.subarray(jpeg.lastIndexOf(0xda) - 1, jpeg.length - 2);
      return Buffer.concat([
        jpeg.subarray(0, -2),
        ...Array.from({ length: 2000 }, () => scan),
        Uint8Array.of(0xff, 0xd9),
      ]);
    },
  ],
];

describe('what cannot be shown', () => {
  test.each(hostile)('%s becomes a plain poster', async (_, make) => {
    const poster = await composePoster({ image: await make(), width: 600 });
    expect(poster).toMatchObject({ type: 'image/png', width: 600, height: 338, hasImage: false });
    const { at } = await readPixels(poster.bytes);
    expect(at(10, 10)).toEqual(PLAIN as never);
    expect(near(at(300, 169), [255, 255, 255])).toBe(true);
    expect(poster.bytes.length).toBeLessThan(10_000);
  });

  test('no picture is one of those', async () => {
    expect((await composePoster({ image: undefined, width: 600 })).hasImage).toBe(false);
  });

  test('none of them takes much memory', async () => {
    const bombs = hostile.filter(([name]) => name.includes('30,000'));
    const before = process.memoryUsage().rss;
    for (const [, make] of bombs) await composePoster({ image: await make(), width: 600 });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});
