import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  contrast,
  contrastOfHex,
  formatColor,
  mixColors,
  overlay,
  parseColor,
  readHex,
  toHex,
  WHITE,
} from '../../../src/mail/parse/color.ts';

describe('reading a CSS color', () => {
  const colors: [css: string, written: string][] = [
    ['red', '#ff0000'],
    ['RebeccaPurple', '#663399'],
    [' #abc ', '#aabbcc'],
    ['#AABBCC', '#aabbcc'],
    ['#abcd', 'rgba(170, 187, 204, 0.867)'],
    ['#aabbcc80', 'rgba(170, 187, 204, 0.502)'],
    ['rgb(1, 2, 3)', '#010203'],
    ['RGB(1 2 3 / 50%)', 'rgba(1, 2, 3, 0.502)'],
    ['rgba(10%, 20%, 30%, .5)', 'rgba(26, 51, 77, 0.502)'],
    ['rgb(300, 0, -5)', '#ff0000'],
    ['hsl(120, 50%, 50%)', '#40bf40'],
    ['hsla(1.5turn 50% 50% / 1)', '#40bfbf'],
    ['hwb(120 20% 30%)', '#33b333'],
    ['oklch(0.6 0.1 250)', '#4f84ba'],
    ['transparent', 'rgba(0, 0, 0, 0)'],
  ];
  test.each(colors)('%s', (css, written) => {
    expect(formatColor(parseColor(css) ?? WHITE)).toBe(written);
  });

  const others = [
    '',
    'abc',
    'ffffff',
    '123456',
    '#12345',
    '#ggg',
    'rgb(1,2)',
    'notacolor',
    'inherit',
    'currentColor',
  ];
  test.each([...others, 'var(--x)', '{{ brand }}', 'red;', 'url(x)', `#${'a'.repeat(1000)}`])(
    'not: %s',
    (css) => {
      expect(parseColor(css)).toBeUndefined();
    },
  );

  test('names, hex, rgb and hsl are read as the runtime reads them', () => {
    const byte = fc.nat(255);
    const share = fc.nat(100);
    const css = fc.oneof(
      fc.tuple(byte, byte, byte).map(([r, g, b]) => `rgb(${r}, ${g}, ${b})`),
      fc.tuple(byte, byte, byte, share).map(([r, g, b, a]) => `rgba(${r}, ${g}, ${b}, ${a / 100})`),
      fc.tuple(byte, byte, byte, byte).map((bytes) => `#${Buffer.from(bytes).toString('hex')}`),
      fc.tuple(fc.nat(359), share, share).map(([h, s, l]) => `hsl(${h}, ${s}%, ${l}%)`),
      fc.constantFrom('navy', 'salmon', 'gray', 'grey', 'white', 'black', 'hotpink'),
    );
    fc.assert(
      fc.property(css, (text) => {
        const [red, green, blue, alpha] = Bun.color(text, '[rgba]') ?? [];
        const color = parseColor(text);
        // The last bit may be rounded another way where a channel lies between two values.
        for (const [mine, theirs] of [
          [color?.red, red],
          [color?.green, green],
          [color?.blue, blue],
        ]) {
          expect(Math.abs((mine ?? -9) - (theirs ?? 9))).toBeLessThanOrEqual(1);
        }
        expect(Math.round((color?.alpha ?? -9) * 255)).toBe(alpha as number);
      }),
    );
  });
});

test('opaque colors are written and read as hex', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.nat(255), fc.nat(255), (red, green, blue) => {
      const color = { red, green, blue, alpha: 1 };
      expect(readHex(toHex(color))).toEqual(color);
      expect(parseColor(toHex(color))).toEqual(color);
      expect(contrastOfHex(toHex(color), '#ffffff')).toBe(contrast(color, WHITE));
    }),
  );
});

test('colors are mixed and laid over each other', () => {
  expect(toHex(mixColors(readHex('#000000'), WHITE, 0.5))).toBe('#808080');
  expect(toHex(overlay({ ...readHex('#ff0000'), alpha: 0.5 }, WHITE))).toBe('#ff8080');
});
