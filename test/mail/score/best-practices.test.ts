import { expect, test } from 'bun:test';
import { type MailFacts, readMail } from '../../../src/mail/score/mail/read-mail.ts';
import { bestPracticesRules } from '../../../src/mail/score/rules/best-practices/index.ts';
import { contentOf, type Loose } from '../render/rendering.ts';
import { type Case, html, image, section } from './best-practices-cases.ts';
import { CODE } from './best-practices-code-cases.ts';
import { CONTENT } from './best-practices-content-cases.ts';
import { p } from './mail-reading.ts';

function check(rule: string, blocks: Loose[], facts: MailFacts & { settings?: Loose } = {}) {
  const { settings, ...known } = facts;
  const found = bestPracticesRules.find(({ id }) => id === rule);
  if (found === undefined) throw new Error(`there is no rule ${rule}`);
  return found.check(readMail(contentOf(blocks, settings ?? {}), known));
}

const LAYOUT: Case[] = [
  ['best.structure', 'an empty section', [section('1', [[]]), section('2', [[], []])], ['medium', 'medium']],
  ['best.structure', 'an empty column', [section('2', [[p('x')], []])], ['medium']],
  ['best.structure', 'more lists than columns', [section('1', [[p('x')], [p('y')]])], ['high']],
  ['best.structure', 'fewer', [section('3', [[p('x')]])], ['high']],
  ['best.structure', 'all in order', [section('2-1', [[p('x')], [p('y')]])], []],
  ['best.width', 'the edges', [], [], { settings: { width: 480 } }],
  ['best.width', 'the other edge', [], [], { settings: { width: 700 } }],
  ['best.width', 'too narrow', [], ['medium'], { settings: { width: 479 } }],
  ['best.width', 'too wide', [], ['medium'], { settings: { width: 701 } }],
  [
    'best.mobile',
    'three columns side by side on a phone',
    [section('3', [[p('x')], [p('y')], [p('z')]], { stackOnMobile: false })],
    ['medium'],
  ],
  ['best.mobile', 'two', [section('2', [[p('x')], [p('y')]], { stackOnMobile: false })], []],
  [
    'best.mobile',
    'a narrow icon beside text',
    [
      section('1-2', [[{ type: 'image', src: 'https://a.example/i.png', alt: 'x' }], [p('x')]], {
        stackOnMobile: false,
        columnWidths: [14, 86],
      }),
    ],
    [],
  ],
  [
    'best.mobile',
    'a narrow text beside text',
    [section('1-2', [[p('x')], [p('y')]], { stackOnMobile: false, columnWidths: [14, 86] })],
    ['medium'],
  ],
  ['best.mobile', 'stacked', [section('3', [[p('x')], [p('y')], [p('z')]])], []],
  [
    'best.mobile',
    'five cells of layout',
    [html(`<table><tr>${'<td>x</td>'.repeat(5)}</tr></table>`)],
    ['medium'],
  ],
  ['best.mobile', 'four', [html(`<table><tr>${'<td>x</td>'.repeat(4)}</tr></table>`)], []],
  [
    'best.mobile',
    'five cells of data',
    [html(`<table><tr>${'<th>x</th>'.repeat(5)}</tr><tr>${'<td>x</td>'.repeat(5)}</tr></table>`)],
    [],
  ],
  [
    'best.web-font',
    'nothing behind it',
    [p('<p style="font-family:Lobster">x</p>'), html('<font face="Lobster, Arial">x</font>')],
    ['medium', 'medium'],
  ],
  [
    'best.web-font',
    'something generic',
    [
      p('<p style="font-family:Lobster, cursive !important">x</p>'),
      p('<p style="font-family:{{ f }}">x</p>'),
    ],
    [],
  ],
  [
    'best.web-font',
    'the renderer puts one behind those of settings',
    [p('x')],
    [],
    { settings: { fontFamily: 'Lobster' } },
  ],
  ['best.view-online', 'none', [p('x')], ['low']],
  ['best.view-online', 'a link', [p('<a href="https://a.org">View in browser</a>')], []],
  ['best.view-online', 'in another language', [p('<a href="https://a.org">Im Browser ansehen</a>')], []],
  ['best.view-online', 'by its address', [p('<a href="*|ARCHIVE|*">Look</a>')], []],
  ['best.view-online', 'not asked of transactional mails', [p('x')], [], { kind: 'transactional' }],
];

const CASES = [...CODE, ...CONTENT, ...LAYOUT];

test.each(CASES.map((entry) => [entry[0], entry[1], entry] as const))('%s: %s', (_rule, _what, entry) => {
  const [rule, , blocks, found, facts] = entry;
  const outcome = check(rule, blocks, facts);
  expect('notMeasured' in outcome ? outcome : outcome.map(({ severity }) => severity)).toEqual(found);
});

test('every rule has cases', () => {
  const tested = new Set(CASES.map(([rule]) => rule));
  expect(bestPracticesRules.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([
    'best.image-weight',
  ]);
});

test.each(['best.style-size', 'best.nested-at', 'best.color-scheme'])(
  '%s is not measured unless rendered',
  (rule) => {
    expect(check(rule, [])).toEqual({ notMeasured: expect.stringContaining('render') });
  },
);

test('files of pictures are not measured, where there are any', () => {
  expect(check('best.image-weight', [image('https://a.org/b.png')])).toHaveProperty('notMeasured');
  expect(check('best.image-weight', [p('x')])).toEqual([]);
});
