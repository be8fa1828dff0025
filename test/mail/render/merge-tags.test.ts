import { describe, expect, test } from 'bun:test';
import { renderPlainText } from '../../../src/mail/render/index.ts';
import { assets, bodyOf, contentOf, htmlOf, mjmlOf, valuesOf } from './rendering.ts';

/** Merge tags, what they become inside an attribute where they differ there, and what has to close them there. */
const tags: [tag: string, inAttribute?: string | undefined, end?: string][] = [
  ['{{ name }}'],
  ['{{name|upcase}}'],
  ['{{{ raw }}}'],
  ['{% if x < 3 %}', undefined, '{% endif %}'],
  ['{% if a > 3 && b %}', undefined, '{% endif %}'],
  ['{{ name | default: "there" }}'],
  ["{{ name | default: 'there' }}"],
  ['{{ "a" | append: \'b\' }}', "{{ &quot;a&quot; | append: 'b' }}"],
  ['{{#each items}}', undefined, '{{/each}}'],
  ['{{ größe }}'],
  ['{# a note #}'],
  ['*|FNAME|*'],
  ['*|IF:A>3|*', undefined, '*|END:IF|*'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
  ['${user.name}'],
  ['<%= name %>'],
];

describe.each(tags)('%s', (tag, alone = tag, end = '') => {
  const inAttribute = alone + end;
  const quote = inAttribute.includes('"') ? "'" : '"';

  test('stays in text', async () => {
    const blocks = [
      { type: 'paragraph', content: `<p>Dear ${tag}, <strong>${tag}</strong></p>` },
      { type: 'title', content: tag },
      { type: 'button', text: tag, url: 'https://example.com' },
      { type: 'html', content: `<div>${tag}</div>` },
      { type: 'table', rows: [{ cells: [{ content: tag }] }] },
      { type: 'menu', items: [{ text: tag }] },
    ];
    const { html, mjml } = await htmlOf(blocks, {}, { title: 'x' });
    expect(bodyOf(html).split(tag).length - 1).toBe(7);
    expect(mjml.split(tag).length - 1).toBe(7);
    expect(renderPlainText(contentOf(blocks), { assets }).split(tag).length - 1).toBe(7);
  });

  test('stays in URLs and other attributes', async () => {
    const url = `https://example.com/${tag}${end}?a=1&b=2`;
    const image = { type: 'image', src: url, alt: tag + end, linkUrl: url };
    const { html } = await htmlOf([image, { type: 'button', text: 'x', url: `${tag}${end}?a=1&b=2` }]);
    expect(html).toContain(`src=${quote}https://example.com/${inAttribute}?a=1&amp;b=2${quote}`);
    expect(html).toContain(`href=${quote}https://example.com/${inAttribute}?a=1&amp;b=2${quote}`);
    expect(html).toContain(`href=${quote}${inAttribute}?a=1&amp;b=2${quote}`);
    expect(html).toContain(`alt=${quote}${inAttribute}${quote}`);
  });

  test('stays in links of rich text, as editors write them', async () => {
    const entities = tag
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
    const content = `<p><a href="${entities}${end}?a=1&amp;b=2">${entities}</a></p>`;
    const { html } = await htmlOf([{ type: 'paragraph', content }]);
    expect(html).toContain(`href=${quote}${inAttribute}?a=1&amp;b=2${quote}`);
    expect(html).toContain(`>${tag}</a>`);
  });

  test('stays around a block, in columns too', async () => {
    const displayCondition = { label: 'x', before: tag, after: '{% endif %}' };
    const paragraph = { type: 'paragraph', content: 'Guarded', displayCondition };
    const section = { type: 'section', children: [[paragraph]] };
    const { html } = await htmlOf([paragraph, section]);
    const { mjml } = mjmlOf([paragraph, section]);
    for (const text of [html, mjml]) {
      const parts = text.split(/Guarded/);
      expect(parts).toHaveLength(3);
      expect(parts[0]).toContain(tag);
      expect(parts[1]).toContain('{% endif %}');
      expect(parts[1]).toContain(tag);
      expect(parts[2]).toContain('{% endif %}');
    }
  });
});

test('the marks of an editor give way to the tags they stand for', async () => {
  const mark = '<span class="tag" data-merge-tag="{{ name | default: &quot;you&quot; }}">Name</span>';
  const logic = '<span data-logic-merge-tag="{% if a &lt; 3 %}">IF</span>';
  const { html } = await htmlOf([{ type: 'paragraph', content: `<p>Dear ${mark}${logic}!</p>` }]);
  expect(html).toContain('Dear {{ name | default: "you" }}{% if a < 3 %}!');
});

test('a tag between attributes stays where it can do no harm', async () => {
  const content = '<p {% if vip %}lang="fr"{% endif %} {{ onclick=x }}>x</p>';
  const { html } = await htmlOf([{ type: 'paragraph', content }]);
  expect(html).toContain('<p {% if vip %} lang="fr" {% endif %} style=');
  expect(html).not.toContain('onclick');
});

test.each<[value: string, inAttribute: string]>([
  ['{% if a %}b', ' b'],
  ['{% endif %}b', ' b'],
  ['{% else %}b', ' b'],
  ['{% if a %}b{% else %}c', ' b c'],
  ['{% if a %}b{% for c in d %}e{% endif %}', ' b e '],
  ['{% comment %}b', ' b'],
  ['{{#if a}}b{{ c }}', ' b{{ c }}'],
  ['{{^a}}b', ' b'],
  ['*|IF:A|*b', ' b'],
  ['*{% if a %}|IF:A|*b', '* |IF:A|*b'],
  ['{% if a %}b{% else %}c{% endif %}', '{% if a %}b{% else %}c{% endif %}'],
  ['{{#if a}}b{{else}}c{{/if}}', '{{#if a}}b{{else}}c{{/if}}'],
  ['{{#a}}b{{/a}}{{^a}}c{{/a}}', '{{#a}}b{{/a}}{{^a}}c{{/a}}'],
  ['*|IF:A|*b*|ELSE:|*c*|END:IF|*', '*|IF:A|*b*|ELSE:|*c*|END:IF|*'],
  ['{% case a %}{% when 1 %}b{% endcase %}', '{% case a %}{% when 1 %}b{% endcase %}'],
])('an attribute with %s has %s, so that no condition takes its quote away', async (value, inAttribute) => {
  const attack = `<p title="${value}">x</p>{% endif %}<b title=" onclick=alert(1) x=">y</b>`;
  const blocks = [
    { type: 'paragraph', content: attack },
    { type: 'html', content: attack },
    { type: 'image', src: 'https://example.com/a.png', alt: value },
  ];
  const { html } = await htmlOf(blocks);
  expect(html.split(`title="${inAttribute}"`)).toHaveLength(3);
  expect(html).toContain(`alt="${inAttribute}"`);
});

test('guards of unknown languages and comments stay', async () => {
  for (const before of ['%%[ IF @vip ]%%', '#if($vip)', '<#if vip>', '<!-- IF vip -->']) {
    const displayCondition = { label: '', before, after: 'END' };
    const { html } = await htmlOf([{ type: 'paragraph', content: 'x', displayCondition }]);
    expect(html).toContain(before);
  }
});

test('colors may be merge tags', async () => {
  const styles = { backgroundColor: '{{ brand.light }}' };
  const blocks = [
    { type: 'paragraph', content: 'x', styles },
    {
      type: 'button',
      text: 'x',
      url: 'https://example.com',
      backgroundColor: '{{ brand.main }}',
      textColor: '*|INK|*',
    },
  ];
  const { html } = await htmlOf(blocks, { backgroundColor: '{{ brand.page }}' });
  for (const color of ['{{ brand.light }}', '{{ brand.main }}', '*|INK|*', '{{ brand.page }}']) {
    expect(html).toContain(`:${color};`);
  }
  expect(html).not.toContain('0.013');
});

describe('data', () => {
  const blocks = [
    { type: 'paragraph', content: '<p>Dear {{ name }}, *|FNAME|* <a href="{{ url }}?u={{ id }}">x</a></p>' },
    {
      type: 'paragraph',
      content: 'Gold',
      displayCondition: { before: '{% if vip %}', after: '{% endif %}' },
    },
  ];
  const data = { name: 'A & B <i>', url: 'https://example.com/', id: 7, vip: false };

  test('takes the place of tags in Liquid, escaped; other tags stay', async () => {
    const { html, mjml, warnings } = await htmlOf(blocks, {}, { data });
    expect(html).toContain('Dear A &amp; B &lt;i&gt;, *|FNAME|*');
    expect(valuesOf(html, 'a', 'href')).toEqual(['https://example.com/?u=7']);
    expect(html).not.toContain('Gold');
    expect(mjml).toContain('{{ name }}');
    expect(warnings).toEqual([]);
  });

  test('is in the plain text too, unescaped', () => {
    const text = renderPlainText(contentOf(blocks), { assets, data });
    expect(text).toBe('Dear A & B <i>, *|FNAME|* x (https://example.com/?u=7)\n');
  });

  test('what is no valid Liquid stays, with a warning', async () => {
    const { html, warnings } = await htmlOf([{ type: 'paragraph', content: '{% if %}{{ a' }], {}, { data });
    expect(html).toContain('{% if %}');
    expect(warnings[0]?.code).toBe('data_not_applied');
  });
});
