import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseContent } from '../../../src/mail/model/index.ts';
import { renderHtml } from '../../../src/mail/render/index.ts';
import { runs } from '../../support/property-runs.ts';
import { fullContent } from '../model/arbitrary-content.ts';
import { findMachineFaults } from './machine-checks.ts';
import { assets, bodyOf, htmlOf, type Loose } from './rendering.ts';

const markup = (content: string): Loose => ({ type: 'html', content });
const link = (inside: string) => `<a href="https://www.orchard.example/x">${inside}</a>`;

test.each<[string, string, string]>([
  ['an item outside a list', '<li>One</li>', '<div>One</div>'],
  [
    'a list in a list',
    '<ul><li>a</li><ol><li>b</li></ol></ul>',
    '<ul><li>a</li><li style="list-style-type:none"><ol><li>b</li></ol></li></ul>',
  ],
  ['a text in a list', '<ul>a<li>b</li></ul>', '<ul><li style="list-style-type:none">a</li><li>b</li></ul>'],
  [
    'a loop in a list',
    '<ul>{% for x in y %}<li>{{ x }}</li>{% endfor %}</ul>',
    '<ul>{% for x in y %}<li>{{ x }}</li>{% endfor %}</ul>',
  ],
  ['a line break in a list', '<ul><br><li>b</li></ul>', '<ul><li>b</li></ul>'],
  ['a term outside a list', '<dt>a</dt>', '<div>a</div>'],
  ['a skipped level', '<h1>a</h1><h4>b</h4><h2>c</h2>', '<h1>a</h1><h2>b</h2><h2>c</h2>'],
  ['an empty heading', '<h2> </h2><p>a</p>', '<div> </div><p>a</p>'],
  ['an empty link', `<p>a${link('')}</p>`, '<p>a</p>'],
  ['a link of a picture', link('<img src="https://a.example/a.png">'), 'aria-label="orchard.example"'],
  ['a language that is none', '<p lang="e n">a</p>', '<p>a</p>'],
  ['a role that promises more', '<div role="list">a</div>', '<div>a</div>'],
  ['a name of a nameless element', '<p aria-label="x">a</p>', '<p>a</p>'],
  ['hidden links', `<p aria-hidden="true">${link('a')}</p>`, '<p><a href='],
  ['headers that are missing', '<table><tr><th>x</th><td headers="y">a</td></tr></table>', '<td>a</td>'],
])('%s', async (_name, content, expected) => {
  const { html } = await htmlOf([markup(content)]);
  expect(bodyOf(html)).toContain(expected);
  expect(findMachineFaults(html)).toEqual([]);
});

test('levels go on from block to block', async () => {
  const { html } = await htmlOf([
    { type: 'title', id: 'a', level: 1, content: '<p>One</p>' },
    markup('<h4>Two</h4>'),
    { type: 'title', id: 'b', level: 4, content: '<p>Three</p>' },
  ]);
  expect([...html.matchAll(/<(h[1-6])\b/g)].map(([, name]) => name)).toEqual(['h1', 'h2', 'h3']);
});

const NAMES = 'a area b dd div dl dt h1 h2 h3 h5 img li ol p span table td th tr ul'.split(' ');
const ATTRIBUTES = fc.constantFrom(
  ...[
    '',
    ' href="https://a.example/"',
    ' alt=""',
    ' alt="A cat"',
    ' src="https://a.example/a.png"',
    ' role="list"',
  ],
  ...[
    ' role="presentation"',
    ' lang="xx-"',
    ' aria-hidden="true"',
    ' aria-label="Go"',
    ' headers="z"',
    ' hidden',
  ],
);
const { tree } = fc.letrec<{ tree: string; element: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('', 'word', ' ', '{{ name }}', '{% if a %}', '{% endif %}', '&nbsp;', '<br>'),
    tie('element'),
  ),
  element: fc
    .tuple(fc.constantFrom(...NAMES), ATTRIBUTES, ATTRIBUTES, fc.array(tie('tree'), { maxLength: 4 }))
    .map(
      ([name, one, other, inside]) =>
        `<${name}${one}${one === other ? '' : other}>${inside.join('')}</${name}>`,
    ),
}));

test('machine checks find nothing in any HTML', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), async (pieces) => {
      const blocks = pieces.map((content, index) => ({
        ...(index % 2 === 0 ? markup(content) : { type: 'paragraph', content }),
        id: `b${index}`,
      }));
      expect(findMachineFaults((await htmlOf(blocks)).html)).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
});

let count = 0;
function newId(): string {
  count += 1;
  return `n${count}`;
}

test('machine checks find nothing in any content', async () => {
  await fc.assert(
    fc.asyncProperty(fullContent, async (json) => {
      const parsed = parseContent(json, { makeId: newId });
      if (!parsed.ok) return;
      const { html } = await renderHtml(parsed.content, { assets });
      expect(findMachineFaults(html)).toEqual([]);
    }),
    { numRuns: runs(30) },
  );
});
