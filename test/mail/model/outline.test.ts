import { describe, expect, test } from 'bun:test';
import { findBlocks, outlineContent, type TemplateContent } from '../../../src/mail/model/index.ts';
import { newsletter } from './editing.ts';

const outlineOf = (...blocks: Record<string, unknown>[]) =>
  outlineContent({
    blocks: blocks.map((block) => ({ id: 'x', ...block })),
    settings: {},
  } as unknown as TemplateContent);

test('the outline of a template', () => {
  expect(outlineContent(newsletter())).toBe(
    [
      't title "Hello"',
      'b1 button "Go" -> example.com',
      's section 2',
      '  0: p paragraph "Left"',
      '  0: b2 button "Stop"',
      '  1: c custom "card"',
      'u tabs',
    ].join('\n'),
  );
});

describe('what a line says', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ type: 'spacer', height: 3 }, 'x spacer'],
    [{ type: 'paragraph', content: '' }, 'x paragraph ""'],
    [
      {
        type: 'image',
        alt: 'A cat',
        src: 'https://a.example/cat.png',
        linkUrl: 'https://www.b.example/c?d#e',
      },
      'x image "A cat" -> b.example/c',
    ],
    [
      { type: 'image', alt: '', src: 'https://a.example/cat.png', linkUrl: 'https://b.example' },
      'x image "" -> a.example/cat.png',
    ],
    [{ type: 'button', text: 'Go', url: '{{ link }}?a=1' }, 'x button "Go" -> {{ link }}?a=1'],
    [{ type: 'button', text: 'Go', url: `https://a.example/${'x'.repeat(80)}` }, 'x button "Go"'],
    [{ type: 'video', alt: 'Film', url: 'https://v.example/1' }, 'x video "Film" -> v.example/1'],
    [{ type: 'menu', items: [{ text: 'Home' }, { text: '' }, { text: 'Shop' }] }, 'x menu "Home | Shop"'],
    [{ type: 'social', icons: [{ platform: 'github' }, { platform: 'email' }] }, 'x social "github, email"'],
    [
      {
        type: 'table',
        rows: [{ cells: [{ content: '<b>A</b>' }, { content: 'B' }] }, { cells: [{ content: 'C' }] }],
      },
      'x table "A | B | C"',
    ],
    [{ type: 'countdown', targetDate: '2031-05-01' }, 'x countdown "2031-05-01"'],
    [{ type: 'custom', customType: 'card', renderedHtml: '<p>Hi</p>' }, 'x custom "card: Hi"'],
    [{ type: 'title', content: 'say "hi"\n  now' }, 'x title "say \\"hi\\" now"'],
    [{ type: 'title', content: 'x'.repeat(60) }, `x title "${'x'.repeat(60)}"`],
    [{ type: 'title', content: '🙂'.repeat(61) }, `x title "${'🙂'.repeat(59)}…"`],
    [
      { type: 'title', content: 'A', visibility: { desktop: true, mobile: false } },
      'x title [desktop only] "A"',
    ],
    [{ type: 'spacer', visibility: { desktop: false, mobile: true } }, 'x spacer [mobile only]'],
    [{ type: 'spacer', visibility: { desktop: false, mobile: false } }, 'x spacer [hidden]'],
    [{ type: 'spacer', visibility: { desktop: true, mobile: true } }, 'x spacer'],
    [
      { type: 'title', content: 'A', displayCondition: { label: 'VIPs', before: '{% if vip %}', after: '' } },
      'x title [if "VIPs"] "A"',
    ],
    [
      { type: 'spacer', displayCondition: { label: '', before: '{% if vip %}', after: '' } },
      'x spacer [if "{% if vip %}"]',
    ],
    [{ id: 'a b\nc "d"', type: 'x y' }, '"a b\\nc \\"d\\"" "x y"'],
    [{ type: 'section', columns: '1', children: [[{ id: 'y', type: 'spacer' }]] }, 'x section 1\n  y spacer'],
    [
      { type: 'section', columns: '2-1', children: [[], [{ id: 'y', type: 'spacer' }]] },
      'x section 2-1\n  1: y spacer',
    ],
    [{ type: 'title', content: 3 }, 'x title ""'],
  ])('%j', (block, expected) => expect(outlineOf(block)).toBe(expected));

  test('long ids leave less room', () => {
    const line = outlineOf({ id: 'i'.repeat(60), type: 'title', content: 'word '.repeat(30) });
    expect(line.length).toBeLessThanOrEqual(100);
    expect(line).toEndWith(' word…"');
  });
});

describe('text of HTML', () => {
  test.each<[string, string]>([
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['<p>wo<strong>r</strong>d<br>next</p>', 'word next'],
    [
      'a &lt;b&gt; &amp;amp; &quot;c&quot; &apos;&#39;&#x27;&nbsp;d &copy; &toString;',
      `a <b> &amp; "c" ''' d &copy; &toString;`,
    ],
    ['&#1114112; &#128578;', '&#1114112; 🙂'],
    [
      '{{ a < b }} {% if x > 3 %}A{% endif %} *|IF:A<B|* $\u007bx<y}',
      '{{ a < b }} {% if x > 3 %}A{% endif %} *|IF:A<B|* $\u007bx<y}',
    ],
    ['{{ a &amp; b }}', '{{ a &amp; b }}'],
    ['<a href="{{ u > 1 }}" title=\'a > b\'>link</a>', 'link'],
    ['1 < 2 and 3 > 2 <', '1 < 2 and 3 > 2 <'],
    ['<!-- <b>no</b> --><!doctype html>yes<!--[if mso]>no', 'yes'],
    ['<style>p > a { color: red }</style><SCRIPT>if (a < b) {}</script >text', 'text'],
    ['<p title="open>text</p>', 'text'],
    ['{{ open {% * $ text', '{{ open {% * $ text'],
    ['text <p', 'text'],
  ])('%s', (content, expected) => {
    expect(JSON.parse(outlineOf({ type: 'html', content }).slice('x html '.length))).toBe(expected);
  });

  test.each(['<a "', '<a ">" <b ', '</script', '<script', '{{', '*|', '<!--', '<', '&#', '<p>', '<a \'"'])(
    'megabytes of %s take no time to speak of',
    (piece) => {
      const content = piece.repeat(1_000_000 / piece.length);
      expect(outlineOf({ type: 'html', content }).length).toBeLessThan(100);
      expect(outlineOf({ type: 'html', content: `<script>${content}` }).length).toBeLessThan(100);
    },
  );
});

describe('finding blocks', () => {
  test('at any depth, in the order asked, each once', () => {
    const content = newsletter();
    const { blocks, missing } = findBlocks(content, ['c', 'x', 't', 's', 'toString', 'c']);
    expect(blocks.map(({ id }) => id)).toEqual(['c', 't', 's']);
    expect(blocks[1]).toBe(content.blocks[0]);
    expect(missing).toEqual(['x', 'toString']);
  });
});
