import { describe, expect, test } from 'bun:test';
import { importAll, leavesOf, notesOf, refusalOf } from './importing.ts';

const html = (body: string, head = '') =>
  importAll({
    format: 'html',
    body: `<html lang="de"><head>${head}</head><body style="color:#111111">${body}</body></html>`,
  });

const button =
  '<table><tr><td bgcolor="#00aa00" style="border-radius:4px;padding:10px 20px"><a href="{{ u }}" style="color:#fff">Go</a></td></tr></table>';
const icon = (host: string) => `<a href="https://${host}/a"><img src="i.png" width="32"></a>`;

describe('constructs of HTML mail', () => {
  const cases: [string, string, Record<string, unknown>[]][] = [
    [
      'a heading',
      '<h1 style="color:#ff0000;text-align:center">Hi {{ n }}</h1>',
      [
        {
          type: 'title',
          level: 1,
          textAlign: 'center',
          content: '<span style="font-size: 32px; line-height: 1.15">Hi {{ n }}</span>',
        },
      ],
    ],
    [
      'marks and links',
      '<p>a <b>b</b> <a href="x?a=1&amp;b">c</a></p>',
      [
        {
          type: 'paragraph',
          content: '<p style="line-height: 1.15">a <strong>b</strong> <a href="x?a=1&amp;b">c</a></p>',
        },
      ],
    ],
    [
      'a list',
      '<ul><li>a</li><li>b</li></ul>',
      [{ type: 'paragraph', content: '<ul><li>a</li><li>b</li></ul>' }],
    ],
    [
      'a linked image',
      '<a href="x" target="_blank"><img src="a.png" alt="A" width="200"></a>',
      [{ type: 'image', src: 'a.png', alt: 'A', width: 200, linkUrl: 'x', linkOpenInNewTab: true }],
    ],
    [
      'a table button',
      button,
      [
        {
          type: 'button',
          text: 'Go',
          url: '{{ u }}',
          backgroundColor: '#00aa00',
          textColor: '#fff',
          borderRadius: 4,
        },
      ],
    ],
    [
      'a link button',
      '<a href="x" style="display:inline-block;background:#123456;padding:8px 16px;color:#ffffff">Go</a>',
      [{ type: 'button', backgroundColor: '#123456', buttonPadding: { top: 7, left: 16 } }],
    ],
    [
      'a link button with a border and a bold label',
      '<a href="x" style="display:inline-block;border:1px solid #123456;padding:8px 16px;font-weight:bold">Go</a>',
      [{ type: 'button', border: { top: { width: 1, color: '#123456' } } }],
    ],
    [
      'a picture with round corners',
      '<img src="a.png" width="80" style="display:block;border-radius:50%">',
      [{ type: 'image', borderRadius: 40 }],
    ],
    [
      'a rule',
      '<hr style="border-top:2px dotted #cccccc">',
      [{ type: 'divider', thickness: 2, lineStyle: 'dotted', color: '#cccccc' }],
    ],
    [
      'an empty cell',
      '<table cellpadding="0" cellspacing="0"><tr><td height="30">&nbsp;</td></tr></table>',
      [{ type: 'spacer', height: 30 }],
    ],
    [
      'social icons',
      icon('facebook.com') + icon('x.com'),
      [{ type: 'social', icons: [{ platform: 'facebook' }, { platform: 'twitter' }] }],
    ],
    [
      'a data table',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
      [{ type: 'table', hasHeaderRow: true }],
    ],
    [
      'a form',
      '<form action="x"><input name="a"></form>',
      [
        {
          type: 'html',
          content:
            '<div style="line-height: normal; word-break: normal"><form action="x"><input name="a"></form></div>',
        },
      ],
    ],
    [
      'a picture in a line',
      '<p>Hello <img src="a.png" width="16"> there</p>',
      [{ type: 'html', content: expect.stringContaining('Hello <img src="a.png" width="16"> there') }],
    ],
  ];
  test.each(cases)('%s', (_, source, expected) => {
    expect(leavesOf(html(source).content)).toMatchObject(expected);
  });

  const column = (text: string, attributes: string) => `<td ${attributes}>${text}</td>`;
  const layouts: [string, string, unknown][] = [
    [
      'cells',
      `<table width="600"><tr>${column('a', 'width="400"')}${column('b', 'width="200"')}</tr></table>`,
      '2-1',
    ],
    [
      'inline blocks',
      '<div style="max-width:600px"><div style="display:inline-block;width:300px">a</div><div style="display:inline-block;width:300px">b</div></div>',
      '2',
    ],
    [
      'columns of compiled MJML',
      '<div style="max-width:600px"><div class="mj-column-per-33-333" style="width:100%">a</div><div class="mj-column-per-66-666" style="width:100%">b</div></div>',
      '1-2',
    ],
    [
      'floating tables',
      '<table width="600"><tr><td><table align="left" width="300"><tr><td>a</td></tr></table><table align="right" width="300"><tr><td>b</td></tr></table></td></tr></table>',
      '2',
    ],
  ];
  test.each(layouts)('columns made of %s', (_, source, columns) => {
    const { content } = html(source);
    expect(content.blocks).toMatchObject([{ type: 'section', columns, children: [[{}], [{}]] }]);
    expect(content.settings.width).toBe(600);
  });

  test('preview text, page and rules of a style sheet', () => {
    const head =
      '<title>T</title><style>.pre{display:none} .big{font-size:30px} @media x{.big{color:red}} a{color:#0000ff;text-decoration:none}</style>';
    const body =
      '<div class="pre">Soon&nbsp;&zwnj; </div><table width="100%" bgcolor="#eeeeee"><tr><td><table width="640"><tr><td class="big">Hello</td></tr></table></td></tr></table>';
    const { content, title, report } = html(body, head);
    expect(title).toBe('T');
    expect(content.settings).toMatchObject({
      preheaderText: 'Soon',
      width: 640,
      backgroundColor: '#eeeeee',
      linkColor: '#0000ff',
      linkUnderline: false,
      locale: 'de',
    });
    expect(leavesOf(content)).toMatchObject([{ type: 'title' }]);
    expect(notesOf(report)).toEqual(['@media']);
  });

  test('frames become sections with their padding and color', () => {
    const { content } = html(
      '<table width="600" cellspacing="0" bgcolor="#fafafa"><tr><td style="padding:20px 30px"><h2>A</h2><p>b</p></td></tr></table>',
    );
    expect(content.blocks).toMatchObject([
      {
        type: 'section',
        styles: { backgroundColor: '#fafafa', padding: { top: 20, right: 30, bottom: 20, left: 30 } },
        children: [[{ type: 'title' }, { type: 'paragraph' }]],
      },
    ]);
  });

  test.each([
    ["url('https://a.example/a (1).png') no-repeat #fafafa", '#fafafa'],
    ['#fafafa url("https://a.example/a(1).png")', '#fafafa'],
    ['url(https://a.example/a(1).png) #fafafa', '#fafafa'],
    ['url() center, url(a.png) #fafafa', '#fafafa'],
    ['linear-gradient(90deg, rgb(1, 2, 3), #000000) #fafafa', '#fafafa'],
    ['linear-gradient(90deg, rgb(1, 2, 3), #000000)', '#010102'],
  ])('the color of the background %p', (background, color) => {
    const style = `background:${background};padding:20px`.replaceAll('"', '&quot;');
    const { content } = html(
      `<table width="600"><tr><td style="${style}"><h2>A</h2><p>b</p></td></tr></table>`,
    );
    expect(content.blocks[0]?.styles.backgroundColor).toBe(color);
    expect(JSON.stringify(content)).not.toContain(') center');
  });

  test('nothing is left out without a word', () => {
    const { content, report } = html(
      '<script>alert(1)</script><!--[if mso]><p>o</p><![endif]--><!--[if !mso]><!--><p>shown</p><!--<![endif]--><p style="display:none">x</p><video src="v"></video>',
    );
    expect(notesOf(report)).toEqual(expect.arrayContaining(['script', 'Outlook-only content', 'video']));
    expect(JSON.stringify(content)).toContain('shown');
    expect(JSON.stringify(content)).not.toContain('alert');
  });

  test('what is no HTML is refused', () => {
    expect(refusalOf({ format: 'html', body: 'just words' })).toContain('not_that_format');
    expect(refusalOf({ format: 'html', body: '<mjml></mjml>' })).toContain('"mjml"');
  });
});

test('text without a color is black, also where all other text is white', () => {
  const { content } = importAll({
    format: 'html',
    body: '<table><tr><td bgcolor="#222222"><p style="color:#ffffff">Long white text in a dark band</p></td></tr><tr><td><p>Dark</p></td></tr></table>',
  });
  const [band, dark] = leavesOf(content);
  expect(content.settings.textColor).toBe('#ffffff');
  expect(band?.content).not.toContain('color:');
  expect(dark?.content).toContain('color: #000000');
});

test('a rule for unvisited links gives the color of links, one for hovered links does not', () => {
  const head = '<style>a:link { color: #00aa00 } a:hover { color: #ff0000 }</style>';
  const { content } = html('<p>a <a href="x">b</a></p>', head);
  expect(content.settings.linkColor).toBe('#00aa00');
});
