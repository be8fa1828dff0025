import { describe, expect, test } from 'bun:test';
import { importCell, importMjml, leavesOf } from './importing.ts';

describe('the cascade', () => {
  const head = (css: string) => `<style>${css}</style>`;
  const textOf = (cell: string, css: string) =>
    leavesOf(importCell(`<td style="padding:0">${cell}</td>`, { head: head(css) }).content)[0]?.content;

  test.each([
    [
      '!important beats a style attribute',
      '.x{color:#c00!important}',
      '<p class="x" style="color:#0a0">a</p>',
      '#c00',
    ],
    ['!important beats an id', '.x{color:#c00!important}#i{color:#0a0}', '<p class="x" id="i">a</p>', '#c00'],
    [
      'of two important ones the more specific wins',
      '#i{color:#c00!important}.x{color:#0a0!important}',
      '<p class="x" id="i">a</p>',
      '#c00',
    ],
    ['a first child', 'p:first-child{color:#c00}', '<p>a</p>', '#c00'],
    ['a sibling', 'b + p{color:#c00}', '<b></b><p>a</p>', '#c00'],
    ['a later sibling', 'b ~ p{color:#c00}', '<b></b><i></i><p>a</p>', '#c00'],
    ['a negation', 'p:not(.y){color:#c00}', '<p>a</p>', '#c00'],
    ['a variable', ':root{--brand:#c00}p{color:var(--brand)}', '<p>a</p>', '#c00'],
    ['a variable of a variable', 'td{--a:var(--b);--b:#c00}p{color:var(--a)}', '<p>a</p>', '#c00'],
    ['a fallback', 'p{color:var(--none, #c00)}', '<p>a</p>', '#c00'],
    ['a wide screen', '@media only screen and (min-width:480px){p{color:#c00}}', '<p>a</p>', '#c00'],
    ['one of two queries', '@media print, screen{p{color:#c00}}', '<p>a</p>', '#c00'],
    ['supports', '@supports (display:grid){@media all{p{color:#c00}}}', '<p>a</p>', '#c00'],
  ])('knows %s', (_name, css, cell, color) => {
    const { content } = importCell(
      `<td style="padding:0">${cell}<p style="color:#000">Other words</p></td>`,
      {
        head: head(css),
      },
    );
    expect(JSON.stringify(content.blocks)).toContain(`color: ${color}`);
  });

  test.each([
    '@media print{p{color:#c00}}',
    '@media (prefers-color-scheme:dark){p{color:#c00}}',
    '@supports not (display:grid){p{color:#c00}}',
    '@media (max-width:480px){p{color:#c00}}',
    'p{color:var(--none)}',
  ])('leaves out %s', (css) => expect(textOf('<p>a</p>', css)).not.toContain('#c00'));
});

describe('screens', () => {
  const css =
    '<style>.m{display:none}@media (max-width:480px){.d{display:none!important}.m{display:block!important}}</style>';

  test('what is on phones or desktops only has that visibility', () => {
    const { content } = importCell('<td><p class="d">Wide</p><p class="m">Narrow</p><p>Both</p></td>', {
      head: css,
    });
    expect(leavesOf(content).map(({ visibility }) => visibility)).toEqual([
      { desktop: true, mobile: false },
      { desktop: false, mobile: true },
      undefined,
    ]);
  });

  test('rows and components of MJML too, and what is nowhere is named', () => {
    const { content, report } = importMjml(
      '<mj-section css-class="d"><mj-column><mj-text>Wide</mj-text></mj-column></mj-section><mj-section><mj-column><mj-text css-class="m">Narrow</mj-text><mj-text css-class="x">Gone</mj-text></mj-column></mj-section>',
      css.replaceAll('style>', 'mj-style>').replace('.m{', '.x{display:none}.m{'),
    );
    expect(content.blocks.map(({ visibility }) => visibility)).toEqual([
      { desktop: true, mobile: false },
      { desktop: false, mobile: true },
    ]);
    expect(JSON.stringify(content)).not.toContain('Gone');
    expect(report.notes.map(({ what }) => what)).toContain('hidden mj-text');
  });

  test.each([
    '<p hidden>Secret</p>',
    '<p style="font-size:0">Secret</p>',
    '<p style="color:transparent">Secret</p>',
    '<div style="position:absolute;left:-9999px">Secret</div>',
    '<div style="text-indent:-9999px">Secret</div>',
    '<p style="opacity:0">Secret</p>',
  ])('%s stays hidden', (hidden) => {
    const { content, report } = importCell(`<td><p>Seen</p>${hidden}</td>`);
    expect(JSON.stringify(content)).not.toContain('Secret');
    expect(report.notes.some(({ what }) => what.startsWith('hidden '))).toBe(true);
  });

  test('a cell without a font size shows what has one', () => {
    const { content } = importCell('<td style="font-size:0"> <span style="font-size:14px">Seen</span></td>');
    expect(JSON.stringify(content)).toContain('Seen');
  });
});
