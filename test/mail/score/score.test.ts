import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import type { Area, Rule, RuleFinding, Severity } from '../../../src/mail/score/rule.ts';
import { scoreMail } from '../../../src/mail/score/score.ts';
import { contentOf } from '../render/rendering.ts';

const mail = readMail(
  contentOf([
    { id: 'one', type: 'paragraph', content: '<p>One</p>' },
    { id: 'two', type: 'paragraph', content: '<p>Two</p>' },
  ]),
);

const finding = (severity: Severity, blockId: string | null = 'one', points?: number): RuleFinding => ({
  severity,
  blockId,
  message: 'Found.',
  suggestion: 'Mend it.',
  ...(points !== undefined && { points }),
});
const rule = (id: string, area: Area, ...found: RuleFinding[]): Rule => ({ id, area, check: () => found });
const scoreOf = (area: Area, ...rules: Rule[]) => scoreMail(mail, rules, [area]).areas[area]?.score;

describe('the score of an area', () => {
  const cases: [what: string, rules: Rule[], score: number][] = [
    ['nothing found', [rule('best.a', 'bestPractices')], 100],
    [
      'one of each severity',
      [
        rule('best.a', 'bestPractices', finding('high')),
        rule('best.b', 'bestPractices', finding('medium')),
        rule('best.c', 'bestPractices', finding('low')),
      ],
      75,
    ],
    [
      'the second of a rule counts half',
      [rule('best.a', 'bestPractices', finding('medium'), finding('medium'))],
      89.5,
    ],
    [
      'the third a quarter',
      [rule('best.a', 'bestPractices', finding('medium'), finding('medium'), finding('medium'))],
      87.8,
    ],
    [
      'many of a rule twice the weight at most',
      [rule('best.a', 'bestPractices', ...Array(50).fill(finding('high')))],
      70,
    ],
    [
      'the worst of a rule counts in full',
      [rule('best.a', 'bestPractices', finding('low'), finding('high'))],
      83.5,
    ],
    [
      'never below 0',
      Array.from({ length: 20 }, (_, index) => rule(`best.${index}`, 'bestPractices', finding('high'))),
      0,
    ],
  ];
  test.each(cases)('%s', (_what, rules, score) => {
    expect(scoreOf('bestPractices', ...rules)).toBe(score);
  });

  const spam: [what: string, findings: RuleFinding[], score: number][] = [
    ['nothing found', [], 100],
    ['5 points, where SpamAssassin calls it spam', [finding('high', 'one', 5)], 49.9],
    ['points add up over rules', [finding('high', 'one', 2.5), finding('high', 'two', 2.5)], 49.9],
    ['severities without points of their own', [finding('high'), finding('medium'), finding('low')], 59],
  ];
  test.each(spam)('spam: %s', (_what, findings, score) => {
    expect(scoreOf('spam', ...findings.map((one, index) => rule(`spam.${index}`, 'spam', one)))).toBe(score);
  });

  test('what was not measured is told, and costs nothing', () => {
    const rules: Rule[] = [
      { id: 'read.a', area: 'readability', check: () => ({ notMeasured: 'No subject.' }) },
    ];
    expect(scoreMail(mail, rules, ['readability']).areas.readability).toEqual({
      score: 100,
      findings: [],
      notMeasured: [{ rule: 'read.a', reason: 'No subject.' }],
    });
  });
});

describe('more findings', () => {
  const severity = fc.constantFrom<Severity>('high', 'medium', 'low');
  const found = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), severity), { maxLength: 12 });
  const toRules = (area: Area, list: readonly [string, Severity][]) =>
    ['a', 'b', 'c'].map((name) =>
      rule(name, area, ...list.filter(([of]) => of === name).map(([, severity]) => finding(severity))),
    );

  test('never raise an area', () => {
    fc.assert(
      fc.property(fc.constantFrom<Area>('spam', 'readability'), found, fc.nat(), (area, list, place) => {
        const fewer = list.toSpliced(place % Math.max(list.length, 1), 1);
        const [before = 0, after = 0] = [fewer, list].map((some) => scoreOf(area, ...toRules(area, some)));
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });
});

describe('findings', () => {
  test('stand worst first, then in reading order, the mail before its blocks', () => {
    const rules = [
      rule('best.b', 'bestPractices', finding('low', null), finding('high', 'two'), finding('high', 'one')),
      rule('best.a', 'bestPractices', finding('high', null), finding('high', 'one'), finding('high', 'one')),
    ];
    const { areas } = scoreMail(mail, rules, ['bestPractices']);
    expect(areas.bestPractices?.findings.map(({ id }) => id)).toEqual([
      'best.a:mail:1',
      'best.a:one:1',
      'best.a:one:2',
      'best.b:one:1',
      'best.b:two:1',
      'best.b:mail:1',
    ]);
  });

  test('of spam stand by their points among equals', () => {
    const rules = [rule('spam.a', 'spam', finding('high', 'one', 2.6), finding('high', 'two', 3.1))];
    expect(scoreMail(mail, rules, ['spam']).areas.spam?.findings.map(({ id }) => id)).toEqual([
      'spam.a:two:1',
      'spam.a:one:1',
    ]);
  });
});

test('the whole is the mean of the areas that were asked for', () => {
  const rules = [
    rule('best.a', 'bestPractices', finding('high')),
    rule('read.a', 'readability', finding('low')),
  ];
  expect(scoreMail(mail, rules).score).toBe(95);
  expect(scoreMail(mail, rules, ['bestPractices', 'readability']).score).toBe(91);
  expect(scoreMail(mail, rules, ['bestPractices']).score).toBe(85);
});
