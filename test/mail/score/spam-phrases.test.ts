import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import { phraseRule } from '../../../src/mail/score/rules/spam/phrase.ts';
import { addPhrase, findPhrases, makeTrie } from '../../../src/mail/score/rules/spam/text/phrase-trie.ts';
import { tokenize } from '../../../src/mail/score/rules/spam/text/tokens.ts';
import { allSpamWords, spamWordsOf } from '../../../src/mail/score/rules/spam/words/index.ts';
import { contentOf } from '../render/rendering.ts';
import { type SpamCase, testCases } from './spam-cases.ts';

const rule = 'spam.phrase';

const CASES: SpamCase[] = [
  { is: 'plain words', rule, says: 'We picked the first apples of the year.' },
  {
    is: 'words that are like spam',
    rule,
    says: 'Our award-winning cider is gluten free, and the walk is free too.',
  },
  {
    is: 'a high one',
    rule,
    says: 'Dear winner, hello.',
    expects: 'high',
    points: 3,
    at: 'p',
    names: 'Dear winner',
  },
  { is: 'a medium one', rule, says: 'It is risk-free.', expects: 'medium', points: 0.68 },
  { is: 'hesitation', rule, says: "Don't hesitate to ask.", expects: 'low', points: 0.11 },
  { is: 'a low one', rule, says: 'Click here for the map.', expects: 'low', points: 0.11 },
  { is: 'any case', rule, says: 'IT IS RISK FREE', expects: 'medium', points: 0.68 },
  { is: 'part of a word', rule, says: 'The viagrapher is no word.' },
  {
    is: 'words on both sides of a line',
    rule,
    says: 'We have no risk</p><p>free of charge',
    expects: 'medium',
    names: 'no risk',
  },
  {
    is: 'a number inside',
    rule,
    says: 'Earn $5,000 per week!',
    expects: 'high',
    names: 'Earn $5,000 per week',
  },
  { is: 'markup inside', rule, says: 'It is <b>risk</b> <i>free</i>.', expects: 'medium' },
  { is: 'a merge tag inside', rule, says: 'It is {{ x }} risk {{ y }} free.' },
  { is: 'an address', rule, says: 'See https://example.org/act-now/risk-free.' },
  { is: 'letters of another script', rule, says: 'It is ri\u0455k fr\u0435\u0435.', expects: 'medium' },
  { is: 'characters without width', rule, says: 'It is ri\u200bsk fr\u00adee.', expects: 'medium' },
  { is: 'digits for letters', rule, says: 'Make easy m0ney.', expects: 'high' },
  { is: 'letters of full width', rule, says: 'Ｒｉｓｋ ｆｒｅｅ.', expects: 'medium' },
  {
    is: 'the subject',
    rule,
    says: 'Hello.',
    facts: { subject: 'Act now' },
    expects: 'medium',
    at: null,
    names: 'subject',
  },
  { is: 'another language', rule, says: 'Это без риска. Risk free.', locale: 'ru', expects: 'not measured' },
  { is: 'no language', rule, says: 'Risk free.', locale: 'und', expects: 'not measured' },
  { is: 'a region', rule, says: 'Risk free.', locale: 'en-GB', expects: 'medium' },
  { is: 'English in German', rule, says: 'Das Angebot ist risk free.', locale: 'de', expects: 'medium' },
  { is: 'German in English', rule, says: 'Das ist völlig kostenlos.' },

  {
    is: 'German',
    rule,
    locale: 'de',
    says: 'Handeln Sie jetzt: völlig kostenlos!',
    expects: 'medium',
    names: 'Handeln Sie jetzt',
  },
  { is: 'German, a prize', rule, locale: 'de', says: 'Sie haben gewonnen!', expects: 'high' },
  {
    is: 'German, honest',
    rule,
    locale: 'de',
    says: 'Der Versand ist ab 50 € kostenlos. Die Ausstellung ist jetzt geöffnet.',
  },
  {
    is: 'French',
    rule,
    locale: 'fr',
    says: 'Gagnez de l’argent facilement depuis chez vous.',
    expects: 'high',
  },
  { is: 'French without accents', rule, locale: 'fr', says: 'Completement gratuit.', expects: 'medium' },
  {
    is: 'French, honest',
    rule,
    locale: 'fr',
    says: 'L’entrée est gratuite le dimanche. Merci de votre visite.',
  },
  { is: 'Spanish', rule, locale: 'es', says: 'Gane dinero fácil desde casa.', expects: 'high' },
  {
    is: 'Spanish, honest',
    rule,
    locale: 'es',
    says: 'El envío es gratis a partir de 50 €. Gracias por su compra.',
  },
  { is: 'Dutch', rule, locale: 'nl', says: 'Verdien tot 500 euro per dag.', expects: 'high' },
  { is: 'Dutch, honest', rule, locale: 'nl', says: 'De verzending is gratis vanaf 50 euro. Tot snel!' },
  { is: 'Italian', rule, locale: 'it', says: 'Prestito immediato senza rischi.', expects: 'high' },
  {
    is: 'Italian, honest',
    rule,
    locale: 'it',
    says: 'La spedizione è gratuita da 50 €. Grazie della visita.',
  },
  { is: 'Portuguese', rule, locale: 'pt-BR', says: 'Emagreça rápido, sem risco.', expects: 'high' },
  {
    is: 'Portuguese, honest',
    rule,
    locale: 'pt',
    says: 'O envio é grátis a partir de 50 €. Obrigado pela visita.',
  },
];

testCases('phrases', CASES);

const findingsIn = (html: string) => {
  const found = phraseRule.check(
    readMail(contentOf([{ type: 'paragraph', content: html }], { locale: 'en' })),
  );
  return 'notMeasured' in found ? [] : found;
};

describe('how phrases count', () => {
  test('each once, with how often it is there', () => {
    const found = findingsIn('<p>Act now.</p><p>ACT NOW!</p><p>Please act now.</p>');
    expect(found.map(({ points }) => points)).toEqual([0.68]);
    expect(found[0]?.message).toContain('3 times');
  });

  test('several in full', () => {
    expect(findingsIn('<p>Act now, it is risk free.</p>').map(({ points }) => points)).toEqual([1.5, 1.5]);
  });

  test('of those that overlap, the dearest', () => {
    expect(findingsIn('<p>Click here to be removed.</p>').map(({ points }) => points)).toEqual([2.5]);
  });

  test('the preview text', () => {
    const mail = readMail(contentOf([], { locale: 'en', preheaderText: 'Risk free!' }));
    expect(phraseRule.check(mail)).toMatchObject([
      { blockId: null, message: expect.stringContaining('preview text') },
    ]);
  });
});

describe('the lists', () => {
  test('can be read to the last phrase', () => {
    for (const { phrases, unsubscribe } of allSpamWords) {
      for (const { points, phrases: patterns } of [...phrases, { points: 1, phrases: unsubscribe }]) {
        for (const pattern of patterns) {
          const trie = makeTrie();
          addPhrase(trie, { pattern, points });
          const said = pattern
            .replace(/\[[^\]]*\]/g, '')
            .replace(/\(([^|)]*)[^)]*\)/g, '$1')
            .replaceAll('#', '500')
            .replaceAll('*', 'word');
          expect({ pattern, found: findPhrases(trie, tokenize(said)).length }).toEqual({ pattern, found: 1 });
        }
      }
    }
  });

  test('name no phrase twice', () => {
    for (const { phrases } of allSpamWords) {
      const all = phrases.flatMap((group) => group.phrases);
      expect(all.filter((pattern, index) => all.indexOf(pattern) !== index)).toEqual([]);
    }
  });

  test('exist for seven languages, and English goes with each', () => {
    expect(
      ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt'].map((language) => spamWordsOf(language)?.length),
    ).toEqual([1, 2, 2, 2, 2, 2, 2]);
    expect(spamWordsOf('ru')).toBeUndefined();
  });
});

describe('words', () => {
  test('stand where they are said to', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (source) => {
        const { text, list } = tokenize(source);
        let before = 0;
        for (const { start, end } of list) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test('are numbers as people write them', () => {
    const wordsOf = (source: string) => {
      const { text, list } = tokenize(source);
      return list.map(({ start, end }) => text.slice(start, end));
    };
    expect(wordsOf('Win 1,000,000 or 1 000 000 now: 100%')).toEqual([
      'Win',
      '1,000,000',
      'or',
      '1 000 000',
      'now',
      '100',
      '%',
    ]);
    expect(wordsOf('can’t v!agra')).toEqual(['can', 't', 'v!agra']);
    expect(wordsOf('free!now')).toEqual(['free', 'now']);
  });

  test('found by a tree are those found by looking for each', () => {
    const word = fc.constantFrom('a', 'b', 'c', '7');
    const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.uniqueArray(phrase, { maxLength: 6 }),
        fc.array(word, { maxLength: 12 }),
        (phrases, said) => {
          const trie = makeTrie();
          for (const pattern of phrases) addPhrase(trie, { pattern, points: 1 });
          // Numbers side by side are one.
          const text = said
            .join(' . ')
            .replaceAll(' . ', ' ')
            .replace(/7 (?=7)/g, '7 x ');
          const tokens = tokenize(text);
          const any = phrases.some(
            (pattern) => ` ${text} `.includes(` ${pattern} `) && !pattern.includes('7 7'),
          );
          expect(findPhrases(trie, tokens).length > 0).toBe(any);
        },
      ),
    );
  });
});
