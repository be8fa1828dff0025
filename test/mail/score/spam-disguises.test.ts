import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { findDisguises, undisguise } from '../../../src/mail/score/rules/spam/text/disguises.ts';
import { testCases } from './spam-cases.ts';

const rule = 'spam.obfuscation';

testCases('disguised words', [
  { is: 'plain words', rule, says: 'The press has run for 2 weeks; A4 paper, B2B, H2O, 3D, mp3.' },
  {
    is: 'characters without width',
    rule,
    says: 'App\u200bles and pears.',
    expects: 'high',
    points: 2.5,
    at: 'p',
    names: 'Apples',
    fixed: true,
  },
  { is: 'joiners in a number', rule, says: 'Call 555\u200c0123 before 10\u200cam.' },
  { is: 'characters without width between words', rule, says: 'Apples \u200b and pears.' },
  { is: 'joiners of emoji', rule, says: 'Hello 👨\u200d👩\u200d👧!' },
  { is: 'joiners of another script', rule, locale: 'fa', says: 'می\u200cخواهم' },
  { is: 'one place to break a word', rule, locale: 'de', says: 'Donau\u00addampf\u00adschiff' },
  { is: 'a break behind every letter', rule, says: 'f\u00adr\u00ade\u00ade', expects: 'high', fixed: true },
  {
    is: 'a Cyrillic letter',
    rule,
    says: 'P\u0430yPal',
    expects: 'high',
    names: 'several scripts',
    fixed: true,
  },
  { is: 'a Greek letter', rule, says: 'C\u03bfupon', expects: 'high', fixed: true },
  { is: 'words of two scripts', rule, says: 'Moscow is Москва.' },
  { is: 'a word of two scripts that look different', rule, says: 'The Δx of it, and 5 µm, 20 µSv.' },
  { is: 'a Russian ending', rule, locale: 'ru', says: 'SMSка' },
  { is: 'a Latin letter inside a Russian word', rule, locale: 'ru', says: 'Пpивeт, мир.' },
  { is: 'accents', rule, locale: 'fr', says: 'Noël à Besançon, cœur, naïve.' },
  {
    is: 'letters of mathematics',
    rule,
    says: '\u{1d5d9}\u{1d5ff}\u{1d5f2}\u{1d5f2} cider',
    expects: 'high',
    names: 'Free',
    fixed: true,
  },
  { is: 'digits for letters', rule, says: 'Cheap v1agra.', expects: 'high', fixed: false, names: 'v1agra' },
  { is: 'signs for letters', rule, says: 'Get ca$h.', expects: 'high', names: 'ca$h' },
  { is: 'digits in honest words', rule, says: 'Use the code SAVE20 or SPRING5 for the b1 tram.' },
  {
    is: 'letters set apart',
    rule,
    says: 'It is f r e e.',
    expects: 'high',
    names: 'set apart',
    fixed: false,
  },
  { is: 'letters with dots', rule, says: 'C.A.S.I.N.O', expects: 'high' },
  { is: 'an honest word set apart', rule, says: 'W E L C O M E' },
  { is: 'abbreviations', rule, says: 'z. B. u. a. m., U.S.A., R.S.V.P.' },
  { is: 'German', rule, locale: 'de', says: 'Jetzt gr4tis.', expects: 'high' },
  { is: 'another language', rule, locale: 'ru', says: 'Скачать v1agra.', expects: 'high' },
  {
    is: 'the subject',
    rule,
    says: 'Hello.',
    facts: { subject: 'Fr\u0435\u0435 cider' },
    expects: 'high',
    at: null,
    fixed: false,
  },
  { is: 'a merge tag', rule, says: 'Hello {{ fr33 }}.' },
  { is: 'an address', rule, says: 'See https://example.org/fr33/c4sh?v1agra.' },
  {
    is: 'several cells',
    rule,
    blocks: [
      {
        type: 'table',
        id: 't',
        rows: [{ cells: [{ content: 'app\u200ble' }, { content: '<b>p\u0435ar</b>' }] }],
      },
    ],
    expects: 'high',
    at: 't',
    fixed: true,
  },
]);

describe('taking disguises off', () => {
  const piece = fc.constantFrom(
    'free',
    'app\u200ble',
    'p\u0430y',
    'Москва',
    '\u{1d5d9}\u{1d5ff}\u{1d5f2}',
    'f\u00adr\u00ade',
    '👨\u200d👩',
    ' ',
    '<',
    'é',
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );

  test('leaves none that can be taken off, and is done in one go', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'ru'), (said, language) => {
        const plain = undisguise(said, language);
        expect(undisguise(plain, language)).toBe(plain);
        expect(findDisguises(plain, language).filter(({ isMechanical }) => isMechanical)).toEqual([]);
      }),
    );
  });

  test('leaves honest texts as they are', () => {
    for (const honest of [
      'Donau\u00addampf\u00adschiff',
      '👨\u200d👩\u200d👧',
      'Москва SMSка',
      'Noël 20 µSv',
      'a b c',
    ]) {
      expect(undisguise(honest, 'ru')).toBe(honest);
    }
  });
});
