import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import type { TextRun } from '../../../src/mail/score/mail/mail.ts';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import { fullContent } from '../model/arbitrary-content.ts';
import type { Loose } from '../render/rendering.ts';
import { html, mailOf, p } from './mail-reading.ts';

const firstRun = (blocks: Loose[], settings: Loose = {}): TextRun =>
  mailOf(blocks, settings).texts[0]?.runs.at(-1) as TextRun;

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
    ['a size with the name of a method', '<span style="font-size:constructor">x</span>', { fontSize: 16 }],
    [
      'properties with the names of methods',
      '<span style="__proto__:x;toString:y;constructor:z;color:red">x</span>',
      { color: '#ff0000' },
    ],
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

  test.each([
    ['bold', true],
    ['normal', false],
    [undefined, true],
  ])('the label of a button of weight %p', (fontWeight, bold) => {
    const button = { type: 'button', text: 'x', url: 'y', ...(fontWeight && { fontWeight }) };
    expect(firstRun([button]).bold).toBe(bold);
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

test('text stands on the color of its column, or on that behind a picture', () => {
  const text = { type: 'paragraph', content: '<p style="color: #ffffff">a</p>' };
  const section = (more: Loose) => mailOf([{ type: 'section', columns: '1', children: [[text]], ...more }]);
  const backgroundOf = (more: Loose) => section(more).texts[0]?.runs[0]?.background;
  expect(backgroundOf({ columnStyles: [{ backgroundColor: '#15171a' }] })).toBe('#15171a');
  expect(backgroundOf({ backgroundImage: { src: 'a.jpg', fallbackColor: '#222222' } })).toBe('#222222');
});
