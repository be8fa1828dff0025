import { describe, expect, test } from 'bun:test';
import type { SectionBlock } from '../../../src/mail/model/index.ts';
import { importAll, leavesOf } from './importing.ts';

const html = (body: string) =>
  importAll({ format: 'html', body: `<!doctype html><html><body style="margin:0">${body}</body></html>` })
    .content;
const sectionsOf = (body: string) => html(body).blocks as SectionBlock[];

describe('the color of the page', () => {
  test('is that of the only box', () => {
    expect(
      html('<!-- a --><div style="background:#171a22;color:#fff"><p>a</p></div>').settings.backgroundColor,
    ).toBe('#171a22');
  });

  test('is not that of one box among others', () => {
    const content = html('<p>a</p><div style="background:#171a22"><p style="color:#fff">b</p></div>');
    expect(content.settings.backgroundColor).toBe('#ffffff');
    expect(content.blocks).toMatchObject([{}, { wrapper: { backgroundColor: '#171a22' } }]);
  });
});

describe('boxes beside each other', () => {
  const column = (width: number, text: string) =>
    `<div style="display:inline-block;width:100%;max-width:${width}px"><p>${text}</p></div>`;
  const layouts = (columns: string) =>
    sectionsOf(`<table width="600"><tr><td style="font-size:0">${columns}</td></tr></table>`).map(
      ({ children }) => children.length,
    );

  test('that do not fit in a row are in several', () => {
    const columns = [column(240, 'a'), column(360, 'b'), column(240, 'c'), column(360, 'd')];
    expect(layouts(columns.join(''))).toEqual([2, 2]);
  });

  test('that are as wide as their place are below each other', () => {
    expect(layouts(column(600, 'a') + column(600, 'b'))).toEqual([1]);
  });

  test('with a computed width beside a plain one have the plain one', () => {
    const fluid = (width: number, text: string) =>
      column(width, text).replace(
        'px"',
        'px;min-width:calc(9 * 100% / 99);max-width:calc(100%);width:calc(600 * 600px - 600 * 100%)"',
      );
    expect(layouts(fluid(200, 'a') + fluid(400, 'b'))).toEqual([2]);
  });
});

test('the margins of a button that is a block collapse with those beside it', () => {
  const link =
    '<a href="x" style="display:block;margin:24px 0;background:#3fa9f5;color:#fff;padding:14px 0">Go</a>';
  const [section] = sectionsOf(`<p style="margin:16px 0">a</p>${link}<p style="margin:30px 0">b</p>`);
  const paddings = section?.children[0]?.map(({ styles }) => [styles.padding.top, styles.padding.bottom]);
  expect(paddings).toEqual([
    [16, 24],
    [0, 30],
    [0, 30],
  ]);
});

test('space beside links in a line becomes spaces', () => {
  const link = (text: string) => `<a href="${text}" style="margin-right:15px;font-size:14px">${text}</a>`;
  const [leaf] = leavesOf(html(`<div>${link('One')}${link('Two')}</div>`));
  expect(String(leaf?.content)).toMatch(/One<\/a>(?:<\/span>)?(?:&nbsp;){3}/);
});

test('a font shorthand without a weight is not bold', () => {
  const [title] = leavesOf(html('<h2 style="font:24px/28px Georgia">A</h2>'));
  expect(title?.content).toContain('font-weight: normal');
});

test('header cells of a layout are bold, unless they say otherwise', () => {
  const cell = (style: string) =>
    leavesOf(html(`<table width="600"><tr><th style="${style}"><p>a</p></th></tr></table>`))[0]?.content;
  expect(cell('')).toContain('<strong>');
  expect(cell('font-weight:normal')).not.toContain('<strong>');
});
