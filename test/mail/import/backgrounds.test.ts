import { describe, expect, test } from 'bun:test';
import type { SectionBlock } from '../../../src/mail/model/index.ts';
import { renderHtml } from '../../../src/mail/render/index.ts';
import { assets } from '../../browser/pictures.ts';
import { importAll, leavesOf } from './importing.ts';

const mail = (cell: string, head = '') =>
  importAll({
    format: 'html',
    body: `<!doctype html><html><head>${head}</head><body style="margin:0"><table width="600" align="center" cellpadding="0" cellspacing="0"><tr>${cell}</tr></table></body></html>`,
  }).content;
const text = '<h1 style="color:#ffffff;margin:0">Hi</h1><p style="color:#ffffff;margin:0">there</p>';
const pictureOf = (cell: string, head = '') => (mail(cell, head).blocks[0] as SectionBlock).backgroundImage;

describe('pictures behind text of HTML mails', () => {
  test.each([
    ['an attribute', 'background="a.jpg"', { repeat: true, size: 'auto', position: 'left top' }],
    [
      'properties',
      'style="background-image:url(\'a.jpg\');background-size:cover;background-repeat:no-repeat;background-position:center top"',
      { repeat: false, size: 'cover', position: 'center top' },
    ],
    [
      'a shorthand',
      'style="background:#333333 url(a.jpg) no-repeat center / cover"',
      { repeat: false, size: 'cover', position: 'center', fallbackColor: '#333333' },
    ],
  ])('declared by %s', (_, declaration, expected) => {
    expect(pictureOf(`<td ${declaration}>${text}</td>`)).toMatchObject({ src: 'a.jpg', ...expected });
  });

  test('of a table, by a rule', () => {
    const cell = `<td><table class="hero" width="100%"><tr><td>${text}</td></tr></table></td>`;
    expect(pictureOf(cell, '<style>.hero{background-image:url(a.jpg)}</style>')).toMatchObject({
      src: 'a.jpg',
    });
  });

  test('with VML for Outlook beside it, which is neither printed nor doubled', async () => {
    const vml = (part: string) => `<!--[if gte mso 9]>${part}<![endif]-->`;
    const content = mail(
      `<td background="https://a.example/a.jpg" bgcolor="#222222">${vml('<v:rect fill="true"><v:fill type="frame" src="https://a.example/a.jpg" color="#222222"/><v:textbox inset="0,0,0,0">')}<div>${text}</div>${vml('</v:textbox></v:rect>')}</td>`,
    );
    expect(content.blocks).toMatchObject([
      { styles: { backgroundColor: '#222222' }, backgroundImage: { fallbackColor: '#222222' } },
    ]);
    expect(leavesOf(content).map(({ type }) => type)).toEqual(['title', 'paragraph']);
    const { html } = await renderHtml(content, { assets });
    expect(html.match(/<v:fill [^>]*src="https:\/\/a\.example\/a\.jpg"/g)).toHaveLength(1);
    expect(html).toContain('background:#222222 url(');
  });

  test.each([
    ['white text', '#ffffff', '', '#222222'],
    ['black text', '#000000', '', '#ffffff'],
    ['white text on a color of the author', '#ffffff', 'bgcolor="#eeeeee"', /^#eeeeee$/],
  ])('get a color behind them: %s', (_, color, more, expected) => {
    const picture = pictureOf(`<td background="a.jpg" ${more}><p style="color:${color}">Hi</p></td>`);
    expect(picture?.fallbackColor).toMatch(expected);
  });

  test('behind several rows are behind the first', () => {
    const two = '<table width="100%"><tr><td width="50%">a</td><td width="50%">b</td></tr></table>';
    const { blocks } = mail(`<td background="a.jpg"><p>Hi</p>${two}</td>`);
    expect(blocks).toMatchObject([{ backgroundImage: { src: 'a.jpg' } }, { columns: '2' }]);
    expect(blocks[1]).not.toHaveProperty('backgroundImage');
  });

  test('behind one of several columns are left out, and the report says so', () => {
    const { content, report } = importAll({
      format: 'html',
      body: '<table width="600"><tr><td background="a.jpg" width="300">a</td><td width="300">b</td></tr></table>',
    });
    expect(content.blocks[0]).not.toHaveProperty('backgroundImage');
    expect(report.notes.map(({ what }) => what)).toContain('background-image');
  });
});

test('a gradient becomes a color between its ends, so that the text on it stays legible', () => {
  const gradient = 'background-image:linear-gradient(90deg,#000000 0%,#0000ff 100%)';
  const [button] = leavesOf(
    mail(
      `<td><a href="x" style="${gradient};color:#ffffff;padding:10px 20px;display:inline-block">Go</a></td>`,
    ),
  );
  expect(button).toMatchObject({ type: 'button', backgroundColor: '#000080', textColor: '#ffffff' });
  const [row] = mail(`<td style="background:linear-gradient(#ffffff,#dddddd)"><p>a</p></td>`).blocks;
  expect(row).toMatchObject({ styles: { backgroundColor: '#eeeeee' } });
});

describe('pictures behind rows of designs', () => {
  test('of Unlayer', () => {
    const row = (backgroundImage: object) => ({
      cells: [1],
      columns: [{ contents: [{ type: 'text', values: { text: '<p>Hi</p>' } }], values: {} }],
      values: { backgroundImage },
    });
    const body = { body: { rows: [row({ url: 'a.jpg', size: 'cover', repeat: 'no-repeat' })], values: {} } };
    expect(importAll({ format: 'unlayer', body }).content.blocks).toMatchObject([
      { backgroundImage: { src: 'a.jpg', size: 'cover', repeat: false, position: 'center top' } },
    ]);
  });

  test('of Beefree', () => {
    const style = {
      'background-image': "url('a.jpg')",
      'background-repeat': 'no-repeat',
      'background-position': 'center top',
    };
    const row = {
      columns: [
        {
          'grid-columns': 12,
          modules: [
            {
              type: 'mailup-bee-newsletter-modules-text',
              descriptor: { text: { html: '<p>Hi</p>', style: {} }, style: {} },
            },
          ],
        },
      ],
      container: { style: {} },
      content: { style, computedStyle: {} },
    };
    const body = {
      page: { rows: [row], body: { container: { style: {} }, content: { computedStyle: {} } } },
    };
    expect(importAll({ format: 'beefree', body }).content.blocks).toMatchObject([
      { backgroundImage: { src: 'a.jpg', repeat: false, position: 'center top' } },
    ]);
  });
});
