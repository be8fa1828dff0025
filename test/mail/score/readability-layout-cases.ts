import { type Case, paragraph, title, words } from './readability-cases.ts';

/** How the text is set: capitals, alignment, the size of letters, and lines. */
export const LAYOUT: Case[] = [
  { is: '19 capitals', rule: 'read.caps-block', blocks: [paragraph(`<p>${'ABCD '.repeat(4)}ABC</p>`)] },
  {
    is: '20 capitals',
    rule: 'read.caps-block',
    blocks: [paragraph(`<p>${'ABCD '.repeat(5)}</p>`)],
    expects: 'medium',
  },
  {
    is: 'an acronym in a sentence',
    rule: 'read.caps-block',
    blocks: [paragraph('<p>NASA AND ESA TO MARS, they say</p>')],
  },
  {
    is: 'capitals by style',
    rule: 'read.caps-block',
    blocks: [
      paragraph('<p style="text-transform: uppercase; color: #333333">We made a new bag for you and me</p>'),
    ],
    expects: 'medium',
  },
  {
    is: '40 centered words',
    rule: 'read.centered-long',
    blocks: [paragraph(`<p style="text-align: center">${words(40)}</p>`)],
  },
  {
    is: '41 centered words',
    rule: 'read.centered-long',
    blocks: [paragraph(`<p style="text-align: center; color: #222222">${words(41)}</p>`)],
    expects: 'low',
  },
  {
    is: 'a long centered title',
    rule: 'read.centered-long',
    blocks: [title(words(41), { textAlign: 'center' })],
    expects: 'low',
  },
  {
    is: 'justified',
    rule: 'read.justified',
    blocks: [paragraph('<p style="text-align:justify">Hello there</p>')],
    expects: 'medium',
  },
  { is: 'left', rule: 'read.justified', blocks: [paragraph('<p style="text-align:left">Hello there</p>')] },
  {
    is: '11 px',
    rule: 'read.font-size',
    blocks: [paragraph('<p><span style="font-size: 11px">Hello there</span></p>')],
    expects: 'high',
    names: '11 px',
  },
  {
    is: '13 px',
    rule: 'read.font-size',
    blocks: [paragraph('<p style="font-size:13px">Hello there</p>')],
    expects: 'medium',
  },
  { is: '14 px', rule: 'read.font-size', blocks: [paragraph('<p style="font-size:14px">Hello there</p>')] },
  {
    is: 'a footer of 11 px',
    rule: 'read.font-size',
    blocks: [
      paragraph('<p style="font-size:11px">You are receiving this mail because you asked for it.</p>'),
    ],
  },
  {
    is: 'a table of 12 px',
    rule: 'read.font-size',
    blocks: [{ type: 'table', id: 'x', fontSize: 12, rows: [{ cells: [{ content: 'One' }] }] }],
    expects: 'medium',
  },
  {
    is: 'close lines',
    rule: 'read.line-height',
    blocks: [paragraph(`<p style="line-height: 1.2">${words(40)}</p>`)],
    expects: 'medium',
  },
  {
    is: 'one close line',
    rule: 'read.line-height',
    blocks: [paragraph('<p style="line-height: 1.2">Hello there</p>')],
  },
  {
    is: 'close lines of large letters',
    rule: 'read.line-height',
    blocks: [paragraph(`<p style="font-size: 32px; line-height: 1.1">${words(40)}</p>`)],
  },
  {
    is: 'large letters in lines that touch',
    rule: 'read.line-height',
    blocks: [paragraph(`<p style="font-size: 32px; line-height: 1">${words(40)}</p>`)],
    expects: 'medium',
  },
  { is: 'lines as usual', rule: 'read.line-height', blocks: [paragraph(`<p>${words(40)}</p>`)] },
  {
    is: 'a wide mail',
    rule: 'read.line-width',
    settings: { width: 900 },
    blocks: [paragraph(`<p>${words(60)}</p>`)],
    expects: 'low',
  },
  { is: 'a mail of 600 px', rule: 'read.line-width', blocks: [paragraph(`<p>${words(60)}</p>`)] },
];
