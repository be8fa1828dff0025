import {
  button,
  type Case,
  html,
  paragraph,
  rendered,
  testCases,
  title,
  words,
} from './accessibility-cases.ts';

const page = (body: string, root = '<html lang="en" dir="ltr">', head = '<title>News</title>') =>
  rendered(`<!doctype html>${root}<head>${head}</head><body>${body}</body></html>`);
const WRAPPER = '<div lang="en" dir="ltr" style="background:#ffffff">Hello</div>';

const ARABIC = 'مرحبا بكم في مخبزنا، لدينا خبز جديد لعطلة نهاية الأسبوع ونود دعوتكم لزيارتنا';
const HEBREW = 'שלום לכולם, אפינו לחם חדש לסוף השבוע ונשמח להזמין אתכם לחנות שלנו';

const LANGUAGE: Case[] = [
  { is: 'a language', rule: 'a11y.lang' },
  {
    is: 'a language and a region, written with a low line',
    rule: 'a11y.lang',
    settings: { locale: 'de_AT' },
  },
  { is: 'none', rule: 'a11y.lang', settings: { locale: '' }, expects: 'high', at: [null] },
  { is: 'blank', rule: 'a11y.lang', settings: { locale: '  ' }, expects: 'high' },
  { is: 'undetermined', rule: 'a11y.lang', settings: { locale: 'und' }, expects: 'high', names: 'und' },
  { is: 'no tag', rule: 'a11y.lang', settings: { locale: 'en us!' }, expects: 'high', names: 'en us!' },
  { is: 'a name, not a tag', rule: 'a11y.lang', settings: { locale: 'english' }, expects: 'high' },
  { is: 'a tag of no language', rule: 'a11y.lang', settings: { locale: 'xx' }, expects: 'high' },
  { is: 'rendered with both', rule: 'a11y.lang', facts: page(WRAPPER) },
  {
    is: 'rendered without a language on the root',
    rule: 'a11y.lang',
    facts: page(WRAPPER, '<html>'),
    expects: 'high',
    names: 'root',
  },
  {
    is: 'rendered with one on the root only',
    rule: 'a11y.lang',
    facts: page('<div style="display:none">Preview</div><div>Hello</div>'),
    expects: 'high',
    names: 'body',
  },
  {
    is: 'rendered as undetermined',
    rule: 'a11y.lang',
    facts: page(WRAPPER, '<html lang="und">'),
    expects: 'high',
  },

  { is: 'left to right', rule: 'a11y.dir', blocks: [paragraph(`<p>${words(20)}</p>`)] },
  {
    is: 'Arabic as Arabic',
    rule: 'a11y.dir',
    settings: { locale: 'ar' },
    blocks: [paragraph(`<p>${ARABIC}</p>`)],
  },
  {
    is: 'Arabic as English',
    rule: 'a11y.dir',
    blocks: [paragraph(`<p>${ARABIC}</p>`)],
    expects: 'high',
    at: [null],
  },
  {
    is: 'English as Hebrew',
    rule: 'a11y.dir',
    settings: { locale: 'he' },
    blocks: [paragraph(`<p>${words(20)}</p>`)],
    expects: 'high',
  },
  { is: 'a name in Hebrew', rule: 'a11y.dir', blocks: [paragraph(`<p>${words(20)} שלום</p>`)] },
  {
    is: 'Hebrew laid out from left to right',
    rule: 'a11y.dir',
    settings: { locale: 'he' },
    blocks: [paragraph(`<p>${HEBREW}</p>`), html(`<div dir="ltr">${HEBREW}</div>`)],
    expects: 'high',
    at: ['h'],
  },
  {
    is: 'an address laid out from left to right',
    rule: 'a11y.dir',
    settings: { locale: 'he' },
    blocks: [
      paragraph(`<p>${HEBREW}</p>`),
      html('<div dir="ltr">https://example.com/en/a/long/address</div>'),
    ],
  },
  { is: 'rendered with a direction', rule: 'a11y.dir', facts: page(WRAPPER) },
  {
    is: 'rendered without one',
    rule: 'a11y.dir',
    facts: page('<div lang="en">Hello</div>'),
    expects: 'medium',
  },
  {
    is: 'Arabic rendered from left to right',
    rule: 'a11y.dir',
    settings: { locale: 'ar' },
    facts: page('<div lang="ar" dir="ltr">Hello</div>'),
    expects: 'high',
  },
];

const RENDERED: Case[] = [
  { is: 'not rendered', rule: 'a11y.title', expects: 'not measured' },
  { is: 'a title', rule: 'a11y.title', facts: page(WRAPPER) },
  {
    is: 'an empty title',
    rule: 'a11y.title',
    facts: page('', '<html>', '<title>&nbsp; </title>'),
    expects: 'medium',
  },
  {
    is: 'the title of a drawing',
    rule: 'a11y.title',
    facts: page('<svg><title>Logo</title></svg>', '<html>', ''),
    expects: 'medium',
  },

  { is: 'not rendered', rule: 'a11y.zoom-blocked', expects: 'not measured' },
  {
    is: 'as wide as the screen',
    rule: 'a11y.zoom-blocked',
    facts: page('', '<html>', '<meta name="viewport" content="width=device-width, initial-scale=1">'),
  },
  {
    is: 'enlarged up to five times',
    rule: 'a11y.zoom-blocked',
    facts: page('', '<html>', '<meta name="viewport" content="width=device-width, maximum-scale=5">'),
  },
  ...['user-scalable=no', 'user-scalable=0', 'maximum-scale=1', 'maximum-scale=1.9'].map(
    (content): Case => ({
      is: content,
      rule: 'a11y.zoom-blocked',
      facts: page('', '<html>', `<meta name="viewport" content="width=device-width, ${content}">`),
      expects: 'high',
      names: content,
    }),
  ),

  { is: 'not rendered', rule: 'a11y.vml-alt', expects: 'not measured' },
  { is: 'nothing drawn', rule: 'a11y.vml-alt', facts: page(WRAPPER) },
  {
    is: 'a picture with a text',
    rule: 'a11y.vml-alt',
    facts: page('<!--[if mso]><v:rect alt=""><v:fill src="https://x.example/a.png" /></v:rect><![endif]-->'),
  },
  {
    is: 'a picture without one',
    rule: 'a11y.vml-alt',
    facts: page(
      '<!--[if mso]><v:rect fill="t"><v:fill src="https://x.example/a.png" /></v:rect><![endif]-->',
    ),
    expects: 'medium',
  },
  {
    is: 'a button of one color',
    rule: 'a11y.vml-alt',
    facts: page('<!--[if mso]><v:roundrect fillcolor="#333"><w:anchorlock/></v:roundrect><![endif]-->'),
  },
  {
    is: 'a link in a text box',
    rule: 'a11y.vml-alt',
    facts: page('<v:rect><v:textbox><p><a href="https://x.example/">News</a></p></v:textbox></v:rect>'),
    expects: 'medium',
    names: 'keyboard',
  },
];

const cells = (...texts: string[]) => ({ cells: texts.map((content) => ({ content })) });
const table = (rows: unknown[], more = {}) => ({
  type: 'table',
  id: 'x',
  rows,
  hasHeaderRow: false,
  ...more,
});
const DATA = [cells('Bread', 'Price'), cells('Rye', '4.20 €'), cells('Wheat', '3.90 €')];
const LAYOUT = '<table><tr><td>Left</td><td>Right</td></tr></table>';
const WITH_HEADERS = '<table><tr><th>Bread</th></tr><tr><td>Rye</td></tr></table>';

const TABLES: Case[] = [
  { is: 'a table of the renderer', rule: 'a11y.layout-table-role', blocks: [table(DATA)] },
  { is: 'a layout table the renderer marks', rule: 'a11y.layout-table-role', blocks: [html(LAYOUT)] },
  {
    is: 'a layout table beside one with headers',
    rule: 'a11y.layout-table-role',
    blocks: [html(LAYOUT + WITH_HEADERS)],
    expects: 'high',
    at: ['h'],
    fixed: true,
  },
  {
    is: 'a marked layout table beside one with headers',
    rule: 'a11y.layout-table-role',
    blocks: [html(LAYOUT.replace('<table', '<table role="none"') + WITH_HEADERS)],
  },
  {
    is: 'rendered, all marked',
    rule: 'a11y.layout-table-role',
    facts: page('<table role="presentation"></table>'),
  },
  {
    is: 'rendered, one for Outlook not marked',
    rule: 'a11y.layout-table-role',
    facts: page(
      '<!--[if mso | IE]><table width="600"><tr><td><![endif]--><table role="none"><tr><td><table role="presentation"><tr><th>1</th></tr></table></td></tr></table><!--[if mso | IE]></td></tr></table><![endif]-->',
    ),
    expects: 'high',
    at: [null],
    names: '1 tables',
  },
  {
    is: 'rendered, with headers',
    rule: 'a11y.layout-table-role',
    facts: page('<table><tr><th scope="col">Bread</th></tr></table>'),
  },

  { is: 'a header row', rule: 'a11y.data-table-headers', blocks: [table(DATA, { hasHeaderRow: true })] },
  {
    is: 'names above figures, but no header row',
    rule: 'a11y.data-table-headers',
    blocks: [table(DATA)],
    expects: 'medium',
    fixed: true,
  },
  {
    is: 'figures from the first row',
    rule: 'a11y.data-table-headers',
    blocks: [table(DATA.slice(1))],
    expects: 'medium',
    fixed: false,
  },
  {
    is: 'names that would be lost on the background of headers',
    rule: 'a11y.data-table-headers',
    blocks: [table(DATA, { headerBackgroundColor: '#222222' })],
    expects: 'medium',
    fixed: false,
  },
  { is: 'one row', rule: 'a11y.data-table-headers', blocks: [table([cells('Rye', '4.20 €')])] },
  { is: 'one column', rule: 'a11y.data-table-headers', blocks: [table([cells('Rye'), cells('Wheat')])] },
  {
    is: 'an empty header row',
    rule: 'a11y.data-table-headers',
    blocks: [table([cells('', '<p></p>'), ...DATA], { hasHeaderRow: true })],
    expects: 'medium',
    names: 'empty',
  },
  {
    is: 'a header row without cells, which is left out',
    rule: 'a11y.data-table-headers',
    blocks: [table([cells(), ...DATA], { hasHeaderRow: true })],
    expects: 'medium',
  },
  { is: 'HTML with headers', rule: 'a11y.data-table-headers', blocks: [html(WITH_HEADERS)] },
  {
    is: 'HTML with a caption but no headers',
    rule: 'a11y.data-table-headers',
    blocks: [html('<table><caption>Prices</caption><tr><td>Rye</td><td>4.20</td></tr></table>')],
    expects: 'medium',
  },
];

const HEADINGS: Case[] = [
  {
    is: 'a long mail with one',
    rule: 'a11y.heading-missing',
    blocks: [title('News'), paragraph(`<p>${words(120)}</p>`)],
  },
  { is: '100 words without', rule: 'a11y.heading-missing', blocks: [paragraph(`<p>${words(100)}</p>`)] },
  {
    is: '101 words without',
    rule: 'a11y.heading-missing',
    blocks: [paragraph(`<p>${words(101)}</p>`)],
    expects: 'medium',
    at: [null],
  },
  {
    is: 'one in rich text',
    rule: 'a11y.heading-missing',
    blocks: [paragraph(`<h2>News</h2><p>${words(120)}</p>`)],
  },
  {
    is: 'an empty title, which is left out',
    rule: 'a11y.heading-missing',
    blocks: [title(' '), paragraph(`<p>${words(101)}</p>`)],
    expects: 'medium',
  },

  { is: 'a text', rule: 'a11y.heading-empty', blocks: [title('News')] },
  { is: 'a merge tag', rule: 'a11y.heading-empty', blocks: [title('{{ headline }}')] },
  {
    is: 'a title without one',
    rule: 'a11y.heading-empty',
    blocks: [title('<p></p>'), paragraph('<p>Hello</p>')],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'nothing but such a title',
    rule: 'a11y.heading-empty',
    blocks: [title('')],
    expects: 'high',
    fixed: false,
  },
  {
    is: 'HTML without one',
    rule: 'a11y.heading-empty',
    blocks: [html('<h2><span></span></h2><p>Hello</p>')],
    expects: 'high',
    at: ['h'],
  },
  {
    is: 'a picture with a text',
    rule: 'a11y.heading-empty',
    blocks: [html('<h1><img src="a.png" alt="News"></h1>')],
  },

  {
    is: 'one after the other',
    rule: 'a11y.heading-skip',
    blocks: [title('A', 1, 'a'), title('B', 2, 'b'), title('C', 3, 'c')],
  },
  {
    is: 'back up',
    rule: 'a11y.heading-skip',
    blocks: [title('A', 1, 'a'), title('B', 2, 'b'), title('C', 1, 'c')],
  },
  { is: 'the first one is of level 3', rule: 'a11y.heading-skip', blocks: [title('A', 3, 'a')] },
  {
    is: 'from 1 to 3',
    rule: 'a11y.heading-skip',
    blocks: [title('A', 1, 'a'), title('B', 3, 'b')],
    expects: 'medium',
    at: ['b'],
    fixed: true,
  },
  {
    is: 'from 1 to 3, with 4 below',
    rule: 'a11y.heading-skip',
    blocks: [
      title('A', 1, 'a'),
      title('B', 3, 'b'),
      title('C', 4, 'c'),
      title('D', 3, 'd'),
      title('E', 2, 'e'),
    ],
    expects: 'medium',
    at: ['b'],
    fixed: true,
  },
  {
    is: 'twice',
    rule: 'a11y.heading-skip',
    blocks: [title('A', 1, 'a'), title('B', 3, 'b'), title('C', 1, 'c'), title('D', 4, 'd')],
    expects: ['medium', 'medium'],
    at: ['b', 'd'],
    fixed: true,
  },
  {
    is: 'an empty title between, which is left out',
    rule: 'a11y.heading-skip',
    blocks: [title('A', 1, 'a'), title('', 2, 'b'), title('C', 3, 'c')],
    expects: 'medium',
    at: ['c'],
  },
  {
    is: 'in rich text',
    rule: 'a11y.heading-skip',
    blocks: [title('A', 1, 'a'), paragraph('<h3 style="color: #222222">B</h3><p>Hello</p>')],
    expects: 'medium',
    at: ['p'],
    fixed: true,
  },

  { is: 'one', rule: 'a11y.heading-multi-h1', blocks: [title('A', 1)] },
  {
    is: 'three',
    rule: 'a11y.heading-multi-h1',
    blocks: [title('A', 1, 'a'), title('B', 1, 'b'), html('<h1>C</h1>'), title('D', 2, 'd')],
    expects: ['low', 'low'],
    at: ['b', 'h'],
    fixed: true,
  },

  {
    is: 'large and bold above a text',
    rule: 'a11y.fake-heading',
    blocks: [
      paragraph(
        '<p><strong><span style="font-size: 20px">Our new bread</span></strong></p><p>It is good.</p>',
      ),
    ],
    expects: 'low',
    names: 'Our new bread',
  },
  {
    is: 'a heading',
    rule: 'a11y.fake-heading',
    blocks: [paragraph('<h2>Our new bread</h2><p>It is good.</p>')],
  },
  {
    is: '19 px',
    rule: 'a11y.fake-heading',
    blocks: [paragraph('<p><b><span style="font-size:19px">Our new bread</span></b></p><p>It is good.</p>')],
  },
  {
    is: 'a sentence',
    rule: 'a11y.fake-heading',
    blocks: [paragraph('<p style="font-size:22px"><b>Our bread is new.</b></p><p>It is good.</p>')],
  },
  {
    is: 'bold in part',
    rule: 'a11y.fake-heading',
    blocks: [paragraph('<p style="font-size:22px">Our <b>new</b> bread</p><p>It is good.</p>')],
  },
  {
    is: 'nothing below it',
    rule: 'a11y.fake-heading',
    blocks: [paragraph('<p style="font-size:32px"><b>4.20 EUR only</b></p>')],
  },
];

const TARGETS: Case[] = [
  {
    is: 'high enough',
    rule: 'a11y.target-size',
    blocks: [button({ fontSize: 15, buttonPadding: { top: 13, bottom: 13 } })],
  },
  {
    is: 'two pixels short',
    rule: 'a11y.target-size',
    blocks: [button()],
    expects: 'low',
    names: '42 px',
    fixed: true,
  },
  {
    is: 'hard to hit',
    rule: 'a11y.target-size',
    blocks: [button({ fontSize: 12, buttonPadding: { top: 4, bottom: 4 } })],
    expects: 'medium',
    fixed: true,
  },
  { is: 'without a label: left out', rule: 'a11y.target-size', blocks: [button({ text: ' ' })] },
  {
    is: 'shown nowhere',
    rule: 'a11y.target-size',
    blocks: [button({ visibility: { desktop: false, mobile: false } })],
  },
];

testCases(
  [...LANGUAGE, ...RENDERED, ...TABLES, ...HEADINGS, ...TARGETS],
  [
    'a11y.lang',
    'a11y.dir',
    'a11y.title',
    'a11y.zoom-blocked',
    'a11y.vml-alt',
    'a11y.layout-table-role',
    'a11y.data-table-headers',
    'a11y.heading-missing',
    'a11y.heading-empty',
    'a11y.heading-skip',
    'a11y.heading-multi-h1',
    'a11y.fake-heading',
    'a11y.target-size',
  ],
);
