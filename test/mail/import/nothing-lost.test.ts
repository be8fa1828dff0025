import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { importContent } from '../../../src/mail/import/index.ts';

import { runs } from '../../support/property-runs.ts';
import { countingIds } from '../model/reading.ts';

/**
 * Each part of these mails is one word that occurs once, so that a search finds whether it is in the content or in the
 * report. `#` stands for the number of a part.
 */
const TEXTS = ['text#', 'Text # text#b', 'text#&amp;more'];
const TAGS = [
  '{{ tag# }}',
  '{{ tag# | default: "x" }}',
  '*|TAG#|*',
  '<%= tag# %>',
  '<?= $tag# ?>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
  '${tag#}',
];
const LOGIC: [string, string][] = [
  ['{% if cond# %}', '{% endif %}'],
  ['{{#if cond#}}', '{{/if}}'],
  ['*|IF:COND#|*', '*|END:IF|*'],
  ['<!-- {{#each cond#}} -->', '<!-- {{/each}} -->'],
  ['<!-- for {% for a in cond# %} -->', '<!-- {% endfor %} -->'],
  ['<#if cond#>', '</#if>'],
  ['<c:if test="cond#">', '</c:if>'],
];
const WORD = /(?:text|tag|cond|link|pic|deep|area)\d+b?/gi;

const pick = (...parts: string[]) => fc.constantFrom(...parts);
const inline: fc.Arbitrary<string> = fc.oneof(
  pick(...TEXTS, ...TAGS),
  pick(
    '<a href="https://a.example/link#">text#</a>',
    '<a href="{{ tag# }}"><b>text#</b></a>',
    '<a href="https://a.example/?u={{ tag# }}&amp;x=link#">text#</a>',
    '<a href="deep#://open">text#</a>',
    '<a href=\'{{ T "tag#" . }}\'>text#</a>',
    '<img src="https://a.example/pic#.png" alt="text#" width="20">',
    '<img src="{{ tag# }}" alt="">',
    '<font color="{{ tag# }}">text#</font>',
    '<span style="color:{{ tag# }}">text#</span>',
    '<span {{ tag# }}>text#</span>',
    '<foo>text#</foo>',
    '<unsubscribe>text#</unsubscribe>',
    '<label>text#</label><input placeholder="{{ tag# }}">',
    '<select><option>text#</option></select>',
    '<!-- {{ tag# }} -->',
    '<i class="{{ tag# }}">text#</i>',
  ),
);
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));

const block: fc.Arbitrary<string> = fc.letrec<{ block: string }>((tie) => {
  const inner = fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n'));
  const leaf = fc.oneof(
    line.map((text) => `<p>${text}</p>`),
    line.map((text) => `<h2>${text}</h2>`),
    line,
    fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
    pick(
      '<picture><source srcset="https://a.example/pic#.png"><img src="https://a.example/pic#.jpg" alt="text#"></picture>',
      '<img usemap="#m#" src="https://a.example/pic#.png" alt="text#"><map name="m"><area href="https://a.example/area#" alt="text#"></map>',
      '<form action="https://a.example/link#"><button>text#</button></form>',
      '<video src="https://a.example/link#" poster="https://a.example/pic#.png">text#</video>',
      '<details><summary>text#</summary>text#</details>',
      '<dl><dt>text#</dt><dd>text#</dd></dl>',
      '<div style="display:none">text# {{ tag# }} <a href="https://a.example/link#">text#</a></div>',
      '<noscript>text#</noscript>',
      '<textarea>text#</textarea>',
      '<table><tr><td background="https://a.example/pic#.png">text#</td></tr></table>',
      '<a href="https://a.example/link#" style="display:block;background:#000000;padding:9px">text# {{ tag# }}</a>',
      '<a href="https://a.example/link#"><img src="https://a.example/pic#.png" alt="text#"> text#</a>',
      '<table border="1"><tr><th>text#</th><th>text#</th></tr><tr><td>{{ tag# }}</td><td>text#</td></tr></table>',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
      '<p v-if="cond#" th:text="${tag#}">text#</p>',
    ),
  );
  return {
    block: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 4, arbitrary: leaf },
      inner.map((html) => `<div>${html}</div>`),
      inner.map((html) => `<table width="600"><tr><td>${html}</td></tr></table>`),
      fc
        .tuple(inner, inner)
        .map(([one, other]) => `<table width="600"><tr><td>${one}</td><td>${other}</td></tr></table>`),
      fc.tuple(fc.constantFrom(...LOGIC), inner).map(([[open, close], html]) => `${open}${html}${close}`),
      fc
        .tuple(fc.constantFrom(...LOGIC), inner)
        .map(
          ([[open, close], html]) => `<table width="600">${open}<tr><td>${html}</td></tr>${close}</table>`,
        ),
      fc
        .tuple(fc.constantFrom(...LOGIC), inner, inner)
        .map(
          ([[open, close], one, other]) =>
            `<table width="600"><tr><td>${one}</td>${open}<td>${other}</td>${close}</tr></table>`,
        ),
    ),
  };
}).block;

const component: fc.Arbitrary<string> = fc.oneof(
  block.map((html) => `<mj-text>${html}</mj-text>`),
  block.map((html) => `<mj-raw>${html}</mj-raw>`),
  line.map((text) => `<mj-button href="https://a.example/link#">${text}</mj-button>`),
  pick(
    '<mj-image src="https://a.example/pic#.png" alt="text#" href="https://a.example/link#" title="{{ tag# }}" />',
    '<mj-image src="{{ tag# }}" alt="{{ tag# }}" />',
    '<mj-divider border-color="{{ tag# }}" />',
    '<mj-navbar><mj-navbar-link href="https://a.example/link#">text#</mj-navbar-link></mj-navbar>',
    '<mj-navbar>{{#each cond#}}<mj-navbar-link href="{{ tag# }}">text#</mj-navbar-link>{{/each}}</mj-navbar>',
    '<mj-social><mj-raw>{{#if cond#}}</mj-raw><mj-social-element name="x" href="https://a.example/link#" src="https://a.example/pic#.png">text#</mj-social-element><mj-raw>{{/if}}</mj-raw></mj-social>',
    '<mj-social><mj-social-element name="x" href="https://a.example/link#" src="https://a.example/pic#.png">text#</mj-social-element></mj-social>',
    '<mj-table><tr><td>text#</td></tr><!-- {{#each cond#}} --><tr><td>{{ tag# }}</td></tr><!-- {{/each}} --></mj-table>',
    '<mj-accordion>{{#if cond#}}<mj-accordion-element><mj-accordion-title>text#</mj-accordion-title><mj-accordion-text>text#</mj-accordion-text></mj-accordion-element>{{/if}}</mj-accordion>',
    '<mj-carousel><mj-carousel-image src="https://a.example/pic#.png" thumbnails-src="https://a.example/pic#.jpg" href="https://a.example/link#" alt="text#" /></mj-carousel>',
    '<mj-unknown href="https://a.example/link#">text#</mj-unknown>',
    'text# {{ tag# }}',
  ),
);
const column = fc.array(component, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n'));
const row: fc.Arbitrary<string> = fc.oneof(
  column.map(
    (parts) =>
      `<mj-section background-url="https://a.example/pic#.png"><mj-column>${parts}</mj-column></mj-section>`,
  ),
  fc
    .tuple(fc.constantFrom(...LOGIC), column, column)
    .map(
      ([[open, close], one, other]) =>
        `<mj-section><mj-column>${one}</mj-column>${open}<mj-column>${other}</mj-column>${close}</mj-section>`,
    ),
  fc
    .tuple(fc.constantFrom(...LOGIC), column)
    .map(
      ([[open, close], parts]) =>
        `<mj-wrapper background-url="https://a.example/pic#.png"><mj-raw>${open}</mj-raw><mj-section><mj-group><mj-column>${parts}</mj-column></mj-group></mj-section><mj-raw>${close}</mj-raw></mj-wrapper>`,
    ),
  column.map((parts) => `<mj-hero background-url="https://a.example/pic#.png">${parts}</mj-hero>`),
  pick('text#', '{{ tag# }}', '<!-- {% if cond# %} -->text#<!-- {% endif %} -->'),
);

/** Numbers the parts. */
function number(source: string): string {
  let count = 0;
  return source.replace(/(?<=[a-z])#(?!\w{6}|[fm#])/gi, () => `${++count}`).replace(/#m#/g, '#m');
}

/** The words of a source that are neither in the content nor in a note with a place. */
function lostWords(format: 'html' | 'mjml', body: string): string[] {
  const imported = importContent({ format, body }, { makeId: countingIds() });
  if (!imported.ok && /nothing in it that a mail shows/.test(imported.message)) return [];
  if (!imported.ok) throw new Error(`refused: ${imported.message}`);
  const { content, report } = imported;
  const named = report.notes.filter(({ line, path }) => line !== undefined || path !== undefined);
  const lines = body.split('\n');
  // A note about an element that was left out names what is in it by its line.
  const leftOut = named
    .filter(({ why }) => /left out/.test(why))
    .flatMap(({ line = 0, why }) => [
      line,
      ...(/also in line ([\d, ]+)/.exec(why)?.[1]?.split(', ').map(Number) ?? []),
    ])
    .map((line) => lines[line - 1] ?? '');
  const found = new Set(
    `${JSON.stringify(content)} ${JSON.stringify(named)} ${leftOut.join(' ')}`
      .match(WORD)
      ?.map((word) => word.toLowerCase()),
  );
  return [...new Set(body.match(WORD)?.map((word) => word.toLowerCase()))].filter((word) => !found.has(word));
}

describe('every text, address, picture, merge tag and condition is in the content or in the report', () => {
  test('of HTML', () => {
    const mails = fc
      .array(block, { minLength: 1, maxLength: 4 })
      .map((blocks) => number(`<html><body>\n${blocks.join('\n')}\n</body></html>`));
    fc.assert(
      fc.property(mails, (body) => expect(lostWords('html', body)).toEqual([])),
      { numRuns: runs(100) },
    );
  });

  test('of MJML', () => {
    const mails = fc
      .array(row, { minLength: 1, maxLength: 4 })
      .map((rows) => number(`<mjml><mj-body>\n${rows.join('\n')}\n</mj-body></mjml>`));
    fc.assert(
      fc.property(mails, (body) => expect(lostWords('mjml', body)).toEqual([])),
      { numRuns: runs(100) },
    );
  });
});
