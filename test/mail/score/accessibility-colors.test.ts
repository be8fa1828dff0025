import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  contrastOfHex,
  formatColor,
  invertLightness,
  luminance,
  parseColor,
  readHex,
} from '../../../src/mail/parse/color.ts';
import {
  contrastInDark,
  findLegibleColor,
  isAlwaysLegible,
  isLegible,
  lightnessBetween,
} from '../../../src/mail/parse/legible-color.ts';
import { contrastNeeded, formatRatio } from '../../../src/mail/score/rules/accessibility/contrast-ratio.ts';

const hex = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(([red, green, blue]) => formatColor({ red, green, blue, alpha: 1 }));
const needed = fc.constantFrom(3, 4.5);

/** Hue in degrees; undefined for greys. */
function hueOf(color: string): number | undefined {
  const { red, green, blue } = readHex(color);
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread < 24) return undefined;
  if (most === red) return (((green - blue) / spread) * 60 + 360) % 360;
  return most === green ? ((blue - red) / spread) * 60 + 120 : ((red - green) / spread) * 60 + 240;
}

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.478],
    ['#767676', '#ffffff', 4.542],
    ['#949494', '#ffffff', 3.033],
    ['#ff0000', '#ffffff', 3.998],
    ['#0000ff', '#ffffff', 8.592],
    ['#00ff00', '#000000', 15.304],
  ])('%s on %s is %d', (one, other, ratio) => {
    expect(contrastOfHex(one, other)).toBeCloseTo(ratio, 3);
    expect(contrastOfHex(other, one)).toBe(contrastOfHex(one, other));
  });

  test('is not rounded up, neither to compare nor to be told', () => {
    expect(contrastOfHex('#777777', '#ffffff')).toBeLessThan(4.5);
    expect(formatRatio(4.4999)).toBe('4.49:1');
  });

  test('text is large from 24 px, bold text from 14 points', () => {
    expect([23.99, 24].map((size) => contrastNeeded(size, false))).toEqual([4.5, 3]);
    expect([18.6, 18.66].map((size) => contrastNeeded(size, true))).toEqual([4.5, 3]);
  });
});

describe('a color that can be read', () => {
  test('is found on every single background, and can be read by day and night', () => {
    fc.assert(
      fc.property(hex, hex, needed, (color, background, least) => {
        const use = { background, needed: least };
        const found = findLegibleColor(color, [use], '#ffffff');
        if (found === undefined) throw new Error('none');
        expect(isAlwaysLegible(found, use, '#ffffff')).toBe(true);
      }),
    );
  });

  test('is the color itself when that can be read', () => {
    fc.assert(
      fc.property(hex, hex, (color, background) => {
        const use = { background, needed: 4.5 };
        fc.pre(isAlwaysLegible(color, use, '#ffffff'));
        expect(findLegibleColor(color, [use], '#ffffff')).toBe(color);
      }),
    );
  });

  test('has the hue of the first one, as far as there is one', () => {
    fc.assert(
      fc.property(hex, hex, (color, background) => {
        const found = findLegibleColor(color, [{ background, needed: 4.5 }], '#ffffff') as string;
        const [before, after] = [hueOf(color), hueOf(found)];
        if (before === undefined || after === undefined) return;
        const apart = Math.abs(before - after);
        expect(Math.min(apart, 360 - apart)).toBeLessThan(8);
      }),
    );
  });

  test('is the nearest: half the way is not enough', () => {
    fc.assert(
      fc.property(hex, fc.constantFrom('#ffffff', '#000000'), (color, background) => {
        const use = { background, needed: 4.5 };
        fc.pre(!isLegible(color, use));
        const found = findLegibleColor(color, [use], '#ffffff') as string;
        const toward = background === '#ffffff' ? -1 : 1;
        const lighter = luminance(readHex(found)) - luminance(readHex(color));
        expect(Math.sign(lighter)).toBe(toward);
        // One step of lightness short of it the contrast is missed; steps are a hundredth, colors are rounded.
        expect(contrastOfHex(found, background)).toBeLessThan(4.5 + 0.6);
        expect(lightnessBetween(color, found)).toBeGreaterThan(0);
      }),
    );
  });

  test('is not found between black and white', () => {
    const uses = ['#000000', '#ffffff'].map((background) => ({ background, needed: 4.7 }));
    expect(findLegibleColor('#777777', uses, '#ffffff')).toBeUndefined();
  });
});

describe('dark mode', () => {
  test('our own keeps the contrast of a mail, but for rounding', () => {
    fc.assert(
      fc.property(hex, hex, (color, background) => {
        const ratio = contrastOfHex(color, background);
        fc.pre(ratio >= 3 && ratio <= 7);
        expect(contrastInDark(color, background, '#ffffff').declared).toBeGreaterThan(ratio * 0.96);
      }),
    );
  });

  test('a dark mail stays as it is', () => {
    expect(contrastInDark('#ffffff', '#777777', '#111111').declared).toBe(
      contrastOfHex('#ffffff', '#777777'),
    );
  });

  test('inversion makes black white and white the dark grey it has for a page', () => {
    const invert = (css: string) => formatColor(invertLightness(parseColor(css) as never));
    expect(invert('#000000')).toBe('#ffffff');
    expect(invert('#ffffff')).toBe('#333333');
    expect(hueOf(invert('#003399'))).toBeCloseTo(hueOf('#003399') as number, -2);
  });
});
