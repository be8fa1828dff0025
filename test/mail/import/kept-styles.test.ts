import { expect, test } from 'bun:test';
import { renderHtml } from '../../../src/mail/render/index.ts';
import { assets } from '../../browser/pictures.ts';
import { importCell, importMjml, leavesOf } from './importing.ts';

test('a list without bullets has none', async () => {
  const { content } = importCell('<td><ul style="list-style-type:none;padding:0"><li>a</li></ul></td>');
  const { html } = await renderHtml(content, { assets });
  expect(html).toMatch(
    /<ul style="[^"]*padding:\s?0[^"]*list-style-type:\s?none|<ul style="[^"]*list-style-type:\s?none[^"]*padding:\s?0/,
  );
});

test('rules of a style element in MJML hold for components, also those on the div that MJML makes', () => {
  const css = '.dark{background-color:#375a67}.light > div{color:#fff !important;font-weight:bold}';
  const { content } = importMjml(
    `<mj-raw><style>${css}</style></mj-raw><mj-section css-class="dark"><mj-column><mj-text css-class="light">a</mj-text></mj-column></mj-section>`,
  );
  expect(content.blocks).toHaveLength(1);
  expect(content.blocks[0]?.styles.backgroundColor).toBe('#375a67');
  expect(JSON.stringify(content.blocks)).toMatch(/color: #fff[^>]*><strong>a/);
});

test('HTML that is kept has the rules about it in its style attributes', () => {
  const head =
    '<style>.row td{padding:10px 5px;color:#51545e} .sum{font-weight:bold;text-align:right}</style>';
  const table =
    '<table class="row" width="100%">{{#each items}}<tr><td>{{ name }}</td><td class="sum" style="color:#111111">{{ price }}</td></tr>{{/each}}</table>';
  const [html] = leavesOf(importCell(`<td>${table}</td>`, { head }).content);
  expect(html).toMatchObject({ type: 'html' });
  const { content } = html as { content: string };
  expect(content).toMatch(
    /<td style="color: #51545e; padding-top: 10px; padding-right: 5px;[^"]*">\{\{ name \}\}/,
  );
  expect(content).toMatch(
    /<td class="sum" style="font-weight: bold; text-align: right;[^"]*; color:#111111">\{\{ price \}\}/,
  );
  expect(content).toContain('{{#each items}}<tr>');
});
