import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  expressionOfTag,
  identityOfTag,
  isMergeTag,
  isOutputTag,
  nameOfTag,
  readBlockStep,
} from '../../../src/mail/parse/merge-tag-meaning.ts';
import {
  listMergeTags,
  MERGE_TAG_DIALECTS,
  mapOutsideMergeTags,
  splitMergeTags,
} from '../../../src/mail/parse/merge-tags.ts';
import { renderPlainText } from '../../../src/mail/render/index.ts';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import { composeFromStarters } from '../../../src/mail/starters/compose.ts';
import { makeTagFinder } from '../../../src/mail/starters/tags.ts';
import { importAll } from '../import/importing.ts';
import { countingIds } from '../model/reading.ts';
import { assets, bodyOf, contentOf, htmlOf } from '../render/rendering.ts';
import { drawingUrl } from '../starters/drawing-url.ts';

// Tags that look like elements may hold less; they have tests of their own.
const byDialect = MERGE_TAG_DIALECTS.filter(({ close }) => close !== '>').map(
  (dialect) => [`${dialect.open} ${dialect.close}`, dialect] as const,
);

/** Content of tags that must stay unchanged in text: no beginning of an element, no end of a comment. */
function innerText(close: string): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    'name',
    'a.b',
    'x',
    '7',
    ' ',
    '|',
    ':',
    "'you'",
    '< 3',
    '> 3',
    '&& b',
    'größe',
    '=',
    '_',
  );
  return fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .map((pieces) => ` ${pieces.join('')} `.replace(/ +/g, ' '))
    .filter((inner) => inner.trim() !== '' && !inner.includes(close) && !inner.includes('|*'));
}

describe.each(byDialect)('%s', (_name, { open, close }) => {
  const tags = innerText(close).map((inner) => `${open}${inner}${close}`);

  test('is kept byte for byte from import to export', async () => {
    await fc.assert(
      fc.asyncProperty(tags, async (tag) => {
        const html = `<html><head><title>Hi ${tag}</title></head><body>
          <div style="display:none">Inside ${tag}</div>
          <p>Hello ${tag}, welcome</p>
          <p>Read <a href="https://example.com/${tag}?a=1">this</a></p>
          <img src="https://example.com/${tag}.png" alt="For ${tag}" width="100">
          </body></html>`;
        const { content, title } = importAll({ format: 'html', body: html });
        expect(title).toBe(`Hi ${tag}`);
        expect(content.settings.preheaderText).toBe(`Inside ${tag}`);
        const exported = await htmlOf(
          content.blocks as never,
          { ...content.settings },
          { title: title ?? '' },
        );
        const body = bodyOf(exported.html);
        expect(exported.html).toContain(`<title>Hi ${tag}</title>`);
        expect(body).toContain(`Inside ${tag}`);
        expect(body).toContain(`Hello ${tag}, welcome`);
        expect(body).toContain(`href="https://example.com/${tag}?a=1"`);
        expect(body).toContain(`src="https://example.com/${tag}.png"`);
        expect(body).toContain(`alt="For ${tag}"`);
        const text = renderPlainText(content, { assets });
        expect(text).toContain(`Hello ${tag}, welcome`);
      }),
    );
  });

  test('is kept in rich text as editors write it, with entities', async () => {
    const tag = `${open} name ${close}`;
    const entities = tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const content = `<p>Hello ${entities}, <a href="${entities}?a=1">x</a></p>`;
    const { html } = await htmlOf([{ type: 'paragraph', content }]);
    expect(html).toContain(`Hello ${tag},`);
    expect(html).toContain(`href="${tag}?a=1"`);
    expect(listMergeTags(content)).toContain(tag);
    expect(renderPlainText(contentOf([{ type: 'paragraph', content }]), { assets })).toContain(
      `Hello ${tag},`,
    );
  });

  test('is one word, or none, to the rules of scores', () => {
    const tag = `${open}= name ${close}`;
    const mail = readMail(contentOf([{ type: 'paragraph', content: `<p>Hello ${tag}!</p>` }]));
    expect(mail.texts[0]?.text).toBe(isOutputTag(tag) ? 'Hello Robin!' : 'Hello !');
    expect(mail.texts[0]?.raw).toBe(`Hello ${tag}!`);
  });

  test('can be offered to starters', () => {
    const value = `${open}= first_name ${close}`;
    const finder = makeTagFinder([{ label: 'x', value }]);
    expect(finder.isKnown).toBe(true);
    expect(finder.find('firstName')).toBe(value);
  });

  test('does not get from a prompt into a mail unless it was offered', () => {
    const tag = `${open} secret ${close}`;
    const request = {
      prompt: `Newsletter with the headline "Hello ${tag} friends"`,
      brand: undefined,
      baseUrl: 'https://mail.example',
      isForAgent: false,
      addressOf: drawingUrl,
    };
    const compose = (mergeTags: { label: string; value: string }[]) =>
      JSON.stringify(composeFromStarters({ ...request, mergeTags }, countingIds()).content);
    expect(compose([])).not.toContain(tag);
    expect(compose([])).toContain('secret');
    expect(compose([{ label: 'x', value: tag }])).toContain(tag);
  });
});

describe('tags that look like elements', () => {
  test.each([
    '<#if a gt 1>x<#else>y</#if>',
    '<@spring.message "a.b"/>',
    '<cfif vip EQ 1>x<cfelse>y</cfif>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
    '<c:if test="${vip}">x</c:if>',
    '<unsubscribe>x</unsubscribe>',
    'x <firstname fallback="you"></firstname>',
    'x <currentday/>',
    '<?php if ($a->b): ?>x<?php endif ?>',
  ])('%s is kept from import to export, in text and in buttons', async (text) => {
    const body = `<html><body><p>A ${text} b</p><table width="600"><tr><td bgcolor="#000000"><a href="https://a.example/" style="display:block;padding:9px">Go ${text}</a></td></tr></table></body></html>`;
    const { content } = importAll({ format: 'html', body });
    const { html, mjml } = await htmlOf(content.blocks as never);
    for (const out of [html, mjml]) {
      expect(out).toContain(`A ${text} b`);
      expect(out).toContain(`Go ${text}`);
    }
  });

  test.each([
    '<c:if onclick="x">',
    '<cfset onmouseover=x>',
    '<unsubscribe style="a">',
    '<c:if test="a" SRC="b">',
    '<?xml version="1.0"?>',
  ])('%s is none', (text) => expect(listMergeTags(text)).toEqual([]));

  test('what they hold begins no element', async () => {
    const { html } = await htmlOf([
      { type: 'button', text: '<?= "<script>alert(1)</script>" ?>', url: 'https://a.example/' },
    ]);
    expect(html).not.toContain('<script');
  });
});

describe('double quotes in a tag of an attribute', () => {
  const tag = '{{ TrackLink "https://a.example/" . }}';
  const imported = (href: string) =>
    importAll({ format: 'html', body: `<html><body><p>a <a href=${href}>b</a></p></body></html>` });
  test.each([`'${tag}'`, `"${tag.replaceAll('"', '&quot;')}"`])(
    '%s stay, because the attribute gets the other quotes',
    async (href) => {
      const { html, mjml } = await htmlOf(imported(href).content.blocks as never);
      for (const out of [html, mjml]) expect(out).toContain(`href='${tag}'`);
    },
  );

  test('stay in fields, and beside a quote of the other kind', async () => {
    const { html, mjml } = await htmlOf([
      { type: 'button', text: "It's", url: `https://a.example/'x'?u=${tag}` },
    ]);
    for (const out of [html, mjml]) expect(out).toContain(`href='https://a.example/&#39;x&#39;?u=${tag}'`);
  });

  test('are entities beside single ones in the same tag, with a warning', async () => {
    const { html, warnings } = await htmlOf([{ type: 'button', text: 'x', url: `{{ T "it's" }}` }]);
    expect(html).toContain('href="{{ T &quot;it\'s&quot; }}"');
    expect(warnings).toMatchObject([{ code: 'merge_tag_changed', blockId: expect.any(String) }]);
  });

  test('are filled in', async () => {
    const { html } = await htmlOf(
      [{ type: 'button', text: 'x', url: 'https://a.example/?n={{ name | default: "you" }}' }],
      {},
      { data: { name: 'O\'Neil "x"' } },
    );
    expect(html).toContain("href='https://a.example/?n=O&#39;Neil%20%22x%22'");
  });
});

test('an ERB tag is a tag at both ends: in the report of the import and in the export', async () => {
  const { content } = importAll({ format: 'html', body: '<p>Hello <%= name %></p>' });
  const { html } = await htmlOf(content.blocks as never);
  expect(html).toContain('Hello <%= name %>');
  expect(html).not.toContain('&lt;%');
});

describe('splitting', () => {
  const cases: [text: string, tags: string[]][] = [
    ['{{ a }}{{ b }}', ['{{ a }}', '{{ b }}']],
    ['{{{ raw }}}', ['{{{ raw }}}']],
    ['{{ a {{ b }}', ['{{ b }}']],
    ['{{ a', []],
    ['*|A|* *|B', ['*|A|*']],
    ['5 < 6 %> 7', []],
    [`{{${'x'.repeat(3000)}}}`, []],
  ];
  test.each(cases)('%s', (text, tags) => {
    expect(splitMergeTags(text).flatMap((piece) => (piece.isTag ? [piece.text] : []))).toEqual(tags);
  });

  test('what has elements inside is no tag in markup', () => {
    expect(splitMergeTags('{{ a <b>x</b> }}', true)).toEqual([{ text: '{{ a <b>x</b> }}', isTag: false }]);
    expect(splitMergeTags('{{ a &lt; 3 }}&lt;% b %&gt;', true).map(({ isTag }) => isTag)).toEqual([
      true,
      true,
    ]);
  });

  test('a dollar sign before a Liquid tag is text', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
    expect(listMergeTags('Pay ${{ price }} or ${% if x %}${ y }')).toEqual([
      '{{ price }}',
      '{% if x %}',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
      '${ y }',
    ]);
  });

  test('the pieces together are the text', () => {
    const mark = fc.constantFrom(
      ...MERGE_TAG_DIALECTS.flatMap(({ open, close }) => [open, close]),
      '&lt;%',
      '%&gt;',
      '{',
      '}',
      '<b>',
      'a',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 30 }), fc.boolean(), (marks, isMarkup) => {
        const text = marks.join('');
        const pieces = splitMergeTags(text, isMarkup);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        expect(mapOutsideMergeTags(text, (piece) => piece)).toBe(text);
      }),
    );
  });

  test('takes linear time for marks without end', () => {
    const opening = MERGE_TAG_DIALECTS.map(({ open }) => open)
      .join(' ')
      .repeat(100_000);
    splitMergeTags(opening);
    splitMergeTags(`${opening}<b>}}%}`, true);
    splitMergeTags(`${'{{ '.repeat(500_000)}<b> }}`, true);
    splitMergeTags(`${'{{ <b> }} '.repeat(200_000)}`, true);
  }, 120_000);
});

describe('what a tag means', () => {
  const cases: [tag: string, isOutput: boolean, expression: string][] = [
    ['{{ user.Name | default: "x" }}', true, 'user.Name'],
    ['{{{ raw }}}', true, 'raw'],
    ['{{~ name ~}}', true, 'name'],
    ['{{#each items}}', false, '#each items'],
    ['*|FNAME|*', true, 'FNAME'],
    ['*|IF:VIP|*', false, 'IF:VIP'],
    ['<%= user.name -%>', true, 'user.name'],
    ['&lt;%= name %&gt;', true, 'name'],
    ['<% if x %>', false, 'if x'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
    ['${user.name}', true, 'user.name'],
    ['{# note #}', false, 'note'],
  ];
  test.each(cases)('%s', (tag, isOutput, expression) => {
    expect(isOutputTag(tag)).toBe(isOutput);
    expect(expressionOfTag(tag)).toBe(expression);
    expect(nameOfTag(tag)).toBe(expression.toLowerCase());
  });

  test('conditions and loops open and close', () => {
    expect(readBlockStep('{%- if x %}')).toEqual({ kind: 'open', name: 'if' });
    expect(readBlockStep('{% endfor %}')).toEqual({ kind: 'close', name: 'for' });
    expect(readBlockStep('*|IFNOT:X|*')).toEqual({ kind: 'open', name: 'if' });
    expect(readBlockStep('*|END:IF|*')).toEqual({ kind: 'close', name: 'if' });
    expect(readBlockStep('{{/each}}')).toEqual({ kind: 'close', name: 'each' });
    expect(readBlockStep('{{ name }}')).toBeUndefined();
  });

  test('two spellings of one tag are the same', () => {
    expect(identityOfTag('{{ name }}')).toBe(identityOfTag('{{name | default: "x"}}'));
    expect(identityOfTag('<%= name %>')).toBe(identityOfTag('&lt;%= name %&gt;'));
    expect(identityOfTag('{{ name }}')).not.toBe(identityOfTag('{{{ name }}}'));
  });

  test('a text can be one tag and nothing else', () => {
    expect(isMergeTag('{{ a }}')).toBe(true);
    expect(isMergeTag('{{ a }} b')).toBe(false);
    expect(isMergeTag('a')).toBe(false);
  });
});
