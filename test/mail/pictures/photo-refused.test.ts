import { describe, expect, test } from 'bun:test';
import { PictureRefusal, preparePhoto } from '../../../src/mail/pictures/photo/index.ts';
import { makeGif, makeWebp } from '../../support/make-animations.ts';
import {
  bytesOf,
  landscape,
  makeJpeg,
  makePng,
  makePngBomb,
  TURNED_AVIF,
} from '../../support/make-pictures.ts';

const [WIDTH, HEIGHT] = [64, 48];

async function refusal(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<string> {
  const error = await preparePhoto(bytes, mime).then(
    () => new Error('it was taken'),
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(PictureRefusal);
  return error.message;
}

describe('what is refused', () => {
  test('pictures of far too many pixels, from their headers', async () => {
    const bomb = await refusal(makePngBomb(50_000, 50_000), 'image/png');
    expect(bomb).toBe(
      'The PNG has 50000 × 50000 pixels. At most 16384 pixels a side are possible: make it smaller.',
    );
    expect(await refusal(makePngBomb(16_000, 16_000), 'image/png')).toContain(
      '256 megapixels. At most 50.3 are possible',
    );
    const jpeg = await makeJpeg(WIDTH, HEIGHT, landscape);
    const patched = jpeg.slice();
    patched.set([0xff, 0xff, 0xff, 0xff], Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xc0])) + 5);
    expect(await refusal(patched, 'image/jpeg')).toContain('65535 × 65535');
    const gif = makeGif(65_535, 65_535, [{ width: 1, height: 1, draw: () => 0 }]);
    expect(await refusal(gif, 'image/gif')).toContain('65535 × 65535');
    const webp = await makeWebp(WIDTH, HEIGHT, landscape, { lossless: true });
    new DataView(webp.buffer).setUint32(21, 0x0fffffff, true);
    expect(await refusal(webp, 'image/webp')).toContain('16384 × 16384');
    const avif = TURNED_AVIF.slice();
    const size = Buffer.from(avif).indexOf('ispe') + 8;
    avif.set([0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10], size);
    expect(await refusal(avif, 'image/avif')).toContain('10000 × 10000 pixels, 100 megapixels. At most 12.6');
  });

  test('pictures of no size', async () => {
    expect(await refusal(makePngBomb(0, 10), 'image/png')).toContain('shows nothing');
    expect(await refusal(makeGif(0, 0, [{ width: 1, height: 1, draw: () => 0 }]), 'image/gif')).toContain(
      'shows nothing',
    );
  });

  test('half a picture, and none', async () => {
    const frame = { width: WIDTH, height: HEIGHT, draw: (x: number) => x % 4 };
    const sources: [Uint8Array<ArrayBuffer>, string][] = [
      [await makeJpeg(WIDTH, HEIGHT, landscape), 'image/jpeg'],
      [await makeJpeg(WIDTH, HEIGHT, landscape, { progressive: true }), 'image/jpeg'],
      [makePng(WIDTH, HEIGHT, landscape), 'image/png'],
      [makeGif(WIDTH, HEIGHT, [frame, frame]), 'image/gif'],
      [await makeWebp(WIDTH, HEIGHT, landscape), 'image/webp'],
      [TURNED_AVIF, 'image/avif'],
    ];
    for (const [whole, mime] of sources) {
      for (const length of [whole.length - 1, whole.length >> 1, 40, 12, 0]) {
        expect(await refusal(whole.slice(0, length), mime)).toMatch(
          /is damaged|cannot be decoded|by its content/,
        );
      }
    }
  });

  test('a JPEG of thousands of passes', async () => {
    const jpeg = await makeJpeg(800, 600, landscape);
    const scan = jpeg.subarray(Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xda])), -2);
    const passes = bytesOf(
      jpeg.subarray(0, -2),
      ...new Array<Uint8Array>(2500).fill(scan),
      Uint8Array.of(0xff, 0xd9),
    );
    expect(await refusal(passes, 'image/jpeg')).toContain('too many for its size');
  });

  test('a PNG whose checksum does not fit, and one with an unknown critical chunk', async () => {
    const png = makePng(WIDTH, HEIGHT, landscape);
    const broken = png.slice();
    const at = Buffer.from(png).indexOf('IDAT') + 20;
    broken[at] = (broken[at] as number) ^ 1;
    expect(await refusal(broken, 'image/png')).toContain('checksum of its part IDAT');
    expect(
      await refusal(makePng(9, 9, landscape, { before: [['ABCD', Buffer.from('x')]] }), 'image/png'),
    ).toContain('"ABCD"');
  });

  test('a picture that is of another type than said', async () => {
    await refusal(makePng(9, 9, landscape), 'image/jpeg');
    await refusal(makePng(9, 9, landscape), 'image/tiff');
  });
});
