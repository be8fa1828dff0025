import { type Case, html } from './accessibility-cases.ts';

const clock = (fields: object) => ({
  type: 'countdown',
  id: 'c',
  targetDate: '2031-05-01T18:00:00',
  ...fields,
});

/** Contrast in blocks with colors of their own: tables, menus, countdowns and HTML. */
export const BLOCKS: Case[] = [
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
