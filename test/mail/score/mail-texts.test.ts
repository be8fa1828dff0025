import { describe, expect, test } from 'bun:test';
import type { Mail, MailText } from '../../../src/mail/score/mail/mail.ts';
import type { Loose } from '../render/rendering.ts';
import { html, mailOf, p } from './mail-reading.ts';

const textsOf = (mail: Mail) => mail.texts.map(({ role, text }) => [role, text]);

describe('texts', () => {
  const cases: [what: string, block: Loose, texts: [role: string, text: string][]][] = [
    [
      'a paragraph each',
      p('<p>One</p><p>Two</p>'),
      [
        ['paragraph', 'One'],
        ['paragraph', 'Two'],
      ],
    ],
    ['white space and entities', p('<p> a \n <b>b</b>&amp;&nbsp;c </p>'), [['paragraph', 'a b& c']]],
    [
      'list items',
      p('<ul><li>One</li><li><p>Two</p></li></ul>'),
      [
        ['list-item', 'One'],
        ['list-item', 'Two'],
      ],
    ],
    [
      'headings',
      p('<h2>One</h2>Two'),
      [
        ['heading', 'One'],
        ['paragraph', 'Two'],
      ],
    ],
    ['one line break is part of a text', p('<p>One<br>two</p>'), [['paragraph', 'One\ntwo']]],
    [
      'two line breaks end it',
      p('<p>One<br><br>two</p>'),
      [
        ['paragraph', 'One'],
        ['paragraph', 'two'],
      ],
    ],
    ['merge tags are a word', p('<p>Hi {{ name }}!</p>'), [['paragraph', 'Hi Robin!']]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
    ['in every syntax', p('<p>*|FNAME|* ${x} <%= y %></p>'), [['paragraph', 'Robin Robin Robin']]],
    [
      'conditions say nothing',
      p('<p>{% if a < b %}Yes{% endif %}{{#x}}.{{/x}}</p>'),
      [['paragraph', 'Yes.']],
    ],
    [
      'a marked merge tag is one',
      p('<p><span data-merge-tag="{{ n }}">First name</span></p>'),
      [['paragraph', 'Robin']],
    ],
    [
      'what is hidden is not seen',
      p('<p>See <span style="display:none">not</span>this</p>'),
      [['paragraph', 'See this']],
    ],
    ['what scripts say is not', html('<p>See<script>no</script><style>p{}</style></p>'), [['html', 'See']]],
    [
      'an unclosed element',
      html('<div><p>One<p>Two'),
      [
        ['html', 'One'],
        ['html', 'Two'],
      ],
    ],
    [
      'cells',
      html('<table><tr><td>One</td><td>Two</td></tr></table>'),
      [
        ['html', 'One'],
        ['html', 'Two'],
      ],
    ],
    [
      'alternative texts',
      html('<p>See <img src="a.png" alt="a map"> here</p>'),
      [
        ['alt', 'a map'],
        ['html', 'See here'],
      ],
    ],
    [
      'a title is one heading',
      { type: 'title', content: '<p>One</p><p>Two</p>' },
      [
        ['heading', 'One'],
        ['heading', 'Two'],
      ],
    ],
    ['a button', { type: 'button', text: ' Go ', url: 'x' }, [['button', 'Go']]],
    [
      'a menu',
      { type: 'menu', items: [{ text: 'A' }, { text: ' ' }, { text: 'B' }] },
      [
        ['menu', 'A'],
        ['menu', 'B'],
      ],
    ],
    ['a table', { type: 'table', rows: [{ cells: [{ content: '<p>A</p>' }] }] }, [['cell', 'A']]],
    ['a decorative picture', { type: 'image', src: 'a.png', alt: 'x', decorative: true }, []],
    ['a hidden block', p('<p>One</p>', { visibility: { desktop: false, mobile: false } }), []],
    [
      'a block hidden on phones',
      p('<p>One</p>', { visibility: { desktop: true, mobile: false } }),
      [['paragraph', 'One']],
    ],
    ['an unknown block', { type: 'tabs', content: 'x' }, []],
  ];
  test.each(cases)('%s', (_what, block, texts) => {
    expect(textsOf(mailOf([block])).sort()).toEqual([...texts].sort());
  });

  test('keep merge tags as written in raw', () => {
    const [text] = mailOf([p('<p>Hi {{ name | default: &quot;you&quot; }}</p>')]).texts as [MailText];
    expect(text.raw).toBe('Hi {{ name | default: "you" }}');
  });
});

describe('the footer', () => {
  const footer = p('<p>Orchard Press</p><p><a href="u">Unsubscribe</a></p>');
  const isFooter = (blocks: Loose[]) => mailOf(blocks).texts.map((text) => text.isFooter);
  test.each<[string, Loose[], boolean[]]>([
    [
      'begins at the divider before what footers say',
      [p('Hi'), { type: 'divider' }, footer],
      [false, true, true],
    ],
    ['begins at what footers say without one', [p('Hi'), footer], [false, false, true]],
    ['is not there without such words', [p('Hi'), { type: 'divider' }, p('Bye')], [false, false]],
    ['is not before a button', [footer, { type: 'button', text: 'Go', url: 'u' }], [false, false, false]],
    ['is told by a merge tag', [p('Hi'), p('<a href="u">{{ unsubscribe }}</a>')], [false, true]],
  ])('%s', (_what, blocks, expected) => {
    expect(isFooter(blocks)).toEqual(expected);
  });
});
