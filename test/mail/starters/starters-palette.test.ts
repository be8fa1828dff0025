import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { contrast, formatColor, parseColor } from '../../../src/mail/parse/color.ts';
import { STARTERS } from '../../../src/mail/starters/choose-starter.ts';
import { makePalette } from '../../../src/mail/starters/palette.ts';
import { LANGUAGES } from '../../../src/mail/starters/words/index.ts';
import { compose, ratingOf } from '../../features/ai/composing.ts';
import { runs } from '../../support/property-runs.ts';

const channel = fc.integer({ min: 0, max: 255 });
const color = fc
  .record({ red: channel, green: channel, blue: channel })
  .map((rgb) => formatColor({ ...rgb, alpha: 1 }));
const colors = fc.record(
  { primary: color, secondary: color, background: color, text: color },
  { requiredKeys: [] },
);

const ratio = (one: string, other: string) => {
  const [a, b] = [parseColor(one), parseColor(other)];
  if (a === undefined || b === undefined) throw new Error(`no color: ${one} ${other}`);
  return contrast(a, b);
};

test('whatever colors a brand has, all text can be read', () => {
  fc.assert(
    fc.property(colors, (brand) => {
      const { page, sheet, soft, text, muted, link, accent, band, button, bandButton, night } =
        makePalette(brand);
      for (const ground of [page, sheet, soft]) {
        for (const ink of [text, muted, link, accent]) expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5);
        expect(ratio(button.fill, ground)).toBeGreaterThanOrEqual(3);
      }
      for (const pair of [band, button, bandButton, night])
        expect(ratio(pair.fill, pair.text)).toBeGreaterThanOrEqual(4.5);
    }),
    { examples: [[{ primary: '#ec00cf', background: '#050013', text: '#010000' }]] },
  );
});

test('colors that can be read are left as they are', () => {
  const { page, text, band, button } = makePalette({
    primary: '#0f6b4f',
    background: '#f3f5f1',
    text: '#20302a',
  });
  expect({ page, text, band: band.fill, button: button.fill }).toEqual({
    page: '#f3f5f1',
    text: '#20302a',
    band: '#0f6b4f',
    button: '#0f6b4f',
  });
});

test('a pastel stays on bands; buttons become darker', () => {
  const { band, button } = makePalette({ primary: '#f9c6d3' });
  expect(band.fill).toBe('#f9c6d3');
  expect(button.fill).not.toBe('#f9c6d3');
});

const hue = fc.integer({ min: 0, max: 359 });
/** Colors that are hard to design with: nearly white, nearly black, glaring, gray. */
const awkward = fc.oneof(
  hue.map((h) => `hsl(${h} 100% 97%)`),
  hue.map((h) => `hsl(${h} 60% 3%)`),
  hue.map((h) => `hsl(${h} 100% 50%)`),
  fc.integer({ min: 0, max: 100 }).map((l) => `hsl(0 0% ${l}%)`),
);
const hexOf = (css: string) => formatColor(parseColor(css) ?? { red: 0, green: 0, blue: 0, alpha: 1 });

test('whatever the brand, every starter scores 90 and more and its dark end can be read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...STARTERS),
      fc.constantFrom(...LANGUAGES.keys()),
      fc.record({ primary: awkward, secondary: awkward, background: awkward }, { requiredKeys: ['primary'] }),
      async (starter, locale, brand) => {
        const hex = Object.fromEntries(Object.entries(brand).map(([name, css]) => [name, hexOf(css)]));
        const { night } = makePalette(hex);
        for (const ink of [night.text, night.muted])
          expect(ratio(ink, night.fill)).toBeGreaterThanOrEqual(4.5);
        const composed = compose(starter, { starter, locale, brand: { colors: hex, company_name: 'Acme' } });
        for (const [area, score] of Object.entries(await ratingOf(composed)))
          expect([area, score >= 90]).toEqual([area, true]);
      },
    ),
    { numRuns: runs(40) },
  );
});
