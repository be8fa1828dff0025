import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { convertPhoto, PictureRefusal, preparePhoto } from '../../../src/mail/pictures/photo/index.ts';
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
  jpegSecrets,
  landscape,
  makeJpeg,
  makePng,
  pngSecrets,
  TURNED_AVIF,
} from '../../support/make-pictures.ts';

/** Longest a test may take: some changed sizes make work for seconds. A guard against hanging, not an expectation. */
setDefaultTimeout(120_000);

/** A little wider than the smallest version, so that one is made. */
const [WIDTH, HEIGHT] = [330, 24];

const frame = { width: WIDTH, height: HEIGHT, draw: (x: number, y: number) => (x * y) % 4 };

const still = makeWebp(WIDTH, HEIGHT, landscape);
const pictures: Record<string, [mime: string, bytes: Promise<Uint8Array> | Uint8Array]> = {
  JPEG: [
    'image/jpeg',
    makeJpeg(WIDTH, HEIGHT, landscape).then((jpeg) => addSegments(jpeg, ...jpegSecrets())),
  ],
  'JPEG that is turned': [
    'image/jpeg',
    makeJpeg(WIDTH, HEIGHT, landscape).then((jpeg) => addSegments(jpeg, ...jpegSecrets(6))),
  ],
  'progressive JPEG': ['image/jpeg', makeJpeg(WIDTH, HEIGHT, landscape, { progressive: true })],
  PNG: ['image/png', makePng(WIDTH, HEIGHT, landscape, { before: pngSecrets() })],
  'animated PNG': ['image/png', makeAnimatedPng(WIDTH, HEIGHT)],
  'animated GIF': [
    'image/gif',
    makeGif(WIDTH, HEIGHT, [frame, frame], { repeat: 0, extensions: gifSecrets() }),
  ],
  WebP: ['image/webp', still.then((webp) => addToWebp(webp, WIDTH, HEIGHT, 6))],
  'WebP without loss': ['image/webp', makeWebp(WIDTH, HEIGHT, landscape, { lossless: true })],
  'animated WebP': ['image/webp', still.then((webp) => makeAnimatedWebp(WIDTH, HEIGHT, [webp, webp]))],
  AVIF: ['image/avif', TURNED_AVIF],
};

/** What becomes of an upload; `undefined`: it was refused. Anything else that is thrown is a fault of ours. */
async function upload(bytes: Uint8Array<ArrayBuffer>, mime: string) {
  try {
    const { file: stored, ...photo } = await preparePhoto(bytes, mime);
    const { conversions, placeholder, color } = await convertPhoto(stored, photo.mime);
    return { stored, conversions, placeholder, color };
  } catch (error) {
    if (!(error instanceof PictureRefusal)) throw error;
    expect(error.message).toMatch(/^The .{10,300}\.$/);
    return undefined;
  }
}

async function expectSound(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<void> {
  const result = await upload(bytes, mime);
  if (result === undefined) return;
  expect(result.placeholder.length).toBeLessThan(1000);
  expect(result.color).toMatch(/^#[\da-f]{6}$/);
  for (const served of [result.stored, ...result.conversions.map((version) => version.bytes)]) {
    expect(Buffer.from(served).includes(COORDINATES)).toBe(false);
    const { width, height } = await new Bun.Image(served).metadata();
    expect(width * height).toBeGreaterThan(0);
  }
}

describe.each(Object.entries(pictures))('%s', (_, [mime, made]) => {
  test('as it is, is taken', async () => {
    expect(await upload(bytesOf(await made), mime)).toBeDefined();
  });

  test('cut off anywhere is shown or refused', async () => {
    const whole = bytesOf(await made);
    const length = fc.nat(whole.length - 1);
    await fc.assert(fc.asyncProperty(length, (end) => expectSound(whole.slice(0, end), mime)));
  });

  test('with bytes changed anywhere is shown or refused', async () => {
    const whole = bytesOf(await made);
    // Half of the changes in the headers, where most can go wrong.
    const place = fc.oneof(fc.nat(whole.length - 1), fc.nat(Math.min(200, whole.length - 1)));
    const changes = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(changes, async (list) => {
      const changed = whole.slice();
      for (const [at, value] of list) changed[at] = value;
      await expectSound(changed, mime);
    });
    await fc.assert(property);
  });
});
