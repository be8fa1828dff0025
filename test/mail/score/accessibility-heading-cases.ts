import { type Case, html, paragraph, title, words } from './accessibility-cases.ts';

/** Headings: missing, empty, of a wrong level, and fake ones. */
export const HEADINGS: Case[] = [
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
