import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { compareMarkup } from '../../../src/features/ai/rewrite/markup.ts';

/** Rewritten texts that keep everything. */
const KEPT: [name: string, before: string, after: string][] = [
  ['other words', '<p>Hi {{ name }}, buy now</p>', '<p>Hello {{ name }}, order today</p>'],
  ['another order', '<p><strong>A</strong> and <em>b</em></p>', '<p><em>b</em>, then <strong>A</strong></p>'],
  ['more paragraphs', '<p>One. Two.</p>', '<p>One.</p><p>Two.</p>'],
  ['a list of a paragraph', '<p>One, two</p>', '<ul><li>One</li><li>two</li></ul>'],
  ['other quotes', `<a href='https://a.example'>x</a>`, '<a href="https://a.example">y</a>'],
  ['no markup at all', 'Buy now', 'Order today'],
  ['a condition around other words', '{% if vip %}Dear{% endif %} you', '{% if vip %}Best{% endif %} of you'],
  ['a comparison in a condition', '{% if a < b %}x{% endif %}', '{% if a < b %}y{% endif %}'],
  ['a tag in an address', '<a href="{{ url }}">x</a>', '<a href="{{ url }}">y</a>'],
  ['an unclosed element that was unclosed before', '<b>x', '<b>y'],
  ['a paragraph with looks', '<p style="color: red">a</p><p>b</p>', '<p style="color: red">c</p><p>d</p>'],
];

/** Rewritten texts that are refused, with the reason. */
const LOST: [name: string, before: string, after: string, fault: string | RegExp][] = [
  ['a tag is lost', 'Hi {{ name }}', 'Hi there', 'The merge tag {{ name }} got lost.'],
  ['a tag is translated', 'Hi {{ name }}', 'Hi {{ nom }}', 'The merge tag {{ name }} got lost.'],
  ['a tag is spaced anew', 'Hi {{ name }}', 'Hi {{name}}', 'The merge tag {{ name }} got lost.'],
  ['a tag is used twice', 'Hi {{ name }}', '{{ name }} {{ name }}', /\{\{ name \}\} was not there before/],
  ['one of two is lost', '{{ a }} {{ a }}', '{{ a }}', 'The merge tag {{ a }} got lost.'],
  ['Mailchimp’s', 'Hi *|FNAME|*', 'Hi *|NAME|*', 'The merge tag *|FNAME|* got lost.'],
  ['ERB', 'Hi <%= name %>', 'Hi', 'The merge tag <%= name %> got lost.'],
  ['a link is lost', '<p><a href="u">x</a></p>', '<p>x</p>', 'The element <a href="u"> got lost.'],
  ['a link leads elsewhere', '<a href="u">x</a>', '<a href="v">x</a>', 'The element <a href="u"> got lost.'],
  ['markup is added', 'plain', '<strong>plain</strong>', /<strong> was not there before/],
  ['a script is added', '<p>x</p>', '<p>x</p><script>y</script>', /<script> was not there before/],
  [
    'nesting is turned round',
    '<a href="u"><b>x</b></a>',
    '<b><a href="u">x</a></b>',
    /stands within other elements/,
  ],
  [
    'a tag leaves its link',
    '<a href="u">{{ n }}</a> x',
    '<a href="u">x</a> {{ n }}',
    /\{\{ n \}\} stands within other/,
  ],
  ['an element is left open', '<b>x</b>', '<b>x', '<b> has no counterpart.'],
  ['elements cross', '<b>x</b> <i>y</i>', '<b>x<i></b>y</i>', /counterpart|within other/],
  [
    'conditions change places',
    '{% if a %}x{% else %}y{% endif %}',
    '{% else %}{% if a %}x{% endif %}',
    /in their order/,
  ],
];

describe('a rewritten text that keeps everything', () => {
  test.each(KEPT)('%s', (_name, before, after) => expect(compareMarkup(before, after)).toEqual([]));
});

describe('a rewritten text is found out when', () => {
  test.each(LOST)('%s', (_name, before, after, fault) => {
    const faults = compareMarkup(before, after);
    if (typeof fault === 'string') expect(faults).toContain(fault);
    else expect(faults.join(' ')).toMatch(fault);
  });
});

const word = fc.constantFrom('a', 'sale', '{{ name }}', '{% if x %}', '{% endif %}', '*|MC|*', 'é', '&amp;');
const html: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    word,
    fc
      .tuple(
        fc.constantFrom('b', 'em', 'a href="u"', 'span style="color: red"', 'p'),
        fc.array(tie('node'), { maxLength: 3 }),
      )
      .map(([tag, inner]) => `<${tag}>${inner.join(' ')}</${tag.split(' ')[0]}>`),
  ),
})).node;

test('whatever the text, the same text keeps everything', () => {
  fc.assert(fc.property(html, (text) => compareMarkup(text, text).length === 0));
});

test('whatever the text, a merge tag that is taken out or put in is found', () => {
  fc.assert(
    fc.property(html, (text) => {
      const more = `${text} {{ more }}`;
      expect(compareMarkup(text, more).length).toBeGreaterThan(0);
      expect(compareMarkup(more, text)).toContain('The merge tag {{ more }} got lost.');
    }),
  );
});

test('text of any kind is read without fail', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (one, other) => Array.isArray(compareMarkup(one, other))));
});
