import { describe, expect, test } from 'bun:test';
import { renderHtml } from '../../../src/mail/render/index.ts';
import { assets } from '../../browser/pictures.ts';
import { importAll, leavesOf } from './importing.ts';

const mail = (table: string, head = '') =>
  importAll({
    format: 'html',
    body: `<!doctype html><html><head>${head}</head><body><table width="600" align="center" cellpadding="0" cellspacing="0"><tr><td>${table}</td></tr></table></body></html>`,
  }).content;
const only = (table: string, head = '') => leavesOf(mail(table, head))[0];
const rows = (...lines: string[][]) =>
  lines.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
const DATA = rows(['Tea', '$2'], ['Cake', '$4'], ['Total', '$6']);

describe('tables of data', () => {
  test.each([
    [
      'below rows',
      'td{border-bottom:1px solid #dddddd}',
      { lines: 'rows', borderWidth: 1, borderColor: '#dddddd' },
    ],
    ['around cells', 'td{border:2px solid #cccccc}', { borderWidth: 2, borderColor: '#cccccc' }],
    ['nowhere', '', { borderWidth: 0 }],
  ])('lines %s', (_, css, expected) => {
    const table = only(`<table width="100%">${DATA}</table>`, `<style>${css}</style>`);
    expect(table).toMatchObject({ type: 'table', ...expected });
    if (!('lines' in expected)) expect(table).not.toHaveProperty('lines');
  });

  test('a line below the header only', () => {
    const head =
      '<tr><th style="border-bottom:1px solid #111111">a</th><th style="border-bottom:1px solid #111111">b</th></tr>';
    expect(only(`<table width="100%">${head}${DATA}</table>`)).toMatchObject({
      lines: 'header',
      borderColor: '#111111',
    });
  });

  test('widths, padding of columns, alignment and line height of cells are kept and rendered', async () => {
    const css = 'td{padding:10px 5px;line-height:18px;font-size:15px} td.sum{text-align:right}';
    const content = mail(
      `<table width="100%"><tr><td width="20%">Tea</td><td>Green</td><td class="sum" width="15%">$2</td></tr>${rows(['Cake', 'Apple', '$4'], ['Total', '', '$6'])}</table>`,
      `<style>${css}</style>`,
    );
    expect(leavesOf(content)).toMatchObject([
      {
        columnWidths: [20, 65, 15],
        cellSpace: { top: 10, right: 5, bottom: 10, left: 5 },
        rows: [
          {
            cells: [
              { content: '<p style="font-size: 15px; line-height: 18px">Tea</p>' },
              {},
              { content: expect.stringContaining('text-align: right') },
            ],
          },
          {},
          {},
        ],
      },
    ]);
    const { html } = await renderHtml(content, { assets });
    expect(html).toContain('<td width="20%" style="padding:10px 5px;text-align:left"');
    expect(html).toMatch(/text-align:\s?right;[^"]*line-height:\s?18px/);
  });

  test('a width in pixels is one of the room of the table', () => {
    const table = `<table width="400" cellspacing="0"><tr><td width="100">Tea</td><td>$2</td></tr>${rows(['Cake', '$4'], ['Total', '$6'])}</table>`;
    expect(only(table)).toMatchObject({ columnWidths: [25, 75] });
  });

  test('a header without a row of its own', () => {
    const table = `<table><thead><th>Item</th><th>Price</th></thead><tbody>${DATA}</tbody></table>`;
    const { rows: lines, hasHeaderRow } = only(table) as {
      rows: { cells: object[] }[];
      hasHeaderRow: boolean;
    };
    expect(lines.map(({ cells }) => cells.length)).toEqual([2, 2, 2, 2]);
    expect(hasHeaderRow).toBe(true);
  });

  test('cells that only leave space are no data', () => {
    const gap = '<td>&nbsp;</td>';
    const spaced = `<table width="100%"><tr>${gap}${gap}${gap}</tr><tr>${gap}<td><h2>Hi</h2></td>${gap}</tr><tr>${gap}${gap}${gap}</tr></table>`;
    expect(leavesOf(mail(spaced)).map(({ type }) => type)).not.toContain('table');
  });
});
