import { button, type Case, html, on, paragraph, testCases, title } from './accessibility-cases.ts';

const colored = (color: string, text = 'Fresh bread today') =>
  `<p><span style="color: ${color}">${text}</span></p>`;

const clock = (fields: object) => ({
  type: 'countdown',
  id: 'c',
  targetDate: '2031-05-01T18:00:00',
  ...fields,
});

const TEXT: Case[] = [
  {
    is: 'as the mail comes',
    rule: 'a11y.contrast',
    blocks: [paragraph('<p>Fresh bread</p>'), title('News')],
  },
  { is: '4.54 on white', rule: 'a11y.contrast', blocks: [paragraph(colored('#767676'))] },
  {
    is: '4.48 on white',
    rule: 'a11y.contrast',
    blocks: [paragraph(colored('#777777'))],
    expects: 'medium',
    names: '4.47:1',
    fixed: true,
  },
  {
    is: 'under 3',
    rule: 'a11y.contrast',
    blocks: [paragraph(colored('#959595'))],
    expects: 'high',
    fixed: true,
  },
  {
    is: '3.1 in large letters',
    rule: 'a11y.contrast',
    blocks: [paragraph(`<p style="font-size:24px;color:#929292">Fresh bread</p>`)],
  },
  {
    is: '3.1 in letters of 23 px',
    rule: 'a11y.contrast',
    blocks: [paragraph(`<p style="font-size:23px;color:#929292">Fresh bread</p>`)],
    expects: 'medium',
  },
  {
    is: '3.1 in bold letters of 18.66 px',
    rule: 'a11y.contrast',
    blocks: [paragraph(`<p style="font-size:18.66px;color:#929292"><b>Fresh bread</b></p>`)],
  },
  {
    is: '3.1 in a title of level 4, which is not large',
    rule: 'a11y.contrast',
    blocks: [{ ...title('Fresh bread', 4), color: '#929292' }],
    expects: 'medium',
    at: ['t'],
    fixed: true,
  },
  {
    is: '3.1 in a title of level 3',
    rule: 'a11y.contrast',
    blocks: [{ ...title('Fresh bread', 3), color: '#929292' }],
  },
  {
    is: 'a title in the color of the mail',
    rule: 'a11y.contrast',
    settings: { textColor: '#aaaaaa' },
    blocks: [title('Fresh bread'), paragraph('<p>Hello</p>')],
    expects: ['high', 'high'],
    at: ['t', 'p'],
    fixed: true,
  },
  {
    is: 'links in the color of the mail',
    rule: 'a11y.contrast',
    settings: { linkColor: '#7fb0ff' },
    blocks: [paragraph('<p>See <a href="https://example.com/">our bread</a> now</p>')],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'dark text on a dark block',
    rule: 'a11y.contrast',
    blocks: [paragraph('<p>Fresh bread</p>', on('#123c2a')), paragraph('<p>On white</p>', { id: 'w' })],
    expects: 'high',
    at: ['p'],
    fixed: true,
  },
  {
    is: 'dark text on a dark section',
    rule: 'a11y.contrast',
    blocks: [
      {
        type: 'section',
        id: 's',
        ...on('#123c2a'),
        children: [[title('Fresh bread'), paragraph('Bare text')]],
      },
      paragraph('<p>On white</p>', { id: 'w' }),
    ],
    expects: ['high', 'high'],
    at: ['t', 'p'],
    fixed: true,
  },
  {
    is: 'in the band around a section',
    rule: 'a11y.contrast',
    blocks: [
      {
        type: 'section',
        id: 's',
        wrapper: { backgroundColor: '#000000' },
        children: [[paragraph(colored('#ffffff'))]],
      },
    ],
  },
  {
    is: 'a color one sees through',
    rule: 'a11y.contrast',
    blocks: [paragraph(colored('rgba(0, 0, 0, 0.3)'))],
    expects: 'high',
    names: '#b2b2b2',
    fixed: false,
  },
  {
    is: 'a color that is a merge tag',
    rule: 'a11y.contrast',
    blocks: [paragraph(colored('{{ color }}'))],
    expects: 'not measured',
  },
  {
    is: 'a background that is a merge tag',
    rule: 'a11y.contrast',
    blocks: [paragraph(colored('#ffffff'), on('{{ color }}'))],
    expects: 'not measured',
  },
  {
    is: 'a merge tag beside a color',
    rule: 'a11y.contrast',
    blocks: [paragraph(colored('{{ color }}') + colored('#cccccc'))],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'what is hidden',
    rule: 'a11y.contrast',
    blocks: [html('<div style="display:none;color:#ffffff">Bread</div><p>Cake</p>')],
  },
  { is: 'a sign', rule: 'a11y.contrast', blocks: [paragraph(`${colored('#dddddd', '|')}<p>Bread</p>`)] },
  {
    is: 'a table',
    rule: 'a11y.contrast',
    blocks: [
      {
        type: 'table',
        id: 'x',
        color: '#999999',
        rows: [{ cells: [{ content: 'Bread' }, { content: 'Cake' }] }],
      },
    ],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'the header of a table',
    rule: 'a11y.contrast',
    blocks: [
      {
        type: 'table',
        id: 'x',
        headerBackgroundColor: '#333333',
        rows: [
          { cells: [{ content: 'Bread' }] },
          { cells: [{ content: '<span style="color: #222222">Rye</span>' }] },
        ],
      },
    ],
    expects: 'high',
    names: '#333333',
  },
  {
    is: 'menu items with colors of their own',
    rule: 'a11y.contrast',
    blocks: [
      {
        type: 'menu',
        id: 'm',
        linkColor: '#bbbbbb',
        items: [
          { text: 'Bread', url: 'https://example.com/b' },
          { text: 'Cake', url: 'https://example.com/c', color: '#cccccc' },
          { text: 'Rye', url: 'https://example.com/r', color: '#222222' },
        ],
      },
    ],
    expects: ['high', 'high'],
    fixed: true,
  },
  { is: 'a clock as it comes', rule: 'a11y.contrast', blocks: [clock({})] },
  {
    is: 'a clock with grey labels',
    rule: 'a11y.contrast',
    blocks: [clock({ labelColor: '#9ca3af', digitColor: '#808080' })],
    expects: 'high',
    names: 'labels',
    fixed: true,
  },
  {
    is: 'a clock without labels',
    rule: 'a11y.contrast',
    blocks: [clock({ labelColor: '#9ca3af', labelFontSize: 0 })],
  },
  {
    is: 'a clock without a date: left out',
    rule: 'a11y.contrast',
    blocks: [clock({ digitColor: '#ffffff', targetDate: '' })],
  },
  {
    is: 'digits of a clock that are not seen',
    rule: 'a11y.contrast',
    blocks: [clock({ digitColor: '#222222', backgroundColor: '#111111', labelColor: '{{ color }}' })],
    expects: 'high',
    names: 'digits',
    fixed: true,
  },
  {
    is: 'over a picture with a color',
    rule: 'a11y.contrast',
    blocks: [
      html('<div style="background:#101010 url(https://x.example/a.png);color:#ffffff">Fresh bread</div>'),
    ],
  },
  {
    is: 'over a picture with a color it is lost on',
    rule: 'a11y.contrast',
    blocks: [
      html('<div style="background:#eeeeee url(https://x.example/a.png);color:#ffffff">Fresh bread</div>'),
    ],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'over a picture without a color',
    rule: 'a11y.contrast',
    blocks: [
      html('<div style="background-image:url(https://x.example/a.png);color:#ffffff">Fresh bread</div>'),
    ],
    expects: 'medium',
    names: 'cannot be verified',
    fixed: false,
  },
  {
    is: 'old markup',
    rule: 'a11y.contrast',
    blocks: [
      html('<table bgcolor="#222222"><tr><td><font color="#444444">Fresh bread</font></td></tr></table>'),
    ],
    expects: 'high',
    fixed: true,
  },
  {
    is: 'one color on two backgrounds, with nothing between',
    rule: 'a11y.contrast',
    blocks: [
      html(
        '<div style="color:#777777"><p style="background:#000000">Fresh bread</p><p style="background:#ffffff">Fresh cake</p></div>',
      ),
    ],
    expects: 'medium',
    fixed: false,
  },
];

const BUTTONS: Case[] = [
  { is: 'as it comes', rule: 'a11y.button-contrast', blocks: [button()] },
  {
    is: 'a label one can read',
    rule: 'a11y.button-contrast',
    blocks: [button({ backgroundColor: '#0b57d0' })],
  },
  {
    is: 'a label one cannot read',
    rule: 'a11y.button-contrast',
    blocks: [button({ backgroundColor: '#f34949', textColor: '#ffffff' })],
    expects: 'high',
    names: 'Order a loaf',
    fixed: true,
  },
  {
    is: 'both wrong',
    rule: 'a11y.button-contrast',
    blocks: [button({ backgroundColor: '#f3a333', textColor: '#ffffff' })],
    expects: ['high', 'low'],
    fixed: true,
  },
  {
    is: 'a fill that hardly stands out',
    rule: 'a11y.button-contrast',
    blocks: [button({ backgroundColor: '#ffe8a3', textColor: '#1a1a1a' })],
    expects: 'low',
    fixed: true,
  },
  {
    is: 'a fill that is not to be seen',
    rule: 'a11y.button-contrast',
    blocks: [button({ backgroundColor: '#ffffff', textColor: '#1a1a1a' })],
    expects: 'low',
    fixed: false,
  },
  {
    is: 'on a dark block',
    rule: 'a11y.button-contrast',
    blocks: [button({ backgroundColor: '#ffffff', textColor: '#1a1a1a', ...on('#123c2a') })],
  },
  {
    is: 'a large label of 3.5',
    rule: 'a11y.button-contrast',
    blocks: [button({ backgroundColor: '#f34949', textColor: '#ffffff', fontSize: 19 })],
  },
  {
    is: 'a color that is a merge tag',
    rule: 'a11y.button-contrast',
    blocks: [button({ backgroundColor: '{{ brand }}' })],
    expects: 'not measured',
  },
];

const inText = (style: string, around = '') =>
  `<p${around}>Come and see <a href="https://example.com/"${style}>our bread</a> today</p>`;

const LINKS: Case[] = [
  { is: 'underlined', rule: 'a11y.link-distinguish', blocks: [paragraph(inText(''))] },
  {
    is: 'without a line, in the color of the text',
    rule: 'a11y.link-distinguish',
    settings: { linkUnderline: false },
    blocks: [paragraph(inText(''))],
    expects: 'medium',
    names: 'our bread',
    fixed: true,
  },
  {
    is: 'without a line, in a color close by',
    rule: 'a11y.link-distinguish',
    blocks: [paragraph(inText(' style="text-decoration: none; color: #00277a"'))],
    expects: 'medium',
    fixed: true,
  },
  {
    is: 'both without a line',
    rule: 'a11y.link-distinguish',
    settings: { linkUnderline: false },
    blocks: [paragraph(inText('') + inText(' style="text-decoration:none"'))],
    expects: 'medium',
    fixed: true,
  },
  {
    is: 'without a line, in a color of 3.7 to the text',
    rule: 'a11y.link-distinguish',
    blocks: [paragraph(inText(' style="text-decoration: none; color: #0073e6"', ' style="color:#111111"'))],
  },
  {
    is: 'bold',
    rule: 'a11y.link-distinguish',
    settings: { linkUnderline: false },
    blocks: [paragraph(inText(' style="font-weight:bold"'))],
  },
  {
    is: 'on its own',
    rule: 'a11y.link-distinguish',
    settings: { linkUnderline: false },
    blocks: [paragraph('<p><a href="https://example.com/">our bread</a></p>')],
  },
  {
    is: 'a menu',
    rule: 'a11y.link-distinguish',
    blocks: [{ type: 'menu', id: 'm', items: [{ text: 'Bread', url: 'https://example.com/b' }] }],
  },
  {
    is: 'in HTML',
    rule: 'a11y.link-distinguish',
    blocks: [html(inText(' style="color:#1a1a1a;text-decoration:none"'))],
    expects: 'medium',
    fixed: true,
  },
];

const DARK: Case[] = [
  {
    is: 'as it comes',
    rule: 'a11y.dark-contrast',
    blocks: [title('News'), paragraph('<p>Bread</p>'), button()],
  },
  { is: 'just enough by day', rule: 'a11y.dark-contrast', blocks: [paragraph(colored('#767676'))] },
  {
    is: 'not enough by day: another rule',
    rule: 'a11y.dark-contrast',
    blocks: [paragraph(colored('#aaaaaa'))],
  },
  {
    is: 'light blue on blue',
    rule: 'a11y.dark-contrast',
    blocks: [paragraph(colored('#00ccff'), on('#0000ff'))],
    expects: 'medium',
    at: ['p'],
    fixed: true,
  },
  {
    is: 'a button in light blue on blue',
    rule: 'a11y.dark-contrast',
    blocks: [button({ backgroundColor: '#0000ff', textColor: '#00ccff' })],
    expects: 'medium',
    at: ['b'],
    fixed: true,
  },
];

testCases(
  [...TEXT, ...BUTTONS, ...LINKS, ...DARK],
  ['a11y.contrast', 'a11y.button-contrast', 'a11y.link-distinguish', 'a11y.dark-contrast'],
);
