import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type ImportInput, importContent } from '../../../src/mail/import/index.ts';
import { parseContent } from '../../../src/mail/model/index.ts';
import { countingIds } from '../model/reading.ts';
import { importAll, refusalOf } from './importing.ts';

const FORMATS = ['mjml', 'html', 'beefree', 'unlayer'] as const;
const MEGABYTES = 1024 * 1024;

/** Imports any source: the result must be a content or a refusal. */
function importAny(input: ImportInput): void {
  const imported = importContent(input, { makeId: countingIds() });
  if (!imported.ok) return;
  const parsed = parseContent(imported.content, { makeId: countingIds(), unknownBlockTypes: 'refuse' });
  if (!parsed.ok) expect(parsed.reason).toBe('too_large');
}

/** Pieces with a meaning in mails, in any order. */
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'<table>|</table>|<tr>|<td width="50%">|</td>|<p>|<div style="display:inline-block;width:50%">|</div>|<a href="x">|</a>|<img src="i">|<br>|<b>|</b>|<ul>|<li>|<h1>|<hr>|<style>|</style>|<!--[if mso]>|<![endif]-->|{{ a "b" }}|{% if a < b %}|*|x|*|&amp;|&#0;|text|<mj-section>|<mj-column width="33%">|<mj-text>|</mj-text>|<mj-hero background-url="a">|<mj-include path="a">|<mj-wrapper>|<mj-raw>|<script>|<svg>|<form>|"|\'|<'.split(
          '|',
        ),
      ),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('whatever comes in', () => {
  test('any text and any value is imported or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), fc.anything(), fc.string(), (format, value, text) => {
        importAny({ format, body: value });
        importAny({ format, body: text });
      }),
    );
  });

  test('any markup becomes valid content', () => {
    fc.assert(
      fc.property(markup, (source) => {
        importAny({ format: 'html', body: `<body>${source}` });
        importAny({ format: 'mjml', body: `<mjml><mj-body>${source}`, includes: { a: source } });
      }),
    );
  });

  test('any JSON in the place of a design becomes valid content', () => {
    const kinds = fc.constantFrom(
      'text',
      'button',
      'image',
      'menu',
      'social',
      'divider',
      'table',
      'heading',
      'video',
      'icons',
    );
    fc.assert(
      fc.property(fc.jsonValue(), kinds, (value, kind) => {
        const type = `mailup-bee-newsletter-modules-${kind}`;
        const modules = [
          { type, descriptor: value },
          { type, descriptor: { [kind]: value, style: value } },
        ];
        importAny({
          format: 'beefree',
          body: { page: { rows: [value, { columns: [{ modules, style: value }] }], body: value } },
        });
        const contents = [
          { type: kind, values: value },
          { type: kind, values: { [kind]: value, src: value, icons: value } },
        ];
        importAny({
          format: 'unlayer',
          body: { body: { rows: [value, { columns: [{ contents }], values: value }], values: value } },
        });
      }),
    );
  });
});

describe('attacks', () => {
  test.each(['constructor', 'toString', 'valueOf'])(
    'an element <%s>, named like a method, leaves its text only',
    (name) => {
      const element = `<${name} style="font-weight:bold">bold</${name}>`;
      const { content } = importAll({
        format: 'html',
        body: `<body><p>a ${element} b</p><${name} style="margin-top:1em">c</${name}></body>`,
      });
      const json = JSON.stringify(content.blocks);
      expect(json).toContain('<strong>bold</strong>');
      expect(json).not.toMatch(/function|native code|null|NaN/);
    },
  );

  const bombs = [
    '<',
    '<a ',
    '&',
    '{{',
    '{%',
    '<p>',
    '<td>',
    '<table>',
    '<span>x</span>',
    '<style>@',
    '<!--',
    '"',
    '&lt;',
  ];
  test.each(bombs)('megabytes of %j end soon', (piece) => {
    const source = piece.repeat(Math.floor((4 * MEGABYTES - 100) / piece.length));
    importAny({ format: 'html', body: `<body>${source}` });
    importAny({ format: 'mjml', body: `<mjml><mj-body><mj-text>${source}` });
    importAny({ format: 'html', body: `<p style="${source.replaceAll('"', "'")}">x</p>` });
  });

  test.each(['(', 'url(', ';a:', '! ', '@', '/*', '{', '.a '])(
    'a style of megabytes of %j ends soon',
    (piece) => {
      const source = piece.repeat(Math.floor(MEGABYTES / piece.length));
      importAny({
        format: 'html',
        body: `<style>${source}</style><p style="${source}" background="${source}">x</p>`,
      });
      importAny({
        format: 'html',
        body: `<table background="${source}"><tr><td style="border:${source}">x</table>`,
      });
    },
  );

  test('what is too large or too deep is refused', () => {
    expect(refusalOf({ format: 'html', body: '<'.repeat(4 * MEGABYTES + 1) })).toContain('too_large');
    expect(refusalOf({ format: 'html', body: '<div>'.repeat(1000) })).toContain('too_deep');
    expect(refusalOf({ format: 'html', body: '<br>'.repeat(200_000) })).toContain('too_large');
    const deep = `{"page":{"rows":${'['.repeat(1000)}${']'.repeat(1000)}}}`;
    expect(refusalOf({ format: 'beefree', body: deep })).toContain('too_deep');
  });

  test('a file that includes itself, and many small files that become a large one', () => {
    const include = '<mj-include path="a" />';
    importAny({ format: 'mjml', body: `<mjml><mj-body>${include}`, includes: { a: include.repeat(9) } });
    const includes = Object.fromEntries(
      [...'abcdefgh'].map((name, index, all) => [name, `<mj-include path="${all[index + 1]}" />`.repeat(30)]),
    );
    const refused = refusalOf({ format: 'mjml', body: `<mjml><mj-body>${include}`, includes });
    expect(refused).toContain('too_large');
  });

  test('entities of a document type are not expanded', () => {
    const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
    const { content } = importAll({ format: 'html', body: `${entity}<p>&b;</p>` });
    expect(JSON.stringify(content)).not.toContain('aaaa' + 'aaaa');
  });

  test('quotes in attributes do not break out of them', () => {
    const { content } = importAll({
      format: 'html',
      body: `<a href='x" onclick="alert(1)'>y</a><p style='color:red" onclick="z'>q</p>`,
    });
    expect(JSON.stringify(content)).toContain('x&quot; onclick=&quot;alert(1)');
    expect(JSON.stringify(content)).not.toContain('\\" onclick');
  });

  test('names of built-in fields are names like others', () => {
    const source =
      '<mjml><mj-body><constructor>x</constructor><mj-social><mj-social-element name="toString" href="x"/></mj-social>';
    importAll({ format: 'mjml', body: source });
    importAll({
      format: 'unlayer',
      body: '{"__proto__":{"x":1},"body":{"rows":[{"columns":[{"contents":[{"type":"constructor"}]}]}]}}',
    });
  });
});
