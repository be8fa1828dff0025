import { button, type Case, html, page, testCases, WRAPPER } from './accessibility-cases.ts';
import { HEADINGS } from './accessibility-heading-cases.ts';

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

const TABLES: Case[] = [
  { is: 'not rendered', rule: 'a11y.layout-table-role', expects: 'not measured' },
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
  {
    is: 'HTML with headers',
    rule: 'a11y.data-table-headers',
    blocks: [html('<table><tr><th>Bread</th></tr><tr><td>Rye</td></tr></table>')],
  },
  {
    is: 'HTML with a caption but no headers',
    rule: 'a11y.data-table-headers',
    blocks: [html('<table><caption>Prices</caption><tr><td>Rye</td><td>4.20</td></tr></table>')],
    expects: 'medium',
  },
];

const TARGETS: Case[] = [
  {
    is: 'high enough',
    rule: 'a11y.target-size',
    blocks: [button({ fontSize: 15, buttonPadding: { top: 13, bottom: 13 } })],
  },
  {
    is: 'a button of default sizes',
    rule: 'a11y.target-size',
    blocks: [button()],
  },
  {
    is: 'two pixels short',
    rule: 'a11y.target-size',
    blocks: [button({ buttonPadding: { top: 11, bottom: 11 } })],
    expects: 'low',
    names: '42 px',
    fixed: true,
  },
  {
    is: 'hard to hit',
    rule: 'a11y.target-size',
    blocks: [button({ fontSize: 12, buttonPadding: { top: 3, bottom: 3 } })],
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
  [...RENDERED, ...TABLES, ...HEADINGS, ...TARGETS],
  [
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
