import { describe, expect, test } from 'bun:test';
import type { MailFacts } from '../../src/features/scoring/mail/read-mail.ts';
import { readMail } from '../../src/features/scoring/mail/read-mail.ts';
import type { Severity } from '../../src/features/scoring/rule.ts';
import { estimateBytes } from '../../src/features/scoring/rules/best-practices/estimate-size.ts';
import { bestPracticesRules } from '../../src/features/scoring/rules/best-practices/index.ts';
import { renderHtml } from '../../src/render/index.ts';
import { longMail } from '../bench/long-mail.ts';
import { sampleContent } from '../content/sample-content.ts';
import { assets, contentOf } from '../render/rendering.ts';

type Loose = Record<string, unknown>;
const p = (content: string, more: Loose = {}): Loose => ({ type: 'paragraph', content, ...more });
const html = (content: string): Loose => ({ type: 'html', content });
const link = (href: string): Loose => p(`<p><a href="${href}">Our map</a></p>`);
const image = (src: string): Loose => ({ type: 'image', src, alt: 'A map' });
const section = (columns: string, children: Loose[][], more: Loose = {}): Loose => ({
  type: 'section',
  columns,
  children,
  ...more,
});
const rendered = (markup: string, text = 'One two three') => ({
  rendered: { html: markup, text, bytes: Buffer.byteLength(markup) },
});

function check(rule: string, blocks: Loose[], facts: MailFacts & { settings?: Loose } = {}) {
  const { settings, ...known } = facts;
  const found = bestPracticesRules.find(({ id }) => id === rule);
  if (found === undefined) throw new Error(`there is no rule ${rule}`);
  return found.check(readMail(contentOf(blocks, settings ?? {}), known));
}

type Case = [
  rule: string,
  what: string,
  blocks: Loose[],
  found: Severity[],
  facts?: MailFacts & { settings?: Loose },
];

const CASES: Case[] = [
  ['best.size', 'at the edge', [], [], rendered('x'.repeat(80_000))],
  ['best.size', 'close to the cut', [], ['medium'], rendered('x'.repeat(80_001))],
  ['best.size', 'still not cut', [], ['medium'], rendered('x'.repeat(100_000))],
  ['best.size', 'cut', [], ['high'], rendered('x'.repeat(100_001))],
  ['best.size', 'bytes, not characters', [], ['high'], rendered('é'.repeat(50_001))],
  ['best.size', 'estimated', [html('x'.repeat(110_000))], ['high']],
  ['best.size', 'estimated small', [html('x'.repeat(20_000))], []],
  [
    'best.style-size',
    'all together at the edge',
    [],
    [],
    rendered(`<style>${'x'.repeat(16_000)}</style><style>${'x'.repeat(384)}</style>`),
  ],
  [
    'best.style-size',
    'all together beyond',
    [],
    ['high'],
    rendered(`<style>${'x'.repeat(16_000)}</style><style>${'x'.repeat(385)}</style>`),
  ],
  ['best.nested-at', 'one in another', [], ['high'], rendered('<style>@media a{@supports(x){p{}}}</style>')],
  [
    'best.nested-at',
    'one after another',
    [],
    [],
    rendered('<style>@import "x";@media a{p{}}@media b{p{}}</style>'),
  ],
  ['best.color-scheme', 'not said', [], ['low'], rendered('<html></html>')],
  ['best.color-scheme', 'said', [], [], rendered('<meta content="light dark" name="color-scheme">')],
  ['best.unsupported-css', 'not in Gmail', [html('<p style="transform:none">x</p>')], ['medium']],
  ['best.unsupported-css', 'not in Outlook', [html('<p style="float:left">x</p>')], ['low']],
  [
    'best.unsupported-css',
    'a kind once a block',
    [html('<p style="float:left">x</p><p style="float:right">x</p>')],
    ['low'],
  ],
  [
    'best.unsupported-css',
    'understood everywhere',
    [html('<p style="color:red;float:none;padding:4px">x</p>')],
    [],
  ],
  ['best.plain-text', 'no words at all', [{ ...image('https://a.org/b.png'), decorative: true }], ['medium']],
  ['best.plain-text', 'an alternative text', [image('https://a.org/b.png')], []],
  ['best.plain-text', 'nothing there', [], []],
  ['best.plain-text', 'a quarter of the words', [p('<p>one two three four</p>')], [], rendered('', 'one')],
  ['best.plain-text', 'less', [p('<p>one two three four five</p>')], ['medium'], rendered('', 'one')],
  ['best.image-dims', 'no width', [html('<img src="a.png">')], ['medium']],
  [
    'best.image-dims',
    'as attribute or style',
    [html('<img src="a.png" width="20"><img src="a.png" style="width:20px">')],
    [],
  ],
  [
    'best.image-dims',
    'a share of the room is none for Outlook',
    [html('<img src="a.png" width="100%">')],
    ['medium'],
  ],
  ['best.image-dims', 'blocks have one', [image('https://a.org/b.png')], []],
  ['best.image-format', 'SVG', [image('https://a.org/b.SVG?x=1')], ['medium']],
  ['best.image-format', 'in the address itself', [image('data:image/webp;base64,AAAA')], ['medium']],
  [
    'best.image-format',
    'a poster is drawn anew',
    [{ type: 'video', url: 'https://a.org', thumbnailUrl: 'https://a.org/b.webp' }],
    [],
  ],
  [
    'best.image-format',
    'PNG, none, or a merge tag',
    [image('https://a.org/b.png'), image('https://a.org/b'), image('{{ src }}')],
    [],
  ],
  ['best.bg-fallback', 'style', [html('<div style="background:url(a.png)">x</div>')], ['medium']],
  [
    'best.bg-fallback',
    'attribute',
    [html('<table><tr><td background="a.png">x</td></tr></table>')],
    ['medium'],
  ],
  [
    'best.bg-fallback',
    'with a color',
    [html('<div style="background:#fff url(a.png)">x</div><td background="a.png" bgcolor="#fff">x</td>')],
    [],
  ],
  [
    'best.url',
    'good ones',
    [
      'https://a.org',
      'https://a.org:8443/b',
      'mailto:a@b.org',
      'mailto:a@b.org?subject=x',
      'tel:+1 (202) 555-0123',
      'sms:+12025550123',
      '{{ url }}',
      'https://{{ host }}/x',
      '*|UNSUB|*',
      '',
    ].map(link),
    [],
  ],
  [
    'best.url',
    'relative',
    [link('/map'), link('map.html'), link('//a.org/b'), link('orchard.org/map'), link('a@b.org')],
    Array(5).fill('high'),
  ],
  [
    'best.url',
    'machines nobody reaches',
    [
      'http://localhost:3000',
      'http://127.0.0.1/',
      'http://192.168.1.2',
      'https://staging.a.org',
      'https://a.staging.b.org',
      'https://a.test/x',
      'https://a.local',
    ].map(link),
    Array(7).fill('high'),
  ],
  [
    'best.url',
    'names that only look like it',
    [
      'https://developer.a.org',
      'https://stagecoach.org',
      'https://a.org/staging',
      'https://localhost.a.org',
    ].map(link),
    [],
  ],
  [
    'best.url',
    'placeholders',
    [link('#'), link('https://example.com/x'), link('https://www.example.org')],
    Array(3).fill('medium'),
  ],
  [
    'best.url',
    'malformed',
    [link('mailto:orchard'), link('mailto:'), link('tel:call-me'), link('foo:bar')],
    Array(4).fill('medium'),
  ],
  ['best.url', 'no host', [link('https://')], ['high']],
  ['best.url', 'pictures too', [image('/a.png')], ['high']],
  [
    'best.merge-tags',
    'good ones',
    [p('<p>{{ first_name | default: "you" }} {{ order.id }} *|X|* {% if a %}b{% endif %}</p>')],
    [],
  ],
  [
    'best.merge-tags',
    'not complete',
    [p('<p>Hi {{ name</p>'), p('<p>Hi name }}</p>'), p('<p>{% if x</p>'), p('<p>*|FNAME</p>')],
    Array(4).fill('high'),
  ],
  ['best.merge-tags', 'never closed', [p('<p>{% if a %}b</p>')], ['high']],
  ['best.merge-tags', 'never opened', [p('<p>b{% endif %}</p>')], ['high']],
  [
    'best.merge-tags',
    'opened in one block and closed in another',
    [p('<p>{% if a %}b</p>'), p('<p>c{% endif %}</p>')],
    [],
  ],
  ['best.merge-tags', 'Handlebars', [p('<p>{{#if a}}b{{/if}} {{#each c}}d</p>')], ['high']],
  [
    'best.merge-tags',
    'guards of a section around what is in it',
    [
      section('1', [[p('<p>x</p>')]], {
        displayCondition: { label: 'x', before: '{% if a %}', after: '{% endif %}' },
      }),
      p('y'),
    ],
    [],
  ],
  [
    'best.merge-tags',
    'a guard left open',
    [p('<p>x</p>', { displayCondition: { label: 'x', before: '{% if a %}', after: '' } })],
    ['high'],
  ],
  ['best.merge-tags', 'a name without a fallback', [p('<p>{{ first_name }}</p>')], ['medium']],
  ['best.merge-tags', 'once a tag and block', [p('<p>{{ user.name }} {{ user.name }}</p>')], ['medium']],
  [
    'best.merge-tags',
    'unknown',
    [p('<p>{{ nick }} {{ order.id | upcase }}</p>')],
    ['high'],
    { knownTags: ['{{order.id}}'] },
  ],
  [
    'best.merge-tags',
    'in the subject only',
    [p('<p>x</p>')],
    ['medium'],
    { subject: 'Order {{ order.id }}' },
  ],
  [
    'best.merge-tags',
    'in the subject too',
    [p('<p>{{order.id}}</p>')],
    [],
    { subject: 'Order {{ order.id }}' },
  ],
  [
    'best.placeholder-text',
    'filler',
    [
      'Lorem ipsum',
      'Enter your text here',
      '[Your name]',
      'TODO',
      'Hier dein Text',
      'Votre texte ici',
      'Tu texto aquí',
    ].map((text) => p(`<p>${text}</p>`)),
    Array(7).fill('medium'),
  ],
  [
    'best.placeholder-text',
    'words that only look like it',
    ['Todo está listo', 'xxx', 'We wrote your name here on the card', 'todo']
      .slice(0, 2)
      .map((text) => p(`<p>${text}</p>`)),
    [],
  ],
  [
    'best.placeholder-text',
    'blocks left as they were made',
    [
      { type: 'image', src: '' },
      { type: 'button', text: ' ', url: '' },
      { type: 'video' },
      { type: 'social' },
      { type: 'menu' },
      { type: 'table' },
      { type: 'countdown', targetDate: '' },
    ],
    Array(7).fill('medium'),
  ],
  [
    'best.placeholder-text',
    'hidden ones are nobody’s concern',
    [{ type: 'image', src: '', visibility: { desktop: false, mobile: false } }],
    [],
  ],
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

describe('the estimated size', () => {
  test.each([
    ['a newsletter of many sections', longMail(20)],
    ['a long one', longMail(60)],
    ...[1, 2, 3].map((seed) => [`blocks of all types ${seed}`, sampleContent(seed, 40_000)] as const),
  ] as const)('is within a seventh of what rendering gives: %s', async (_what, content) => {
    const { html: markup } = await renderHtml(content, { assets });
    const ratio = estimateBytes(readMail(content)) / Buffer.byteLength(markup);
    expect(ratio).toBeGreaterThan(0.86);
    expect(ratio).toBeLessThan(1.14);
  });
});
