import { describe, expect, test } from 'bun:test';
import { playGif } from '../../../src/mail/pictures/photo/animation.ts';
import { convertPhoto } from '../../../src/mail/pictures/photo/index.ts';
import { readGif as readBlocks } from '../../../src/mail/pictures/photo/read-gif.ts';
import { type GifFrame, makeGif } from '../../support/make-animations.ts';
import { type Color, FIELDS } from '../../support/make-pictures.ts';

/** Every frame as it is shown, with a copy of its pixels. */
function play(gif: Uint8Array) {
  const frames = [];
  for (const { raster, delayMilliseconds } of playGif(readBlocks(gif))) {
    const data = raster.data.slice();
    const { width } = raster;
    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
    frames.push({ delayMilliseconds, at });
  }
  return frames;
}

const CLEAR = [0, 0, 0, 0];
const color = (index: number) => [...(FIELDS[index] as Color)];
const whole = (index: number): GifFrame => ({ width: 20, height: 20, draw: () => index });
const patch = (index: number, more: Partial<GifFrame> = {}): GifFrame => ({
  x: 5,
  y: 5,
  width: 10,
  height: 10,
  draw: () => index,
  ...more,
});

describe('an animated GIF is played as browsers do', () => {
  const middle = (frames: GifFrame[]) =>
    play(makeGif(20, 20, frames)).map(({ at }) => [at(1, 1), at(10, 10)]);
  test('frames are laid over each other', () => {
    expect(middle([whole(0), patch(1), patch(2, { x: 0, y: 0, width: 3, height: 3 })])).toEqual([
      [color(0), color(0)],
      [color(0), color(1)],
      [color(2), color(1)],
    ]);
  });

  test('a place is cleared, or set back, before the next frame', () => {
    expect(
      middle([whole(0), patch(1, { disposal: 2 }), patch(2, { x: 0, y: 0, width: 3, height: 3 })])[2],
    ).toEqual([color(2), CLEAR]);
    expect(
      middle([whole(0), patch(1, { disposal: 3 }), patch(2, { x: 0, y: 0, width: 3, height: 3 })])[2],
    ).toEqual([color(2), color(0)]);
  });

  test('a transparent index is not drawn', () => {
    const holes = patch(1, { transparent: 3, draw: (x) => (x === 5 ? 3 : 1) });
    const [, second] = play(makeGif(20, 20, [whole(0), holes]));
    expect([second?.at(9, 10), second?.at(10, 10), second?.at(11, 10)]).toEqual([
      color(1),
      color(0),
      color(1),
    ]);
  });

  test('what leaves the picture is left out', () => {
    const outside = patch(1, { x: 15, y: 15 });
    const far = patch(2, { x: 500, y: 500 });
    expect(middle([whole(0), outside, far])).toEqual(new Array(3).fill([color(0), color(0)]));
    expect(play(makeGif(20, 20, [whole(0), outside]))[1]?.at(19, 19)).toEqual(color(1));
  });

  test('rows of an interlaced frame are put in order', () => {
    const rows = { ...whole(0), height: 19, draw: (_: number, y: number) => y % 4 };
    const [straight] = play(makeGif(20, 20, [rows]));
    const [interlaced] = play(makeGif(20, 20, [{ ...rows, isInterlaced: true }]));
    for (let y = 0; y < 20; y++) expect(interlaced?.at(3, y)).toEqual(straight?.at(3, y) as number[]);
  });

  test('a frame may have colors of its own', () => {
    const palette: Color[] = [FIELDS[3], FIELDS[2], FIELDS[1], FIELDS[0]] as Color[];
    expect(middle([whole(0), patch(0, { palette })])[1]).toEqual([color(0), color(3)]);
  });
});

/** A square of color that moves over the picture. */
const moving = (count: number, more: Partial<GifFrame> = {}): GifFrame[] =>
  Array.from({ length: count }, (_, step) => ({
    width: 800,
    height: 600,
    delay: 5 + step,
    draw: (x: number, y: number) => (Math.abs(x - 100 - step * 80) < 60 && Math.abs(y - 300) < 60 ? 1 : 3),
    ...more,
  }));

describe('smaller versions of an animation', () => {
  test('move as it does', async () => {
    const source = makeGif(800, 600, moving(6), { repeat: 3 });
    const { conversions } = await convertPhoto(source, 'image/gif');
    expect(conversions.map(({ name, width, height, mime }) => [name, width, height, mime])).toEqual([
      ['medium', 640, 480, 'image/gif'],
      ['small', 320, 240, 'image/gif'],
    ]);
    const frames = play(source);
    for (const { bytes, width } of conversions) {
      const smaller = play(bytes);
      expect(readBlocks(bytes).repeat).toBe(3);
      expect(smaller.map(({ delayMilliseconds }) => delayMilliseconds)).toEqual([50, 60, 70, 80, 90, 100]);
      for (const [index, frame] of smaller.entries()) {
        for (let x = 4; x < width; x += 8) {
          const scale = 800 / width;
          const expected = frames[index]?.at(Math.floor((x + 0.5) * scale), 300) as number[];
          const isEdge = [-2, 2].some((by) => {
            const beside = frames[index]?.at(Math.min(799, Math.floor((x + 0.5 + by) * scale)), 300);
            return beside?.[0] !== expected[0];
          });
          if (!isEdge) expect(frame.at(x, Math.floor(300 / scale))).toEqual(expected);
        }
      }
    }
  });

  test('leave no trace of what has become transparent', async () => {
    const frames = moving(5, { disposal: 2, transparent: 3 });
    const { conversions } = await convertPhoto(makeGif(800, 600, frames), 'image/gif');
    expect(conversions).toHaveLength(2);
    for (const { bytes, width } of conversions) {
      const scale = 800 / width;
      for (const [index, { at }] of play(bytes).entries()) {
        for (let step = 0; step < 5; step++) {
          const expected = step === index ? color(1) : CLEAR;
          if (Math.abs(step - index) === 1) continue;
          expect(at(Math.floor((100 + step * 80) / scale), Math.floor(300 / scale))).toEqual(expected);
        }
      }
    }
  });

  test('are none if they would be too much work, but never a still', async () => {
    const tiny = { width: 1, height: 1, draw: () => 1 };
    const many = makeGif(400, 300, new Array(10_000).fill(tiny));
    expect(await convertPhoto(many, 'image/gif')).toMatchObject({
      conversions: [],
      color: expect.any(String),
    });
    const large = makeGif(4000, 3000, new Array(20).fill(tiny));
    expect((await convertPhoto(large, 'image/gif')).conversions).toEqual([]);
  });

  test('hold only what changes', async () => {
    const still = { width: 800, height: 600, draw: (x: number, y: number) => ((x >> 4) + (y >> 4)) % 3 };
    const dot = { x: 400, y: 300, width: 20, height: 20, draw: () => 3 };
    const one = await convertPhoto(makeGif(800, 600, [still, dot]), 'image/gif');
    const many = await convertPhoto(makeGif(800, 600, [still, ...new Array(20).fill(dot)]), 'image/gif');
    const bytes = (result: typeof one) => result.conversions.at(-1)?.bytes.length ?? 0;
    expect(bytes(one)).toBeGreaterThan(0);
    expect(bytes(many) - bytes(one)).toBeLessThan(19 * 200);
  });
});
