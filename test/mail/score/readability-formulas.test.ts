import { describe, expect, test } from 'bun:test';
import { automatedReadability } from 'automated-readability';
import { flesch } from 'flesch';
import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import { splitSentences, splitWords } from '../../../src/mail/score/mail/words.ts';
import { readingEaseOf } from '../../../src/mail/score/rules/readability/flesch.ts';
import { gradeOf } from '../../../src/mail/score/rules/readability/grade.ts';
import { isPassive } from '../../../src/mail/score/rules/readability/passive.ts';
import { countSyllables } from '../../../src/mail/score/rules/readability/syllables.ts';

/** Plain prose: three books in the public domain, and a mail. */
const PROSE = {
  Alice:
    'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do. Once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it. So she was considering in her own mind whether the pleasure of making a chain would be worth the trouble of getting up and picking the flowers. Suddenly a white rabbit with pink eyes ran close by her. There was nothing so very remarkable in that.',
  'Moby-Dick':
    'Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, and nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of the world. It is a way I have of driving off the spleen and regulating the circulation. Whenever I find myself growing grim about the mouth, I account it high time to get to sea as soon as I can.',
  'Pride and Prejudice':
    'It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families, that he is considered the rightful property of some one or other of their daughters. My dear, said his lady to him one day, have you heard that Netherfield Park is let at last?',
  'a mail':
    'Thank you for your order. We packed it this morning and it left our store at noon. You can expect it on Friday. If nobody is at home, the driver will leave it with a neighbour and put a card in your box. Something is not right? Just write back to this mail. We read every one and will answer within a day. You have thirty days to send things back, and we pay for it.',
};

describe.each(Object.entries(PROSE))('%s', (_title, text) => {
  const words = splitWords(text);
  const sentences = splitSentences(text).length;
  // Counted independently: by spaces and full stops.
  const plainWords = text.split(/\s+/);
  const counts = {
    sentence: text.match(/[.?!](?=\s|$)/g)?.length ?? 0,
    word: plainWords.length,
    syllable: plainWords.reduce((sum, word) => sum + syllable(word), 0),
    character: text.replace(/[^a-z0-9]/gi, '').length,
  };

  test('the grade is that of the published formulas', () => {
    const published = (fleschKincaid(counts) + automatedReadability(counts)) / 2;
    expect(Math.abs(gradeOf(words, sentences) - published)).toBeLessThan(1);
  });

  test('the reading ease is that of the published formula', () => {
    expect(Math.abs(readingEaseOf(words, sentences, 'en') - flesch(counts))).toBeLessThan(3);
  });
});

const SYLLABLES: Record<string, [word: string, syllables: number][]> = {
  en: [
    ['time', 1],
    ['happiness', 3],
    ['beautiful', 3],
    ['2024', 1],
  ],
  de: [
    ['Haus', 1],
    ['Bäume', 2],
    ['schließen', 2],
    ['Information', 4],
    ['Straße', 2],
    ['Angebote', 4],
    ['neue', 2],
    ['See', 1],
  ],
  nl: [
    ['huis', 1],
    ['mooie', 2],
    ['vrijheid', 2],
    ['bestelling', 3],
    ['nieuwe', 2],
    ['geëerd', 2],
    ['boek', 1],
  ],
  es: [
    ['casa', 2],
    ['bueno', 2],
    ['día', 2],
    ['canción', 2],
    ['país', 2],
    ['gratis', 2],
    ['hoy', 1],
    ['teatro', 3],
    ['oferta', 3],
  ],
  pt: [
    ['casa', 2],
    ['não', 1],
    ['coração', 3],
    ['pai', 1],
    ['saída', 3],
    ['oferta', 3],
    ['mãe', 1],
  ],
  it: [
    ['casa', 2],
    ['buono', 2],
    ['città', 2],
    ['azione', 3],
    ['poeta', 3],
    ['perché', 2],
    ['gratuito', 3],
  ],
  fr: [
    ['maison', 2],
    ['belle', 1],
    ['parlent', 1],
    ['eau', 1],
    ['été', 2],
    ['commande', 2],
    ['le', 1],
    ['gratuit', 2],
    ['livraisons', 3],
  ],
};

describe.each(Object.entries(SYLLABLES))('syllables in %s', (language, words) => {
  test.each(words)('%s has %i', (word, syllables) => {
    expect(countSyllables(word, language)).toBe(syllables);
  });
});

test.each([
  ['Your order was sent yesterday', true],
  ['The bill is not paid', true],
  ['It has been carefully packed', true],
  ['We sent your order', false],
  ['She is interested in bags', false],
  ['They are happy', false],
  ['We need bread', false],
])('%s: passive %p', (sentence, expected) => {
  expect(isPassive(splitWords(sentence))).toBe(expected);
});
