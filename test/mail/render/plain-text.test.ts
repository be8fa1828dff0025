import { describe, expect, test } from 'bun:test';
import { renderPlainText } from '../../../src/mail/render/index.ts';
import { assets, contentOf, type Loose } from './rendering.ts';

const textOfBlocks = (...blocks: Loose[]) => renderPlainText(contentOf(blocks), { assets });
const rich = (content: string) => textOfBlocks({ type: 'paragraph', content });

describe('rich text', () => {
  test.each([
    [
      'paragraphs',
      '<p>One <strong>two</strong>.</p><p>Three&nbsp;&amp; four</p>',
      'One two.\n\nThree & four\n',
    ],
    ['line breaks', '<p>One<br>two<br/>three</p>', 'One\ntwo\nthree\n'],
    ['words that touch', '<p>a<strong>b</strong>c <em> d</em></p>', 'abc d\n'],
    [
      'links',
      '<p>See <a href="https://a.example/?x=1&amp;y=2">this</a>.</p>',
      'See this (https://a.example/?x=1&y=2).\n',
    ],
    [
      'links that say where they lead',
      '<a href="https://a.example">https://a.example</a>',
      'https://a.example\n',
    ],
    ['addresses', '<a href="mailto:a@b.example">a@b.example</a>', 'a@b.example\n'],
    [
      'lists',
      '<p>Bring:</p><ul><li><p>bread</p></li><li>salt</li></ul><p>End</p>',
      'Bring:\n\n- bread\n- salt\n\nEnd\n',
    ],
    [
      'numbered lists',
      '<ol><li>one</li><li>two<ul><li>inner</li></ul></li></ol>',
      '1. one\n2. two\n  - inner\n',
    ],
    [
      'addresses with spaces, brackets and other scripts',
      '<a href="https://bücher.example/ein buch (2)/ü?x={{ a b }}">Buch</a>',
      'Buch (https://xn--bcher-kva.example/ein%20buch%20%282%29/%C3%BC?x={{ a b }})\n',
    ],
    ['scripts and styles', '<script>alert(1)</script><style>a{}</style>x', 'x\n'],
    ['unsafe links', '<a href="javascript:alert(1)">x</a>', 'x\n'],
    ['nothing', '<p></p>', ''],
    ['languages that join letters', '<p>می‌خواهم 👩‍🚀</p>', 'می‌خواهم 👩‍🚀\n'],
  ])('%s', (_name, content, expected) => {
    expect(rich(content)).toBe(expected);
  });
});

describe('HTML', () => {
  test.each([
    [
      'hidden texts',
      '<p>a</p><p style="color:red;display:none">b</p><div hidden>c</div><span style="font-size:0">d</span>',
      'a\n',
    ],
    [
      'a text with a size in a cell without one',
      '<div style="font-size:0px"> <p style="font-size:14px">a</p></div>',
      'a\n',
    ],
    ['a size that only begins with zero', '<p style="font-size:0.9em">a</p>', 'a\n'],
    [
      'tables with headers',
      '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Cider</td><td><p>4 €</p></td></tr></table>',
      'Item | Price\nCider | 4 €\n',
    ],
    ['tables of layout', '<table><tr><td>a</td><td>b</td></tr></table>', 'a b\n'],
    [
      'a table of layout around one with headers',
      '<table><tr><td><table><tr><th>x</th><td>1</td></tr></table></td><td>b</td></tr></table>',
      'x | 1\n\nb\n',
    ],
  ])('%s', (_name, content, expected) => {
    expect(textOfBlocks({ type: 'html', content })).toBe(expected);
  });
});

describe('blocks', () => {
  test.each<[string, Loose, string]>([
    ['title', { type: 'title', content: '<p>Hello</p>', level: 1 }, 'Hello\n=====\n'],
    ['button', { type: 'button', text: 'Go', url: '{{ url }}?a=1&b=2' }, 'Go ({{ url }}?a=1&b=2)\n'],
    ['button without a link', { type: 'button', text: 'Go' }, 'Go\n'],
    [
      'image',
      { type: 'image', src: 'x', alt: 'A cat', linkUrl: 'https://e.example' },
      '[A cat] (https://e.example)\n',
    ],
    ['decorative image', { type: 'image', src: 'x', alt: 'A cat', decorative: true }, ''],
    ['video', { type: 'video', url: 'https://v.example', alt: 'Film' }, '[Film] (https://v.example)\n'],
    [
      'social',
      {
        type: 'social',
        icons: [
          { platform: 'github', url: 'https://g.example' },
          { platform: 'email', url: '' },
        ],
      },
      'GitHub (https://g.example)\n',
    ],
    [
      'menu',
      { type: 'menu', items: [{ text: 'A', url: 'https://a.example' }, { text: 'B' }] },
      'A (https://a.example)\nB\n',
    ],
    [
      'table',
      {
        type: 'table',
        rows: [{ cells: [{ content: 'a' }, { content: '<b>b</b>' }] }, { cells: [{ content: '1 &lt; 2' }] }],
      },
      'a | b\n1 < 2\n',
    ],
    [
      'countdown',
      { type: 'countdown', targetDate: '2031-05-01T18:00:00', timezone: 'Europe/Vienna' },
      '⏳ 2031-05-01 18:00 Europe/Vienna\n',
    ],
    ['spacer', { type: 'spacer' }, ''],
    [
      'html',
      { type: 'html', content: '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>' },
      'a b\nc\n',
    ],
    ['custom', { type: 'custom', customType: 'x', renderedHtml: '<p>Card</p>' }, 'Card\n'],
    ['unknown', { type: 'tabs' }, ''],
  ])('%s', (_name, block, expected) => {
    expect(textOfBlocks(block)).toBe(expected);
  });

  test('stand apart, columns one after the other', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((content) => ({ type: 'paragraph', content }));
    expect(textOfBlocks({ type: 'section', columns: '2', children: [[a], [b]] }, c as Loose)).toBe(
      'a\n\nb\n\nc\n',
    );
  });

  test('keep their guards', () => {
    const displayCondition = { before: '{% if vip %}', after: '{% endif %}' };
    expect(textOfBlocks({ type: 'paragraph', content: 'x', displayCondition })).toBe(
      '{% if vip %}\nx\n{% endif %}\n',
    );
  });

  test('hidden everywhere are not there', () => {
    const visibility = { desktop: false, mobile: false };
    expect(textOfBlocks({ type: 'paragraph', content: 'x', visibility })).toBe('');
  });
});
