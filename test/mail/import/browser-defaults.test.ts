import { describe, expect, test } from 'bun:test';
import type { SectionBlock } from '../../../src/mail/model/index.ts';
import { importAll, leavesOf } from './importing.ts';

const html = (body: string, start = '<body style="margin:0">') =>
  importAll({ format: 'html', body: `<!doctype html><html>${start}${body}</body></html>` }).content;
const sectionsOf = (body: string) => html(body).blocks as SectionBlock[];
/** A mail of 600 pixels without space between and in its cells. */
const mail = (cell: string) =>
  sectionsOf(`<table width="600" align="center" cellpadding="0" cellspacing="0"><tr>${cell}</tr></table>`);

/** Space between the edge of the mail and the text, in pixels. */
function spaceOf([section]: readonly SectionBlock[]) {
  const leaf = section?.children[0]?.[0];
  const sum = (side: 'top' | 'left') =>
    (section?.styles.padding[side] ?? 0) + (leaf?.styles.padding[side] ?? 0);
  return { top: sum('top'), left: sum('left') };
}

describe('tables', () => {
  const space = (attributes: string, cell = '<td>') =>
    spaceOf(mail(`<td><table width="100%" ${attributes}><tr>${cell}In</td></tr></table></td>`));

  test.each([
    ['without attributes', '', { top: 3, left: 3 }],
    ['with padding of cells', 'cellpadding="10"', { top: 12, left: 12 }],
    ['with space between cells', 'cellspacing="7"', { top: 8, left: 8 }],
    ['with cells that join', 'style="border-collapse:collapse"', { top: 1, left: 1 }],
    ['with a spacing of CSS', 'cellspacing="7" style="border-spacing:0"', { top: 1, left: 1 }],
    ['with none of both', 'cellpadding="0" cellspacing="0"', { top: 0, left: 0 }],
  ])('%s', (_, attributes, expected) => {
    expect(space(attributes)).toEqual(expected);
  });

  test('a style of the cell is stronger', () => {
    expect(space('cellpadding="10"', '<td style="padding:0">')).toEqual({ top: 2, left: 2 });
  });

  test('rows have the space of the table between them', () => {
    const rows = '<tr><td><p style="margin:0">a</p></td></tr><tr><td><p style="margin:0">b</p></td></tr>';
    const [section] = mail(`<td><table width="100%" cellpadding="0" cellspacing="9">${rows}</table></td>`);
    expect(section?.children[0]).toMatchObject([{}, { styles: { padding: { top: 9 } } }]);
  });

  test('cells without widths are as wide in all rows of a table', () => {
    const row = (text: string) => `<tr><td><img src="a.png" width="40"></td><td>${text}</td></tr>`;
    const rows = row('Short') + row('A text that is a good deal longer than the other one');
    const [one, other] = mail(`<td><table width="100%" cellpadding="0" cellspacing="0">${rows}</table></td>`);
    expect(one?.columnWidths).toBeDefined();
    expect(one?.columnWidths).toEqual(other?.columnWidths as number[]);
  });
});

test('headings without a size are as large as in browsers', () => {
  const sizes = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => {
    const [leaf] = leavesOf(html(`<${name}>A</${name}>`));
    return /font-size: ([\d.]+)px/.exec(String(leaf?.content))?.[1] ?? leaf?.level;
  });
  expect(sizes).toEqual(['32', '24', '18.72', '16', '13.28', '10.72']);
});

test('bold words of a heading that is not bold stay bold', () => {
  const [title] = leavesOf(html('<h2 style="font-weight:400">Ride <strong>details</strong></h2>'));
  expect(title?.content).toContain('font-weight: normal');
  expect(title?.content).toContain('<strong>details</strong>');
});

test('a mail without a font has that of browsers', () => {
  expect(html('<p>a</p>').settings.fontFamily).toContain('Times');
  expect(html('<p>a</p>', '<body style="font-family:Georgia">').settings.fontFamily).toBe('Georgia');
});

describe('lines without text', () => {
  const heights = (cell: string) =>
    mail(cell).flatMap(({ children }) =>
      children.flat().map((leaf) => (leaf.type === 'spacer' ? leaf.height : leaf.type)),
    );

  test.each([
    ['of no height', '<td style="line-height:0;font-size:0;height:0">&nbsp;</td>', []],
    [
      'of no height, below a text',
      '<td>a</td></tr><tr><td style="line-height:0;font-size:0">&nbsp;</td>',
      ['paragraph'],
    ],
    [
      'of a height, with letters of none',
      '<td style="line-height:8px;font-size:0" height="8">&nbsp;</td>',
      [8],
    ],
    ['that are two breaks', '<td style="line-height:20px"><br>\n<br></td>', [40]],
  ])('%s', (_, cell, expected) => {
    expect(heights(cell) as unknown[]).toEqual(expected);
  });
});

describe('pages without a width', () => {
  test('are as wide as a usual window, with the margin of the page', () => {
    const content = html('<p style="margin:0">a</p>', '<body>');
    expect(content.settings.width).toBe(700);
    expect(spaceOf(content.blocks as SectionBlock[])).toEqual({ top: 8, left: 8 });
  });

  test('the body can have one', () => {
    expect(html('<p>a</p>', '<body style="max-width:560px">').settings.width).toBe(560);
  });
});

test('a band has the lines of its box', () => {
  const cell = '<td style="background:#cce5ff;border:1px solid #b8daff;padding:12px">a</td>';
  const [band] = sectionsOf(`<table width="100%" cellspacing="0"><tr>${cell}</tr></table>`);
  expect(band).toMatchObject({
    wrapper: { backgroundColor: '#cce5ff' },
    border: { top: { width: 1, color: '#b8daff' }, left: { width: 1 } },
  });
});

test('a tinted box below other rows of a card is not as wide as the card', () => {
  const box =
    '<table width="100%"><tr><td style="background:#f7f7f7;padding:20px"><p>a</p><p>b</p></td></tr></table>';
  const rows = `<tr><td><h2>Head</h2></td></tr><tr><td style="padding:0 40px 24px">${box}<p>c</p></td></tr>`;
  const sections = mail(`<td><table width="100%" style="border:1px solid #e5e5e5">${rows}</table></td>`);
  expect(sections).toMatchObject([{}, { columnStyles: [{ backgroundColor: '#f7f7f7' }] }, {}]);
});

test('columns of one color have it as a row, as high as the highest', () => {
  const cells = '<td style="background:#eeeeee">a</td><td style="background:#eeeeee">b<br>c</td>';
  const [section] = mail(cells);
  expect(section).toMatchObject({ styles: { backgroundColor: '#eeeeee' }, columns: '2' });
  expect(section?.columnStyles).toBeUndefined();
});

describe('rows of more columns than sections have', () => {
  const pictures = [1, 2, 3, 4, 5].map(
    (n) => `<td class="c"><a href="x${n}"><img src="${n}.png" width="32"></a></td>`,
  );
  const head = '<style>@media (max-width:480px){.c{display:block}}</style>';
  const typesOf = (cells: string) =>
    leavesOf(html(`${head}<table width="600"><tr>${cells}</tr></table>`)).map(({ type }) => type);

  test('of pictures stay one row', () => {
    expect(typesOf(pictures.join(''))).toEqual(['html']);
  });

  test('that stay side by side on phones stay one row', () => {
    const [leaf] = leavesOf(
      html(
        '<table width="600" cellpadding="4"><tr><td>1</td><td>Tea</td><td><img src="a.png" width="20"></td><td>$2</td></tr></table>',
      ),
    );
    expect(leaf?.type).toBe('html');
    expect(leaf?.content).toMatch(/<table width="100%" cellpadding="4"><tr>.*\$2<\/td><\/tr><\/table>/);
  });

  test('that stack on phones become several', () => {
    const cells = ['a', 'b', 'c', 'd'].map(
      (text) => `<td class="c"><p>${text}</p><img src="${text}.png" width="99"></td>`,
    );
    expect(typesOf(cells.join(''))).not.toContain('html');
  });
});

test('space around the cells of a button is space around the button', () => {
  const link = '<a href="x" style="background:#22bc66;padding:10px 20px;display:block;color:#fff">Go</a>';
  const [section] = mail(
    `<td><table cellpadding="0" style="border-spacing:10px"><tr><td>${link}</td></tr></table></td>`,
  );
  expect(section?.children[0]?.[0]?.styles.padding).toMatchObject({ top: 10, bottom: 10 });
});

test('a white card in a gray box on a white page stays white', () => {
  const card = '<div style="background:#ffffff;border:1px solid #dddddd;margin:0 3%"><p>a</p><p>b</p></div>';
  const body = `<table width="600" align="center" cellspacing="0" cellpadding="0" bgcolor="#f4f4f4"><tr><td>${card}</td></tr></table>`;
  const [section] = sectionsOf(body);
  expect(section).toMatchObject({
    styles: { backgroundColor: '#f4f4f4', padding: { left: 18, right: 18 } },
    columnStyles: [{ backgroundColor: '#ffffff' }],
  });
});

test('the padding of a link that is a button takes no room above and below its line', () => {
  const topOf = (display: string) => {
    const link = `<a href="x" style="background:#22bc66;color:#fff;padding:12px 20px;${display}">Go</a>`;
    return mail(`<td><p style="margin:30px 0">${link}</p></td>`)[0]?.children[0]?.[0]?.styles.padding.top;
  };
  expect(topOf('')).toBe(18);
  expect(topOf('display:inline-block')).toBe(30);
});

test.each([
  ['<!doctype html>', 4],
  [
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    4,
  ],
  [
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    0,
  ],
  ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', 0],
  ['', 0],
])('lines of pictures have room for letters below in standards mode: %s', (doctype, room) => {
  const body = `${doctype}<body style="margin:0"><div><img src="a.png" width="100"></div></body>`;
  const { content } = importAll({ format: 'html', body });
  const [section] = content.blocks as SectionBlock[];
  expect(section?.children[0]?.[0]?.styles.padding.bottom).toBe(room);
});

test.each([
  ['<!DOCTYPE html>', true],
  ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">', false],
  [
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
    true,
  ],
])('tables inherit the size of text, except in pages of old: %s', (doctype, inherits) => {
  const body = `${doctype}<body><div style="font-size:12px"><table width="600"><tr><td>a</td></tr></table></div></body>`;
  const { content } = importAll({ format: 'html', body });
  expect(String(leavesOf(content)[0]?.content).includes('12px')).toBe(inherits);
});
