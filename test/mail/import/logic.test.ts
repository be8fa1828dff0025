import { describe, expect, test } from 'bun:test';
import { bodyOf, htmlOf } from '../render/rendering.ts';
import { importAll, importMjml, leavesOf, notesOf } from './importing.ts';

const html = (body: string) => importAll({ format: 'html', body: `<html><body>${body}</body></html>` });
const cell = (inner: string) =>
  `<table width="600" cellpadding="0" cellspacing="0"><tr><td>${inner}</td></tr></table>`;
const column = (inner: string) => `<mj-section><mj-column>${inner}</mj-column></mj-section>`;

/** The words and merge tags of the exported mail, in order. */
async function orderOf({ content }: ReturnType<typeof importAll>): Promise<string> {
  const body = bodyOf((await htmlOf(content.blocks as never)).html);
  const found = body
    .replace(/<!--\[if[\s\S]*?<!\[endif\]-->/g, '')
    .match(/\{[{%].*?[%}]\}|\*\|.*?\|\*|<!--.*?-->|(?<=[>\s])[A-Z](?=[<\s])/g);
  return (found ?? []).join(' ');
}

describe('logic stays where it stands', () => {
  test.each<[string, ReturnType<typeof importAll>, string]>([
    [
      'in comments',
      html(cell('<!-- {{#if vip}} --><p>V</p><!-- {{/if}} --><p>A</p>')),
      '{{#if vip}} V {{/if}} A',
    ],
    [
      'in comments with other words',
      html(cell('<!-- only for VIPs: {% if vip %} begin --><p>V</p><!-- end {% endif %} -->')),
      '{% if vip %} V {% endif %}',
    ],
    [
      'at the edge of a line of text',
      html(cell('<a href="https://a.example/">A</a>\n{{#each x}}\n<p>B</p>\n{{/each}} <b>C</b>')),
      'A {{#each x}} B {{/each}} C',
    ],
    [
      'in comments of Mailchimp',
      html(cell('<!-- *|IF:VIP|* --><p>V</p><!-- *|END:IF|* -->')),
      '*|IF:VIP|* V *|END:IF|*',
    ],
    [
      'in comments between rows',
      html(
        cell(
          '<table border="1"><tr><th>H</th><th>I</th></tr><!-- {{#each a}} --><tr><td>{{b}}</td><td>{{c}}</td></tr><!-- {{/each}} --></table>',
        ),
      ),
      'H I {{#each a}} {{b}} {{c}} {{/each}}',
    ],
    [
      'in comments between cells',
      html(cell('<table><tr><!-- {{#each a}} --><td>{{b}}</td><!-- {{/each}} --></tr></table>')),
      '{{#each a}} {{b}} {{/each}}',
    ],
    [
      'in comments of MJML',
      importMjml(column('<mj-text>A</mj-text><!-- {{#if x}} --><mj-text>B</mj-text><!-- {{/if}} -->')),
      'A {{#if x}} B {{/if}}',
    ],
    [
      'in comments of texts',
      importMjml(column('<mj-text>A <!-- {{#if x}} -->B <!-- {{/if}} --></mj-text>')),
      'A {{#if x}} B {{/if}}',
    ],
    [
      'between sections',
      importMjml(`<mj-raw>{{#if x}}</mj-raw>${column('<mj-text>B</mj-text>')}<mj-raw>{{/if}}</mj-raw>`),
      '{{#if x}} B {{/if}}',
    ],
    [
      'between columns',
      importMjml(
        '<mj-section><mj-raw>{{#each x}}</mj-raw><mj-column><mj-text>B</mj-text></mj-column><mj-raw>{{/each}}</mj-raw></mj-section>',
      ),
      '{{#each x}} B {{/each}}',
    ],
    [
      'around the second column',
      importMjml(
        '<mj-section><mj-column><mj-text>A</mj-text></mj-column><!-- {{#if x}} --><mj-column><mj-text>B</mj-text></mj-column><!-- {{/if}} --></mj-section>',
      ),
      'A {{#if x}} B {{/if}}',
    ],
    [
      'as text in a column',
      importMjml(column('{% if x %}<mj-text>B</mj-text>{% endif %}')),
      '{% if x %} B {% endif %}',
    ],
    [
      'in a wrapper',
      importMjml(`<mj-wrapper>{{#if x}}${column('<mj-text>B</mj-text>')}{{/if}}</mj-wrapper>`),
      '{{#if x}} B {{/if}}',
    ],
    [
      'in a hero',
      importMjml('<mj-hero><mj-raw>{{#if x}}</mj-raw><mj-text>B</mj-text><mj-raw>{{/if}}</mj-raw></mj-hero>'),
      '{{#if x}} B {{/if}}',
    ],
    [
      'in a table',
      importMjml(
        column(
          '<mj-table><tr><td>A</td></tr><!-- {{#each x}} --><tr><td>B</td></tr><!-- {{/each}} --></mj-table>',
        ),
      ),
      'A {{#each x}} B {{/each}}',
    ],
    [
      'in a navbar',
      importMjml(
        column(
          '<mj-navbar>{{#each x}}<mj-navbar-link href="https://a.example/">B</mj-navbar-link>{{/each}}</mj-navbar>',
        ),
      ),
      '{{#each x}} B {{/each}}',
    ],
    [
      'among social icons',
      importMjml(
        column(
          '<mj-social><mj-raw>{{#if x}}</mj-raw><mj-social-element href="https://x.com/a">B</mj-social-element><mj-raw>{{/if}}</mj-raw></mj-social>',
        ),
      ),
      '{{#if x}} B {{/if}}',
    ],
    [
      'in an accordion',
      importMjml(
        column(
          '<mj-accordion>{{#if x}}<mj-accordion-element><mj-accordion-title>A</mj-accordion-title><mj-accordion-text>B</mj-accordion-text></mj-accordion-element>{{/if}}</mj-accordion>',
        ),
      ),
      '{{#if x}} A B {{/if}}',
    ],
  ])('%s', async (_name, imported, expected) => {
    expect(await orderOf(imported)).toBe(expected);
  });

  test('between the cells of a long table', async () => {
    const long = `<table width="600"><tr><td><p>A</p></td>{{#if x}}<td><p>B</p></td>{{/if}}</tr><tr><td><p>${'long text '.repeat(300)}</p></td></tr></table>`;
    expect(await orderOf(html(long))).toBe('A {{#if x}} B {{/if}}');
  });

  test('a loop that begins at the end of a line is in no paragraph', () => {
    const { content } = html(
      cell('<a href="https://a.example/">A</a>\n{{#each x}}\n<p>B</p>\n{{/each}} <b>C</b>'),
    );
    expect(leavesOf(content).map(({ type }) => type)).toEqual([
      'paragraph',
      'html',
      'paragraph',
      'html',
      'paragraph',
    ]);
  });

  test('comments of other template engines are named', () => {
    const { report } = html(cell('<p>A</p>\n<!-- BEGIN row --><p>B</p><!-- %%[ if @a == 1 ]%% -->'));
    expect(report.notes).toMatchObject([
      { line: 2, what: 'comment “BEGIN row”' },
      { line: 2, what: 'comment “%%[ if @a == 1 ]%%”' },
    ]);
  });

  test('whole conditions in a comment act on nothing, and go with it', async () => {
    expect(await orderOf(html(cell('<p>A</p><!-- {{#if x}}<p>Old</p>{{/if}} {{ y }} -->')))).toBe('A');
  });

  test('mj-raw between columns is no column', () => {
    const { content, report } = importMjml(
      '<mj-section><mj-raw>{{#each x}}</mj-raw><mj-column><mj-text>A</mj-text></mj-column><mj-column><mj-text>B</mj-text></mj-column><mj-raw>{{/each}}</mj-raw></mj-section>',
    );
    expect(content.blocks).toMatchObject([{ type: 'section', columns: '2' }]);
    expect(notesOf(report)).toContain('mj-raw');
  });
});
