import { type Case, image, paragraph, sentences, words } from './readability-cases.ts';

const HARD_ENGLISH =
  'The comprehensive implementation of organizational responsibilities necessitates considerable administrative deliberation regarding institutional accountability. ' +
  'Representatives of international corporations continuously demonstrate extraordinary determination concerning environmental sustainability initiatives. ' +
  'Unfortunately, contemporary bureaucratic procedures occasionally complicate otherwise uncomplicated technological transformations considerably. ' +
  'Consequently, interdisciplinary collaboration represents an indispensable methodological prerequisite for successful modernization.';
const EASY_ENGLISH = Array(8)
  .fill('We made a new bag for you. It is light and strong. You can take it to work or to the sea.')
  .join(' ');
const EASY_GERMAN = Array(8)
  .fill('Wir haben eine neue Tasche für Sie. Sie ist leicht und fest. Sie passt gut zum Rad.')
  .join(' ');
const HARD_GERMAN = Array(4)
  .fill(
    'Die Berücksichtigung organisatorischer Verantwortlichkeiten erfordert außerordentliche Verwaltungsanstrengungen hinsichtlich institutioneller Rechenschaftspflichten. Internationale Unternehmensvertretungen demonstrieren kontinuierlich überdurchschnittliche Nachhaltigkeitsbemühungen.',
  )
  .join(' ');

/** How the text is written: its words, sentences and paragraphs, and how much there is of it. */
export const PROSE: Case[] = [
  {
    is: 'hard English',
    rule: 'read.grade',
    blocks: [paragraph(`<p>${HARD_ENGLISH} ${HARD_ENGLISH}</p>`)],
    expects: 'high',
  },
  { is: 'easy English', rule: 'read.grade', blocks: [paragraph(`<p>${EASY_ENGLISH}</p>`)] },
  {
    is: 'little text',
    rule: 'read.grade',
    blocks: [paragraph('<p>We made a bag.</p>')],
    expects: 'not measured',
  },
  { is: '15 words', rule: 'read.flesch', blocks: [paragraph(`<p>${sentences(1, 15)}</p>`)] },
  {
    is: '14 words',
    rule: 'read.flesch',
    blocks: [paragraph(`<p>${sentences(1, 14)}</p>`)],
    expects: 'not measured',
  },
  {
    is: 'German, which has no grade',
    rule: 'read.grade',
    settings: { locale: 'de' },
    blocks: [paragraph(`<p>${HARD_GERMAN}</p>`)],
    expects: 'not measured',
  },
  {
    is: 'hard English',
    rule: 'read.flesch',
    blocks: [paragraph(`<p>${HARD_ENGLISH} ${HARD_ENGLISH}</p>`)],
    expects: 'high',
  },
  {
    is: 'easy German',
    rule: 'read.flesch',
    settings: { locale: 'de-AT' },
    blocks: [paragraph(`<p>${EASY_GERMAN}</p>`)],
  },
  {
    is: 'hard German',
    rule: 'read.flesch',
    settings: { locale: 'de' },
    blocks: [paragraph(`<p>${HARD_GERMAN}</p>`)],
    expects: 'high',
  },
  {
    is: 'Finnish, which has no formula here',
    rule: 'read.flesch',
    settings: { locale: 'fi' },
    blocks: [paragraph(`<p>${EASY_ENGLISH}</p>`)],
    expects: 'not measured',
  },
  {
    is: 'no language',
    rule: 'read.flesch',
    settings: { locale: '' },
    blocks: [paragraph(`<p>${EASY_ENGLISH}</p>`)],
    expects: 'not measured',
  },
  { is: '20 words', rule: 'read.long-sentence', blocks: [paragraph(`<p>${sentences(2, 20)}</p>`)] },
  {
    is: '21 words',
    rule: 'read.long-sentence',
    blocks: [paragraph(`<p>${sentences(1, 21)}</p>`)],
    expects: 'low',
    names: '21 words',
  },
  {
    is: '31 words',
    rule: 'read.long-sentence',
    blocks: [paragraph(`<p>${sentences(1, 25)}</p><p>${sentences(1, 31)}</p>`)],
    expects: 'medium',
    names: 'and 1 more',
  },
  {
    is: 'a heading without an end, and a list',
    rule: 'read.long-sentence',
    blocks: [paragraph(`<h2>${words(15)}</h2><ul><li>${words(15)}</li><li>${words(15)}</li></ul>`)],
  },
  {
    is: 'Japanese',
    rule: 'read.long-sentence',
    settings: { locale: 'ja' },
    blocks: [paragraph(`<p>${'新しいかばんを作りました'.repeat(9)}</p>`)],
    expects: 'not measured',
  },
  { is: '80 words', rule: 'read.long-paragraph', blocks: [paragraph(`<p>${sentences(4, 20)}</p>`)] },
  {
    is: '81 words',
    rule: 'read.long-paragraph',
    blocks: [paragraph(`<p>${sentences(3, 27)}</p>`)],
    expects: 'medium',
    names: '81 words in 3 sentences',
  },
  {
    is: 'ten sentences of four words',
    rule: 'read.long-paragraph',
    blocks: [paragraph(`<p>${sentences(10, 4)}</p>`)],
  },
  {
    is: 'six sentences of ten words',
    rule: 'read.long-paragraph',
    blocks: [paragraph(`<p>${sentences(6, 10)}</p>`)],
    expects: 'medium',
  },
  {
    is: 'two paragraphs in one block',
    rule: 'read.long-paragraph',
    blocks: [paragraph(`<p>${sentences(4, 15)}</p><p>${sentences(4, 15)}</p>`)],
  },
  {
    is: '201 words in two blocks',
    rule: 'read.wall-of-text',
    blocks: [paragraph(`<p>${sentences(10, 10)}</p>`), { ...paragraph(`<p>${words(101)}</p>`), id: 'q' }],
    expects: 'high',
    names: '201 words',
  },
  {
    is: 'the same with a picture between',
    rule: 'read.wall-of-text',
    blocks: [paragraph(`<p>${words(100)}</p>`), image, { ...paragraph(`<p>${words(101)}</p>`), id: 'q' }],
  },
  {
    is: 'the same with a heading between',
    rule: 'read.wall-of-text',
    blocks: [paragraph(`<p>${words(100)}</p><h3>New</h3><p>${words(101)}</p>`)],
  },
  {
    is: 'hard words',
    rule: 'read.long-words',
    blocks: [paragraph(`<p>${HARD_ENGLISH} ${HARD_ENGLISH}</p>`)],
    expects: 'low',
    names: '“',
  },
  { is: 'easy words', rule: 'read.long-words', blocks: [paragraph(`<p>${EASY_ENGLISH}</p>`)] },
  {
    is: 'passive sentences',
    rule: 'read.passive',
    blocks: [
      paragraph(
        `<p>${'Your bag was sent today by us. It is not made by hand. The bill has been safely paid to them. '.repeat(4)}</p>`,
      ),
    ],
    expects: 'low',
    names: 'Your bag was sent',
  },
  { is: 'active sentences', rule: 'read.passive', blocks: [paragraph(`<p>${EASY_ENGLISH}</p>`)] },
  { is: '500 words', rule: 'read.length', blocks: [paragraph(`<p>${words(500)}</p>`)] },
  { is: '501 words', rule: 'read.length', blocks: [paragraph(`<p>${words(501)}</p>`)], expects: 'low' },
  {
    is: '501 words of a receipt',
    rule: 'read.length',
    facts: { kind: 'transactional' },
    blocks: [paragraph(`<p>${words(501)}</p>`)],
  },
];
