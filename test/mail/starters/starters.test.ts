import { describe, expect, test } from 'bun:test';
import { parseContent, walkBlocks } from '../../../src/mail/model/index.ts';
import { STARTERS } from '../../../src/mail/starters/choose-starter.ts';
import { LANGUAGES } from '../../../src/mail/starters/words/index.ts';
import { compose, idsOf, ratingOf, readable } from '../../features/ai/composing.ts';
import { readDrawingUrl } from './drawing-url.ts';
import { BRANDS, SAMPLES } from './starter-samples.ts';

const cases = SAMPLES.flatMap((sample) =>
  Object.entries(BRANDS).map(([brandName, brand]) => ({ brandName, brand, ...sample })),
);
const optionsOf = ({ brand, kind, locale }: (typeof cases)[number]) => ({
  brand,
  ...(kind && { kind }),
  ...(locale && { locale }),
});

test('there is a sample for every starter, with and without facts', () => {
  for (const starter of STARTERS) {
    const own = SAMPLES.filter((sample) => sample.starter === starter);
    expect(own.some(({ facts }) => facts.length === 0)).toBe(true);
    expect(own.some(({ facts }) => facts.length > 0)).toBe(true);
  }
});

describe.each(cases)('$starter for brand $brandName: $prompt', (sample) => {
  const composed = compose(sample.prompt, optionsOf(sample));

  test('is the one that was asked for', () => {
    expect(composed.starter).toBe(sample.starter as never);
  });

  test('is a valid content of its full form, with ids of its own', () => {
    const parsed = parseContent(composed.content, { makeId: () => 'made', unknownBlockTypes: 'refuse' });
    expect(parsed.ok && parsed.content).toEqual(composed.content);
    const ids = idsOf(composed);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('begins with the logo or the name of its sender, and shows a drawn scene', () => {
    const { brand } = sample;
    const blocks = [...walkBlocks(composed.content)].map(({ block }) => block);
    const sender = brand?.logo_url ?? brand?.company_name;
    if (sender !== undefined) expect(JSON.stringify(composed.content.blocks[0])).toContain(sender);
    const scenes = blocks.filter(
      (block) => block.type === 'image' && 'scene' in (readDrawingUrl(block.src) ?? {}),
    );
    expect(scenes.length).toBeGreaterThan(0);
  });

  test('scores 95 and more everywhere, as it is sent', async () => {
    const scores = await ratingOf(composed);
    for (const [area, score] of Object.entries(scores)) expect([area, score >= 95]).toEqual([area, true]);
  });

  test('renders without warnings and says what the prompt says', async () => {
    const { text, warnings } = await readable(composed);
    expect(warnings).toEqual([]);
    for (const fact of sample.facts) expect(text.toLowerCase()).toContain(fact.toLowerCase());
  });
});

describe.each([...LANGUAGES.keys()])('in %s', (locale) => {
  test.each(cases.filter(({ brandName }) => brandName !== 'full'))(
    '$starter for $brandName scores 95 and more: $prompt',
    async (sample) => {
      const composed = compose(sample.prompt, { ...optionsOf(sample), locale });
      expect(composed.content.settings.locale).toBe(locale);
      const scores = await ratingOf(composed);
      for (const [area, score] of Object.entries(scores)) expect([area, score >= 95]).toEqual([area, true]);
    },
  );
});

test('no two starters have the same build', () => {
  const shapes = STARTERS.map((starter) => {
    const sample = SAMPLES.find((one) => one.starter === starter && one.facts.length === 0);
    const { content } = compose(sample?.prompt ?? '');
    return content.blocks
      .map((block) =>
        block.type === 'section'
          ? block.children.map((list) => list.map(({ type }) => type).join()).join('|')
          : block.type,
      )
      .join(' / ');
  });
  expect(new Set(shapes).size).toBe(STARTERS.length);
});

test('a language without texts is said, and the mail is English', () => {
  const { content, notes } = compose('Newsletter', { locale: 'ja' });
  expect(content.settings.locale).toBe('en');
  expect(notes.join(' ')).toContain('"ja"');
});

test.each([
  ['de-AT', 'de-AT', 'Abmelden'],
  ['pt_BR', 'pt-BR', 'Cancelar inscrição'],
  ['nonsense!', 'en', 'Unsubscribe'],
])('the locale %s becomes %s', async (locale, kept, word) => {
  const composed = compose('Newsletter', { locale });
  expect(composed.content.settings.locale).toBe(kept);
  expect((await readable(composed)).text).toContain(word);
});

test.each([
  ['Schreibe einen Newsletter für die Bäckerei', 'de'],
  ['Écris une lettre d’information pour notre boutique', 'fr'],
  ['Escribe un boletín para la tienda con las novedades', 'es'],
  ['Schrijf een nieuwsbrief voor onze winkel', 'nl'],
  ['Scrivi una newsletter per il nostro negozio di fiori', 'it'],
  ['Escreva um boletim para a nossa loja com as novidades', 'pt'],
  ['Newsletter', 'en'],
])('without a locale "%s" is answered in %s', (prompt, locale) => {
  expect(compose(prompt).content.settings.locale).toBe(locale);
});
