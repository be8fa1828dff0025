import { describe, expect, test } from 'bun:test';
import { type Block, editContent, parseContent } from '../../../src/mail/model/index.ts';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import type { RuleFinding } from '../../../src/mail/score/rule.ts';
import { readabilityRules } from '../../../src/mail/score/rules/readability/index.ts';
import { scoreMail } from '../../../src/mail/score/score.ts';
import { button, type Case, paragraph, title } from './readability-cases.ts';
import { LAYOUT } from './readability-layout-cases.ts';
import { PAIRS } from './readability-pairs.ts';
import { PROSE } from './readability-prose-cases.ts';

const SUBJECT: Case[] = [
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
];

/** A mail that is long enough to have a lead. */
const around = (
  first: string,
  more: ReturnType<typeof paragraph>[] = [],
  footer = '',
): NonNullable<Case['blocks']> => [
  paragraph(first, 'first'),
  paragraph(`<p>${'We made it for you and your friends. '.repeat(8)}</p>`, 'body'),
  ...more,
  ...(footer === ''
    ? []
    : [
        paragraph(`<p>${footer}</p><p><a href="https://a.example/unsubscribe">Unsubscribe</a></p>`, 'footer'),
      ]),
];

const LEAD: Case[] = [
  { is: 'a sentence', rule: 'read.lead', blocks: around('<p>The cider press opens on Saturday.</p>') },
  {
    is: 'a greeting before it',
    rule: 'read.lead',
    blocks: around('<p>Dear Mrs Smith,</p><p>The cider press opens on Saturday.</p>'),
  },
  { is: 'a short mail', rule: 'read.lead', blocks: [paragraph('<p>Thanks!</p>')] },
  {
    is: 'a word',
    rule: 'read.lead',
    blocks: [
      title('News'),
      paragraph('<p>Hello,</p>'),
      paragraph(`<ul>${'<li>Dear all of you,</li>'.repeat(12)}</ul>`, 'list'),
    ],
    expects: 'medium',
    names: 'News',
  },
  {
    is: 'a link to the browser',
    rule: 'read.lead',
    blocks: around('<p><a href="https://a.example/w">Im Browser ansehen</a></p>'),
    expects: 'low',
    names: 'footer',
  },
  {
    is: 'a date in a heading only',
    rule: 'read.lead',
    facts: { subject: 'A word from us' },
    blocks: around('<p>The cider press opens soon.</p>', [title('Order by 24 December')]),
    expects: 'low',
    names: '24 December',
  },
  {
    is: 'the date in the subject',
    rule: 'read.lead',
    facts: { subject: 'Order by 24 December' },
    blocks: around('<p>The cider press opens soon.</p>', [title('Order by 24 December')]),
  },
  {
    is: 'a date in German',
    rule: 'read.lead',
    settings: { locale: 'de' },
    facts: { subject: 'Neues von uns' },
    blocks: around('<p>Die Presse läuft bald wieder an.</p>', [title('Bis Freitag bestellen')]),
    expects: 'low',
    names: 'Freitag',
  },
  {
    is: 'a date in Portuguese',
    rule: 'read.lead',
    settings: { locale: 'pt' },
    facts: { subject: 'Novidades' },
    blocks: around('<p>A prensa volta a trabalhar em breve.</p>', [title('Até sexta-feira')]),
    expects: 'low',
    names: 'sexta-feira',
  },
  {
    is: 'a date in Japanese',
    rule: 'read.lead',
    settings: { locale: 'ja' },
    facts: { subject: 'お知らせ' },
    blocks: around('<p>We open the press again soon.</p>', [title('2026-12-24')]),
    expects: 'low',
  },
  {
    is: 'a sender who is not named',
    rule: 'read.lead',
    blocks: around('<p>The cider press opens on Saturday.</p>', [], '© 2026 Millbrook Ltd'),
    expects: 'low',
    names: 'Millbrook',
  },
  {
    is: 'a sender who is named',
    rule: 'read.lead',
    blocks: around('<p>At Millbrook the press opens on Saturday.</p>', [], '© 2026 Millbrook Ltd'),
  },
];

const CALL_TO_ACTION: Case[] = [
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
];

describe.each(Object.entries(PAIRS))('in %s', (locale, { easy, legalese }) => {
  const areaOf = (text: string) => {
    const settings = { locale, preheaderText: 'News about your parcel and its delivery' };
    const content = makeContent({ is: '', rule: '', blocks: [paragraph(`<p>${text}</p>`)], settings });
    const mail = readMail(content, { kind: 'transactional' });
    return scoreMail(mail, readabilityRules, ['readability']).areas.readability;
  };

  test('plain words are measured, and have no finding', () => {
    expect(areaOf(easy)?.findings).toEqual([]);
    expect(areaOf(easy)?.notMeasured.map(({ rule }) => rule)).not.toContain('read.flesch');
  });

  test('the words of contracts are harder to read', () => {
    expect(areaOf(legalese)?.findings.map(({ rule }) => rule)).toContain('read.flesch');
    expect(areaOf(easy)?.score).toBeGreaterThan((areaOf(legalese)?.score ?? 100) + 10);
  });
});

test('lorem ipsum is named as a placeholder, not as hard to read', () => {
  const lorem =
    'Consectetur adipisicing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation.';
  const result = check({ is: '', rule: 'read.flesch', blocks: [paragraph(`<p>${lorem}</p>`)] });
  expect(result).toMatchObject({ notMeasured: expect.stringContaining('lorem ipsum') });
});

const CASES = [...LEAD, ...PROSE, ...SUBJECT, ...CALL_TO_ACTION, ...LAYOUT];

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
  expect(block.content).toBe('<p style="color: {{ brand }}">A</p><p style="color: #222222">B</p>');
});
