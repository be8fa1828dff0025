import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { TemplateContent } from '../../src/content/index.ts';
import type { Mail, MailText, TextRun } from '../../src/features/scoring/mail/mail.ts';
import { readMail } from '../../src/features/scoring/mail/read-mail.ts';
import { splitSentences, splitWords } from '../../src/features/scoring/mail/words.ts';
import { fullContent } from '../content/arbitrary-content.ts';
import { contentOf } from '../render/rendering.ts';

type Loose = Record<string, unknown>;
const mailOf = (blocks: Loose[], settings: Loose = {}) => readMail(contentOf(blocks, settings));
const p = (content: string, more: Loose = {}): Loose => ({ type: 'paragraph', content, ...more });
const html = (content: string): Loose => ({ id: 'h', type: 'html', content });
const textsOf = (mail: Mail) => mail.texts.map(({ role, text }) => [role, text]);
const firstRun = (blocks: Loose[], settings: Loose = {}): TextRun =>
  mailOf(blocks, settings).texts[0]?.runs.at(-1) as TextRun;

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

describe('looks', () => {
  const cases: [what: string, content: string, run: Partial<TextRun>][] = [
    [
      'nothing said',
      'x',
      { color: '#1a1a1a', background: '#ffffff', fontSize: 16, bold: false, underlined: false },
    ],
    ['inherited', '<b style="color:red"><i>x</i></b>', { color: '#ff0000', bold: true }],
    ['a heading in text', '<h3>x</h3>', { fontSize: 22, bold: true }],
    ['units', '<span style="font-size:12pt">x</span>', { fontSize: 16 }],
    [
      'relative sizes',
      '<span style="font-size:2em"><span style="font-size:50%">x</span></span>',
      { fontSize: 16 },
    ],
    ['a number without a unit is no size', '<span style="font-size:40">x</span>', { fontSize: 16 }],
    ['a marked word', '<mark>x</mark>', { color: '#1a1a1a', background: '#fff3a3' }],
    ['a link', '<a href="y">x</a>', { color: '#1a1a1a', underlined: true, href: 'y' }],
    ['a color that shines through', '<span style="color:rgba(0,0,0,.5)">x</span>', { color: '#7f7f7f' }],
    ['a color decided later', '<span style="color:{{ c }}">x</span>', { color: '' }],
    ['no color', '<span style="color:nonsense">x</span>', { color: '#1a1a1a' }],
    ['elements the renderer drops have no looks', '<font color="red">x</font>', { color: '#1a1a1a' }],
    ['capitals by style', '<span style="text-transform:uppercase">x</span>', { uppercase: true }],
  ];
  test.each(cases)('rich text: %s', (_what, content, run) => {
    expect(firstRun([p(content)])).toMatchObject(run);
  });

  const inHtml: [what: string, content: string, run: Partial<TextRun>][] = [
    ['links as browsers show them', '<a href="y">x</a>', { color: '#0000ee', underlined: true }],
    [
      'old attributes',
      '<table bgcolor="#000"><td><font color="#fff" size="1">x</font></td></table>',
      { color: '#ffffff', background: '#000000', fontSize: 10 },
    ],
    ['a picture behind', '<div style="background:url(a.png)">x</div>', { onImage: true, background: '' }],
    [
      'a picture with a color behind',
      '<div style="background:#123456 url(a.png)">x</div>',
      { onImage: true, background: '#123456' },
    ],
    [
      'a color over the picture',
      '<div style="background:url(a.png)"><p style="background:#fff">x</p></div>',
      { onImage: false, background: '#ffffff' },
    ],
  ];
  test.each(inHtml)('html: %s', (_what, content, run) => {
    expect(firstRun([html(content)])).toMatchObject(run);
  });

  test('come from the settings', () => {
    const settings = { backgroundColor: '#000000', linkColor: '#00ff00', linkUnderline: false };
    expect(firstRun([p('x')], settings)).toMatchObject({ color: '#ffffff', background: '#000000' });
    expect(firstRun([p('<a href="y">x</a>')], settings)).toMatchObject({
      color: '#00ff00',
      underlined: false,
    });
    expect(firstRun([p('x')], { backgroundColor: '{{ bg }}' })).toMatchObject({ background: '' });
  });

  test('come from the blocks around', () => {
    const styles = { backgroundColor: '#222222', padding: { left: 20, right: 20 } };
    const mail = mailOf([
      {
        type: 'section',
        columns: '2-1',
        styles,
        children: [
          [p('x')],
          [{ id: 'b', type: 'button', text: 'x', url: 'y', backgroundColor: 'rgba(255,255,255,.5)' }],
        ],
      },
    ]);
    expect(mail.texts.map(({ runs }) => runs[0]?.background)).toEqual(['#222222', '#919191']);
    expect(mail.blocks.map(({ width }) => width)).toEqual([560, 353, 166]);
    expect(mail.blocks.map(({ parentId, column, depth }) => [parentId !== null, column, depth])).toEqual([
      [false, null, 0],
      [true, 0, 1],
      [true, 1, 1],
    ]);
  });
});

describe('links', () => {
  const cases: [what: string, block: Loose, links: [kind: string, href: string, text: string][]][] = [
    [
      'of text',
      p('<p><a href="{{ u }}?a&amp;b">our <b>map</b></a></p>'),
      [['text', '{{ u }}?a&b', 'our map']],
    ],
    [
      'of a picture in html',
      html('<a href="u"><img src="a.png" alt="A map"></a>'),
      [['image', 'u', 'A map']],
    ],
    ['of a picture and text', html('<a href="u"><img src="a.png" alt="">Map</a>'), [['text', 'u', 'Map']]],
    ['with a name of its own', html('<a href="u" aria-label="Our map">here</a>'), [['text', 'u', 'Our map']]],
    ['an anchor is none', html('<a name="top">x</a>'), []],
    [
      'one inside another ends the first',
      html('<a href="u">x <a href="v">y</a></a>'),
      [
        ['text', 'u', 'x'],
        ['text', 'v', 'y'],
      ],
    ],
    ['a button that leads nowhere', { type: 'button', text: 'Go', url: '' }, [['button', '', 'Go']]],
    ['icons', { type: 'social', icons: [{ platform: 'github', url: 'u' }] }, [['social', 'u', 'GitHub']]],
    [
      'a linked picture',
      { type: 'image', src: 'a.png', alt: 'A map', linkUrl: 'u' },
      [['image', 'u', 'A map']],
    ],
    ['a video', { type: 'video', url: 'u', thumbnailUrl: 'a.png' }, [['video', 'u', 'Video']]],
  ];
  test.each(cases)('%s', (_what, block, links) => {
    expect(mailOf([block]).links.map(({ kind, href, text }) => [kind, href, text])).toEqual(links as never);
  });
});

test('elements say where they stand, and headings what is in them, merge tags before them or not', () => {
  const content = '<h2>{{ a < b }} <b class="x">bold</b> and <img src=a.png></h2>';
  const { elements } = mailOf([html(content)]);
  const seen = elements.map(({ start, startTagEnd, end, text }) => [
    content.slice(start, startTagEnd),
    content.slice(start, end),
    text,
  ]);
  expect(seen).toEqual([
    ['<h2>', content, 'Robin bold and'],
    ['<b class="x">', '<b class="x">bold</b>', ''],
    ['<img src=a.png>', '<img src=a.png>', ''],
  ]);
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

describe('sentences and words', () => {
  test.each<[string, string[]]>([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['Dear Mr. Smith, meet Dr. J. Doe.', ['Dear Mr. Smith, meet Dr. J. Doe.']],
    ['It costs 3.50 now. Buy e.g. two.', ['It costs 3.50 now.', 'Buy e.g. two.']],
    ['Wir öffnen am 5. Mai. Bis dann.', ['Wir öffnen am 5. Mai.', 'Bis dann.']],
    ['Line one\nLine two\nand on', ['Line one', 'Line two and on']],
    ['Wait... what? “Yes.” Good.', ['Wait... what?', '“Yes.”', 'Good.']],
    ['See https://a.example/b.c?d. Then go.', ['See .', 'Then go.']],
    ['---', []],
    ['今日は。明日は！', ['今日は。', '明日は！']],
  ])('%s', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });

  test.each<[string, string[]]>([
    ["Don’t stop: it's 3.5 kg", ['Don’t', 'stop', "it's", '3.5', 'kg']],
    ['write to a@b.example or https://c.example/d e', ['write', 'to', 'or', 'e']],
    ['well-known café', ['well-known', 'café']],
    ['我喜欢苹果', ['我', '喜欢', '苹果']],
    ['', []],
  ])('%s', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});

test('any content can be read, and every part names a block there is', () => {
  fc.assert(
    fc.property(fullContent, (content) => {
      const mail = readMail(content as unknown as TemplateContent);
      for (const { blockId } of [
        ...mail.texts,
        ...mail.links,
        ...mail.images,
        ...mail.headings,
        ...mail.elements,
      ]) {
        expect(mail.blockOf.has(blockId)).toBe(true);
      }
      for (const { fontSize, runs } of mail.texts) {
        expect(Number.isFinite(fontSize)).toBe(true);
        for (const { color, background } of runs)
          expect(`${color} ${background}`).toMatch(/^(#[\da-f]{6})? (#[\da-f]{6})?$/);
      }
    }),
  );
});
