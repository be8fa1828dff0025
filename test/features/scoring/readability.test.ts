import { describe, expect, test } from 'bun:test';
import type { Block } from '../../../src/content/index.ts';
import { editContent, parseContent } from '../../../src/content/index.ts';
import { type MailFacts, readMail } from '../../../src/features/scoring/mail/read-mail.ts';
import type { RuleFinding } from '../../../src/features/scoring/rule.ts';
import { readabilityRules } from '../../../src/features/scoring/rules/readability/index.ts';

type Fields = Record<string, unknown>;

const paragraph = (html: string): Fields => ({ type: 'paragraph', id: 'p', content: html });
const title = (html: string, more: Fields = {}): Fields => ({
  type: 'title',
  id: 't',
  content: html,
  ...more,
});
const button = (text: string, id = text): Fields => ({
  type: 'button',
  id,
  text,
  url: 'https://example.com/',
});
const image: Fields = { type: 'image', id: 'i', src: 'https://example.com/a.png', alt: 'A door' };

const words = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 3 === 0 ? 'the' : 'cat')).join(' ');
const sentences = (count: number, length: number) =>
  Array(count)
    .fill(`One ${words(length - 1)}.`)
    .join(' ');

interface Case {
  is: string;
  rule: string;
  blocks?: Fields[];
  settings?: Fields;
  facts?: MailFacts;
  /** undefined: no finding; 'not measured'. */
  expects?: RuleFinding['severity'] | 'not measured';
  /** What the message has to name. */
  names?: string;
}

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

const CASES: Case[] = [
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
    is: 'six sentences',
    rule: 'read.long-paragraph',
    blocks: [paragraph(`<p>${sentences(6, 5)}</p>`)],
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
  { is: 'not known', rule: 'read.subject-length', expects: 'not measured' },
  { is: 'empty', rule: 'read.subject-length', facts: { subject: ' ' }, expects: 'high' },
  { is: '60 letters', rule: 'read.subject-length', facts: { subject: `A cat ${'x'.repeat(50)} now` } },
  {
    is: '61 letters',
    rule: 'read.subject-length',
    facts: { subject: `A cat ${'x'.repeat(51)} now` },
    expects: 'medium',
  },
  { is: 'three words', rule: 'read.subject-length', facts: { subject: 'Your new bag' }, expects: 'low' },
  {
    is: 'four words with a merge tag',
    rule: 'read.subject-length',
    facts: { subject: 'A bag for {{ name }}' },
  },
  { is: 'none', rule: 'read.preheader', expects: 'medium' },
  { is: '29 letters', rule: 'read.preheader', settings: { preheaderText: 'x'.repeat(29) }, expects: 'low' },
  { is: '30 letters', rule: 'read.preheader', settings: { preheaderText: 'x'.repeat(30) } },
  { is: '131 letters', rule: 'read.preheader', settings: { preheaderText: 'x'.repeat(131) }, expects: 'low' },
  {
    is: 'the subject again',
    rule: 'read.preheader',
    settings: { preheaderText: 'A new bag for work and for the sea.' },
    facts: { subject: 'A new bag, for work and for the sea' },
    expects: 'medium',
    names: 'subject',
  },
  {
    is: 'the first line again',
    rule: 'read.preheader',
    settings: { preheaderText: 'A new bag for work and for the sea.' },
    blocks: [title('A new bag for work and for the sea')],
    expects: 'medium',
    names: 'first line',
  },
  { is: '500 words', rule: 'read.length', blocks: [paragraph(`<p>${words(500)}</p>`)] },
  { is: '501 words', rule: 'read.length', blocks: [paragraph(`<p>${words(501)}</p>`)], expects: 'low' },
  {
    is: '501 words of a receipt',
    rule: 'read.length',
    facts: { kind: 'transactional' },
    blocks: [paragraph(`<p>${words(501)}</p>`)],
  },
  { is: 'nothing to click', rule: 'read.cta', blocks: [paragraph('<p>Hello there.</p>')], expects: 'medium' },
  {
    is: 'nothing to click in a receipt',
    rule: 'read.cta',
    facts: { kind: 'transactional' },
    blocks: [paragraph('<p>Hello there.</p>')],
  },
  {
    is: 'one link',
    rule: 'read.cta',
    blocks: [paragraph('<p><a href="https://example.com/">The bag</a></p>')],
  },
  {
    is: 'only a link of the footer',
    rule: 'read.cta',
    blocks: [paragraph('<p>Hello.</p><p><a href="https://example.com/u">Unsubscribe</a></p>')],
    expects: 'medium',
  },
  { is: 'three buttons', rule: 'read.cta', blocks: ['Buy', 'Look', 'Ask'].map((label) => button(label)) },
  {
    is: 'four buttons',
    rule: 'read.cta',
    blocks: ['Buy', 'Look', 'Ask', 'Call'].map((label) => button(label)),
    expects: 'medium',
  },
  {
    is: 'five buttons of one label',
    rule: 'read.cta',
    blocks: Array.from({ length: 5 }, (_, index) => button('Read on', `b${index}`)),
  },
  { is: '19 capitals', rule: 'read.caps-block', blocks: [paragraph(`<p>${'ABCD '.repeat(4)}ABC</p>`)] },
  {
    is: '20 capitals',
    rule: 'read.caps-block',
    blocks: [paragraph(`<p>${'ABCD '.repeat(5)}</p>`)],
    expects: 'medium',
  },
  {
    is: 'an acronym in a sentence',
    rule: 'read.caps-block',
    blocks: [paragraph('<p>NASA AND ESA TO MARS, they say</p>')],
  },
  {
    is: 'capitals by style',
    rule: 'read.caps-block',
    blocks: [
      paragraph('<p style="text-transform: uppercase; color: #333333">We made a new bag for you and me</p>'),
    ],
    expects: 'medium',
  },
  {
    is: '40 centred words',
    rule: 'read.centered-long',
    blocks: [paragraph(`<p style="text-align: center">${words(40)}</p>`)],
  },
  {
    is: '41 centred words',
    rule: 'read.centered-long',
    blocks: [paragraph(`<p style="text-align: center; color: #222222">${words(41)}</p>`)],
    expects: 'low',
  },
  {
    is: 'a long centred title',
    rule: 'read.centered-long',
    blocks: [title(words(41), { textAlign: 'center' })],
    expects: 'low',
  },
  {
    is: 'justified',
    rule: 'read.justified',
    blocks: [paragraph('<p style="text-align:justify">Hello there</p>')],
    expects: 'medium',
  },
  { is: 'left', rule: 'read.justified', blocks: [paragraph('<p style="text-align:left">Hello there</p>')] },
  {
    is: '11 px',
    rule: 'read.font-size',
    blocks: [paragraph('<p><span style="font-size: 11px">Hello there</span></p>')],
    expects: 'high',
    names: '11 px',
  },
  {
    is: '13 px',
    rule: 'read.font-size',
    blocks: [paragraph('<p style="font-size:13px">Hello there</p>')],
    expects: 'medium',
  },
  { is: '14 px', rule: 'read.font-size', blocks: [paragraph('<p style="font-size:14px">Hello there</p>')] },
  {
    is: 'a footer of 11 px',
    rule: 'read.font-size',
    blocks: [
      paragraph('<p style="font-size:11px">You are receiving this mail because you asked for it.</p>'),
    ],
  },
  {
    is: 'a table of 12 px',
    rule: 'read.font-size',
    blocks: [{ type: 'table', id: 'x', fontSize: 12, rows: [{ cells: [{ content: 'One' }] }] }],
    expects: 'medium',
  },
  {
    is: 'close lines',
    rule: 'read.line-height',
    blocks: [paragraph(`<p style="line-height: 1.2">${words(40)}</p>`)],
    expects: 'medium',
  },
  {
    is: 'one close line',
    rule: 'read.line-height',
    blocks: [paragraph('<p style="line-height: 1.2">Hello there</p>')],
  },
  { is: 'lines as usual', rule: 'read.line-height', blocks: [paragraph(`<p>${words(40)}</p>`)] },
  {
    is: 'a wide mail',
    rule: 'read.line-width',
    settings: { width: 900 },
    blocks: [paragraph(`<p>${words(60)}</p>`)],
    expects: 'low',
  },
  { is: 'a mail of 600 px', rule: 'read.line-width', blocks: [paragraph(`<p>${words(60)}</p>`)] },
];

function makeMail(one: Case, content = makeContent(one)) {
  return readMail(content, one.facts);
}

function makeContent({ blocks = [], settings = {} }: Case) {
  const content = { blocks, settings: { locale: 'en', ...settings } };
  const parsed = parseContent(content, { makeId: () => 'made' });
  if (!parsed.ok) throw new Error('the content of the case is not valid');
  return parsed.content;
}

function check(one: Case, content = makeContent(one)) {
  const rule = readabilityRules.find(({ id }) => id === one.rule);
  if (rule === undefined) throw new Error(`there is no rule ${one.rule}`);
  return rule.check(makeMail(one, content));
}

test('every rule is tried', () => {
  const tried = new Set(CASES.map(({ rule }) => rule));
  expect(readabilityRules.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
});

describe.each(readabilityRules.map(({ id }) => id))('%s', (rule) => {
  for (const one of CASES.filter((each) => each.rule === rule)) {
    test(`${one.is}: ${one.expects ?? 'fine'}`, () => {
      const result = check(one);
      if (!Array.isArray(result)) {
        expect(one.expects).toBe('not measured');
        expect(result.notMeasured).toEndWith('.');
        return;
      }
      expect(result.map(({ severity }) => severity)).toEqual(
        one.expects === undefined ? [] : [one.expects as never],
      );
      for (const finding of result) {
        expect(`${finding.message} ${finding.suggestion}`).toContain(one.names ?? '');
        expect(finding.blockId === null || makeMail(one).blockOf.has(finding.blockId)).toBe(true);
        if (finding.fix !== undefined) expect(check(one, applyFix(one, finding))).toEqual([]);
      }
    });
  }
});

function applyFix(one: Case, { fix }: RuleFinding) {
  const edited = editContent(makeContent(one), fix ?? [], { makeId: () => 'made' });
  if (!edited.ok) throw new Error('the fix cannot be applied');
  return edited.content;
}

test('the fixes offered are the mechanical ones', () => {
  const fixed = CASES.filter((one) => {
    const result = check(one);
    return Array.isArray(result) && result.some(({ fix }) => fix !== undefined);
  });
  expect(new Set(fixed.map(({ rule }) => rule))).toEqual(
    new Set([
      'read.caps-block',
      'read.centered-long',
      'read.justified',
      'read.font-size',
      'read.line-height',
    ]),
  );
});

test('a fix leaves other declarations, and merge tags, alone', () => {
  const html =
    '<p style="text-align: justify; color: {{ brand }}">A</p><p style="color: #222222; text-align: justify">B</p>';
  const one: Case = { is: '', rule: 'read.justified', blocks: [paragraph(html)] };
  const result = check(one) as RuleFinding[];
  const [block] = applyFix(one, result[0] as RuleFinding).blocks as [Block & { content: string }];
  expect(block.content).toBe(
    '<p style="text-align: justify; color: {{ brand }}">A</p><p style="color: #222222">B</p>',
  );
});
