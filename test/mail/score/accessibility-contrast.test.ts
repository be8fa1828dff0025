import { BLOCKS } from './accessibility-block-contrast-cases.ts';
import { button, type Case, colored, html, on, paragraph, testCases, title } from './accessibility-cases.ts';
import { TEXT } from './accessibility-text-contrast-cases.ts';

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
  [...TEXT, ...BLOCKS, ...BUTTONS, ...LINKS, ...DARK],
  ['a11y.contrast', 'a11y.button-contrast', 'a11y.link-distinguish', 'a11y.dark-contrast'],
);
