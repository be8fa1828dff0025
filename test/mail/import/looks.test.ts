import { describe, expect, test } from 'bun:test';
import type { SectionBlock } from '../../../src/mail/model/index.ts';
import { renderHtml } from '../../../src/mail/render/index.ts';
import { assets } from '../../browser/pictures.ts';
import { importAll, importCell, importMjml, leavesOf } from './importing.ts';

const sectionsOf = (cell: string, options = {}) => importCell(cell, options).content.blocks as SectionBlock[];
const sides = (top: number, right = top, bottom = top, left = right) => ({ top, right, bottom, left });

describe('boxes of HTML mails', () => {
  test('a box in a card keeps the space around it in the color of the card', async () => {
    const box =
      '<table width="100%" cellspacing="0" bgcolor="#dddddd" style="border:2px dashed #111111;border-radius:4px"><tr><td style="padding:10px"><p style="margin:0">Box</p></td></tr></table>';
    const { content } = importCell(
      `<td bgcolor="#ffffff" style="padding:45px"><p style="margin:0">Hi</p>${box}</td>`,
    );
    const [, inset] = content.blocks;
    expect(inset).toMatchObject({
      styles: { backgroundColor: '#ffffff', padding: sides(0, 45, 45) },
      columnStyles: [{ backgroundColor: '#dddddd', borderRadius: 4, border: { left: { width: 2 } } }],
      children: [[{ styles: { padding: sides(10) } }]],
    });
    const { html } = await renderHtml(content, { assets });
    expect(html).toContain('2px dashed #111111');
  });

  test('a band is as wide as the window, a card is not', () => {
    const table = (cell: string) => `<table width="100%"><tr>${cell}</tr></table>`;
    const inner = '<table width="500" align="center"><tr><td>In</td></tr></table>';
    const body = `<body style="margin:0">${table(`<td bgcolor="#123456" style="padding:20px">${inner}</td>`)}</body>`;
    const [band] = importAll({ format: 'html', body }).content.blocks;
    expect(band).toMatchObject({
      wrapper: { backgroundColor: '#123456' },
      styles: { padding: sides(20, 0) },
    });
    const [card] = sectionsOf('<td bgcolor="#123456">In</td>');
    expect(card).toMatchObject({ styles: { backgroundColor: '#123456' } });
    expect(card?.wrapper).toBeUndefined();
  });

  test('a table that is narrower than its place leaves room beside it', () => {
    const inner = (more: string) =>
      `<table width="70%" cellpadding="0" cellspacing="0" ${more}><tr><td>In</td></tr></table>`;
    const paddingOf = (more: string) => leavesPadding(sectionsOf(`<td>${inner(more)}</td>`));
    expect(paddingOf('align="center"')).toEqual(sides(0, 90));
    expect(paddingOf('style="margin:0 0 0 auto"')).toEqual(sides(0, 0, 0, 180));
    expect(paddingOf('')).toEqual(sides(0, 180, 0, 0));
  });

  test('empty cells beside the content leave room', () => {
    expect(leavesPadding(sectionsOf('<td width="30">&nbsp;</td><td>In</td><td width="40"></td>'))).toEqual(
      sides(0, 40, 0, 30),
    );
  });

  test('lines of a box with several rows are drawn around all of them', () => {
    const row = (cells: string) => `<tr>${cells}</tr>`;
    const columns = '<td width="50%">b</td><td width="50%">c</td>';
    const rows = sectionsOf(
      `<td><table width="100%" bgcolor="#ffffff" style="border:1px solid #111111;border-radius:8px">${row('<td>a</td>')}${row(columns)}</table></td>`,
    );
    expect(rows.map(({ border }) => Object.keys(border ?? {}).sort())).toEqual([
      ['left', 'right', 'top'],
      ['bottom', 'left', 'right'],
    ]);
    expect(rows[0]?.borderRadius).toEqual({ topLeft: 8, topRight: 8, bottomRight: 0, bottomLeft: 0 });
  });

  test('bands of their own color in a box with lines and round corners get both, too', () => {
    const band = '<div style="background:#6c65e5;padding:20px">a</div>';
    const rows = sectionsOf(
      `<td><div style="background:#ffffff;border:1px solid #111111;border-radius:8px">${band}<p>b</p></div></td>`,
    );
    expect(rows).toMatchObject([
      {
        styles: { backgroundColor: '#6c65e5' },
        border: { top: { width: 1 }, left: { width: 1 }, right: { width: 1 } },
        borderRadius: { topLeft: 8, topRight: 8, bottomRight: 0, bottomLeft: 0 },
      },
      { border: { bottom: { width: 1 }, left: { width: 1 } } },
    ]);
  });

  test('lines around a card reach beside the boxes in it', () => {
    const box = `<table width="100%" cellspacing="0"><tr><td style="background:#f7f7f7;padding:20px">a</td></tr></table>`;
    const [, row] = sectionsOf(
      `<td><table width="100%" cellspacing="0" style="border:1px solid #e5e5e5"><tr><td><p>t</p></td></tr><tr><td style="padding:0 40px">${box}</td></tr></table></td>`,
    );
    expect(row).toMatchObject({
      border: { left: { width: 1 }, right: { width: 1 } },
      styles: { padding: { left: 40, right: 40 } },
      columnStyles: [{ backgroundColor: '#f7f7f7' }],
    });
  });

  test('padding in em and percent', () => {
    const [row] = sectionsOf('<td><p style="margin:0;font-size:10px;padding:1em 5%">a</p></td>');
    expect(row?.children[0]?.[0]?.styles.padding).toEqual(sides(10, 30));
  });
});

function leavesPadding(sections: readonly SectionBlock[]) {
  const [section] = sections;
  const leaf = section?.children[0]?.[0];
  const sum = (side: keyof ReturnType<typeof sides>) =>
    (section?.styles.padding[side] ?? 0) + (leaf?.styles.padding[side] ?? 0);
  return { top: sum('top'), right: sum('right'), bottom: sum('bottom'), left: sum('left') };
}

describe('space', () => {
  const heights = (cell: string) =>
    leavesOf(importCell(cell).content).map(({ type, height }) => (type === 'spacer' ? height : type));

  test.each([
    ['breaks', '<td style="line-height:20px"><br>a<br><br>b<br><br></td>', [20, 'paragraph', 20]],
    ['a cell of a height', '<td height="30">&nbsp;</td>', [30]],
    ['a line height', '<td style="font-size:1px;line-height:24px">&nbsp;</td>', [24]],
    ['a box in a cell', '<td><div style="height:16px">&#8202;</div></td>', [16]],
    [
      'a nested table',
      '<td><table cellpadding="0" cellspacing="0"><tr><td height="70">&nbsp;</td></tr></table></td>',
      [70],
    ],
    ['a line in a cell', '<td><p style="border-top:1px solid #cccccc;margin:0"> </p></td>', ['divider']],
  ])('%s', (_, cell, expected) => {
    expect(heights(cell)).toEqual(expected as unknown[]);
  });

  test('the margin of the page, which is 8 pixels unless it says so', () => {
    const topOf = (style: string) =>
      leavesPadding(
        importAll({ format: 'html', body: `<!doctype html><body style="${style}"><div>a</div></body>` })
          .content.blocks as SectionBlock[],
      ).top;
    expect([topOf(''), topOf('margin:0'), topOf('margin:0;padding:12px')]).toEqual([8, 0, 12]);
  });
});

describe('pictures of HTML mails', () => {
  const picture = (img: string, pictureSizes = {}) =>
    leavesOf(importCell(`<td>${img}</td>`, { more: { pictureSizes } }).content)[0];

  test('one without a width has that of its file, and never more than its place', () => {
    const sizes = { 'a.png': { width: 120, height: 60 }, 'b.png': { width: 900, height: 300 } };
    expect(picture('<img src="a.png">', sizes)).toMatchObject({ width: 120 });
    expect(picture('<img src="b.png">', sizes)).toMatchObject({ width: 'full' });
    expect(picture('<img src="a.png" height="30">', sizes)).toMatchObject({ width: 60 });
    expect(picture('<img src="a.png" style="max-height:40px">', sizes)).toMatchObject({ width: 80 });
    expect(picture('<img src="a.png">')).toMatchObject({ width: 'full' });
  });

  test('one that fills a cell of a given width is as wide as the cell', () => {
    const cell = '<table><tr><td style="width:125px"><img src="a.png" style="width:100%"></td></tr></table>';
    expect(picture(cell)).toMatchObject({ width: 125 });
  });
});

describe('columns', () => {
  const icon = '<td><img src="a.png" width="40" style="display:block"></td>';
  const text =
    '<td>Text that is a good deal wider than the icon beside it, on two lines or more of them</td>';

  test('an icon beside text is as wide as it is', () => {
    const [row] = sectionsOf(`<td><table width="100%"><tr>${icon}${text}</tr></table></td>`);
    expect(row?.columnWidths?.[0]).toBeLessThan(15);
  });

  test('cells stay side by side on phones, unless a rule for phones says otherwise', () => {
    const cells = '<td class="cell" width="300">a</td><td class="cell" width="300">b</td>';
    const row = `<td><table width="100%"><tr>${cells}</tr></table></td>`;
    expect(sectionsOf(row)[0]?.stackOnMobile).toBe(false);
    const head =
      '<style>@media only screen and (max-width:480px){.cell{display:block!important;width:100%!important}}</style>';
    expect(sectionsOf(row, { head })[0]?.stackOnMobile).toBeUndefined();
  });

  test('five columns become two rows, because editors show three of a section', () => {
    const cells = Array.from(
      { length: 5 },
      (_, at) => `<td width="20%"><img src="${at}.png" width="60"><br>Name ${at}</td>`,
    );
    const { content } = importCell(`<td><table width="100%"><tr>${cells.join('')}</tr></table></td>`);
    expect(content.blocks).toMatchObject([{ columns: '3' }, { columns: '2' }]);
  });

  test('header cells of one row are columns, not data', () => {
    const [row] = sectionsOf(
      '<td><table width="100%"><tr><th style="font-weight:normal">a b</th><th class="expander"></th></tr></table></td>',
    );
    expect(row?.children[0]).toMatchObject([
      { type: 'paragraph', content: expect.not.stringContaining('strong') },
    ]);
  });

  test('the color and lines of MJML columns are kept, also with space around them', async () => {
    const inner = 'inner-background-color="#ffffff" inner-border="1px solid #cccccc" padding="10px"';
    const { content } = importMjml(
      `<mj-section><mj-column ${inner}><mj-text>a</mj-text></mj-column><mj-column background-color="#eeeeee"><mj-text>b</mj-text></mj-column></mj-section>`,
    );
    expect(content.blocks).toMatchObject([
      {
        columnStyles: [
          { backgroundColor: '#ffffff', border: { top: { width: 1 } }, padding: sides(10) },
          { backgroundColor: '#eeeeee' },
        ],
      },
    ]);
    expect((await renderHtml(content, { assets })).html).toContain('1px solid #cccccc');
  });
});

test('a filled cell beside empty ones is a button of its size', () => {
  const cell =
    '<td width="223" height="40" align="center" bgcolor="#1999dd"><a href="x" style="color:#ffffff">Verify</a></td><td>&nbsp;</td>';
  const [button] = leavesOf(importCell(`<td><table width="100%"><tr>${cell}</tr></table></td>`).content);
  expect(button).toMatchObject({ type: 'button', width: 223, align: 'left', backgroundColor: '#1999dd' });
});

test('links without a color have that of browsers', () => {
  const linkOf = (link: string, head = '') =>
    importCell(`<td>${link}</td>`, { head }).content.settings.linkColor;
  expect(linkOf('<a href="x">go</a>')).toBe('#0000ee');
  expect(linkOf('<a href="x">go</a>', '<style>a:link{color:#123456}</style>')).toBe('#123456');
  expect(linkOf('<a href="x" style="color:#ff0000">go</a>')).toBeUndefined();
});

test('padding outside of the color of a button is space around it', () => {
  const link =
    '<a href="x" style="background:#3869d4;padding:12px 25px;display:inline-block;color:#fff">Go</a>';
  const table = `<table width="100%" cellspacing="0"><tr><td align="center" style="padding:25px 0 0"><table cellpadding="0" cellspacing="0"><tr><td>${link}</td></tr></table></td></tr></table>`;
  const [section] = sectionsOf(`<td>${table}</td>`);
  const [button] = section?.children[0] ?? [];
  expect(button).toMatchObject({ type: 'button', align: 'center', buttonPadding: { top: 11, bottom: 11 } });
  expect(button?.styles.padding.top).toBe(25);
});

test('the cell of a table as wide as its button does not align it', () => {
  const link =
    '<a href="x" style="background:#3869d4;padding:12px 25px;display:inline-block;color:#fff">Go</a>';
  const table = `<table><tr><td align="center">${link}</td></tr></table>`;
  expect(leavesOf(importCell(`<td align="left">${table}</td>`).content)).toMatchObject([
    { type: 'button', align: 'left' },
  ]);
});

describe('social icons', () => {
  const icon = (host: string) =>
    `<td><a href="https://${host}.com/a"><img src="${host}.png" width="32"></a></td>`;

  test.each([4, 5, 6])('%i of them become one social block', (count) => {
    const hosts = ['facebook', 'twitter', 'instagram', 'linkedin', 'youtube', 'pinterest'].slice(0, count);
    const cells = hosts.map(icon).join('');
    const [social, ...rest] = leavesOf(
      importCell(`<td><table align="center"><tr>${cells}</tr></table></td>`).content,
    );
    expect(rest).toEqual([]);
    expect(social).toMatchObject({ type: 'social', iconSize: 'medium' });
    expect((social as { icons: object[] }).icons).toHaveLength(count);
  });
});

test('small text keeps its line height, and conditional comments are not printed', () => {
  const text =
    '<!--[if mso]>mso<![endif]--><!--[if !mso]><!--><p style="font-size:11px;line-height:14px;margin:0">a</p><!--<![endif]-->';
  expect(leavesOf(importCell(`<td>${text}</td>`).content)).toEqual([
    {
      type: 'paragraph',
      content: '<p style="font-size: 11px; line-height: 14px"><span style="font-size: 11px">a</span></p>',
    },
  ]);
});

describe('texts of HTML mails', () => {
  const contentOf = (cell: string, head = '') =>
    leavesOf(importCell(`<td style="padding:0">${cell}</td>`, { head }).content)
      .map(({ content }) => content)
      .join('');

  test.each([
    ['a line through a paragraph', '<p style="text-decoration:line-through">9 €</p>', '<s>9 €</s>'],
    [
      'a line through a cell',
      '<table><tr><td style="text-decoration:line-through"><b>9 €</b></td></tr></table>',
      '<s>9 €</s>',
    ],
    [
      'a line through, and none inside',
      '<p style="text-decoration:line-through"><span style="text-decoration:none">9 €</span></p>',
      '<s>9 €</s>',
    ],
    ['a line below', '<div style="text-decoration:underline">a</div>', '<u>a</u>'],
    [
      'links have their own',
      '<p><a href="https://a.example/" style="text-decoration:underline">a</a></p>',
      '>a</a>',
    ],
    ['justified text', '<p style="text-align:justify">a</p>', 'text-align: justify'],
    ['justified by an attribute', '<p align="justify">a</p>', 'text-align: justify'],
    [
      'where a list begins, and how it counts',
      '<ol start="3" type="i"><li>a</li><li value="9">b</li></ol>',
      '<ol start="3" style="list-style-type: lower-roman"><li>a</li><li value="9">b</li></ol>',
    ],
    [
      'marks of a list',
      '<ul style="list-style-type:square"><li>a</li></ul>',
      '<ul style="list-style-type: square">',
    ],
    ['a time', '<p>at <time datetime="10:00">10:00</time> sharp</p>', 'at 10:00 sharp'],
    ['ruby', '<p><ruby>漢<rt>かん</rt></ruby></p>', '漢(かん)'],
    ['ruby with parentheses', '<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>', '漢(かん)'],
    ['unknown elements in a line', '<p>a <x-y>b</x-y> <blink>c</blink> d</p>', 'a b c d'],
    ['breaks at the edges', '<p><br>a<br><br></p>', '<br>a<br><br></p>'],
    ['lines and spaces of preformatted text', '<pre>x  y\n z</pre>', 'x&nbsp; y<br>&nbsp;z'],
    ['lines of text', '<p style="white-space:pre-line">a\nb</p>', 'a<br>b'],
    ['a language of words', '<p>a <span lang="fr">mot</span> b</p>', '<span lang="fr">mot</span>'],
    [
      'a direction of words',
      '<p>a <span dir="rtl" lang="he">שלום</span> b</p>',
      '<span lang="he" dir="rtl">',
    ],
    ['a paragraph from right to left', '<p dir="rtl">שלום</p>', 'direction: rtl; text-align: right'],
  ])('keep %s', (_name, cell, expected) => expect(contentOf(cell)).toContain(expected));

  test('one break at the end of a line is its end', () => {
    expect(contentOf('<p>a<br></p>')).not.toContain('<br>');
  });

  test('a line at one side stays there', () => {
    const [line] = importCell('<td style="padding:0"><hr align="right" width="200"></td>').content.blocks;
    expect(line).toMatchObject({
      children: [[{ type: 'divider', width: 'full', styles: { padding: { left: 400, right: 0 } } }]],
    });
  });

  test('items of a flex container stand beside each other', () => {
    const [row] = sectionsOf(
      '<td style="padding:0"><div style="display:flex"><div style="flex:1">a</div><div style="flex:2">b</div></div></td>',
    );
    expect(row).toMatchObject({ columns: '1-2', children: [[{}], [{}]] });
    const stack = sectionsOf(
      '<td><div style="display:flex;flex-direction:column"><div>a</div><div>b</div></div></td>',
    );
    expect(stack[0]?.columns).toBe('1');
  });

  test('white text on a picture that a column cannot have stays legible', () => {
    const row = '<td background="a.jpg" width="300"><p style="color:#fff">a</p></td><td width="300">b</td>';
    const { blocks } = importAll({
      format: 'html',
      body: `<table width="600"><tr>${row}</tr></table>`,
    }).content;
    expect(blocks[0]).toMatchObject({ columnStyles: [{ backgroundColor: '#222222' }, {}] });
  });
});

describe('languages and directions', () => {
  const GERMAN =
    'Die Presse läuft seit zwei Wochen, und die ersten Fässer sind voll. Wir freuen uns auf Ihren Besuch am Samstag.';

  test.each([
    ['from the text', `<html><body><p>${GERMAN}</p></body></html>`, { locale: 'de' }],
    ['as declared', `<html lang="fr"><body><p>${GERMAN}</p></body></html>`, { locale: 'fr' }],
    ['of a page from right to left', '<html><body dir="rtl"><p>שלום</p></body></html>', { direction: 'rtl' }],
  ])('are found %s', (_name, body, expected) => {
    expect(importAll({ format: 'html', body }).content.settings).toMatchObject(expected);
  });
});

describe('rows of MJML', () => {
  const columns = (...widths: string[]) =>
    importMjml(
      `<mj-section padding="20px 0">${widths.map((width) => `<mj-column width="${width}"><mj-text>x</mj-text></mj-column>`).join('')}</mj-section>`,
    ).content.blocks as SectionBlock[];

  test('columns wider than their row stand below each other', () => {
    expect(columns('100%', '50%', '50%')).toMatchObject([
      { columns: '1', styles: { padding: { top: 20, bottom: 0 } } },
      { columns: '2', styles: { padding: { top: 0, bottom: 20 } } },
    ]);
  });

  test('narrow columns stand in the middle', () => {
    expect(columns('400px')).toMatchObject([{ styles: { padding: sides(20, 100) } }]);
    expect(columns('33.33%', '33.33%', '33.33%')).toMatchObject([
      { columns: '3', styles: { padding: sides(20, 0) } },
    ]);
  });

  test('paragraphs have the space of their style', () => {
    const { content } = importMjml(
      '<mj-section><mj-column><mj-text><p style="margin:0">a</p><p style="margin:0">b</p></mj-text></mj-column></mj-section>',
    );
    expect(leavesOf(content)).toMatchObject([{ paragraphSpacing: 0 }]);
  });

  test('a line through the text of a component stays', () => {
    const { content } = importMjml(
      '<mj-section><mj-column><mj-text text-decoration="line-through">9 €</mj-text></mj-column></mj-section>',
    );
    expect(JSON.stringify(content)).toContain('<s>9 €</s>');
  });

  test('rules on the inner element of a component are rules on it', () => {
    const { content } = importMjml(
      '<mj-section><mj-column><mj-text css-class="x">a</mj-text></mj-column></mj-section>',
      '<mj-style inline="inline">.x div{color:#c00!important}</mj-style>',
    );
    expect(JSON.stringify(content)).toContain('#c00');
  });

  test('links without a color are blue, as in browsers', () => {
    const link =
      '<mj-section><mj-column><mj-text><a href="https://a.example/">a</a></mj-text></mj-column></mj-section>';
    expect(importMjml(link).content.settings.linkColor).toBe('#0000ee');
  });
});
