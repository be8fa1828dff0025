import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { decodeHTML } from 'entities';
import { isOutputTag } from '../../../src/mail/parse/merge-tag-meaning.ts';
import { mapMergeTags } from '../../../src/mail/parse/merge-tags.ts';
import { renderPlainText, sanitizeMail } from '../../../src/mail/render/index.ts';
import { heavyMarkup, hostileMarkup } from './hostile-cases.ts';
import { assets, contentOf, elementsOf, htmlOf, type Loose } from './rendering.ts';

// Rendering is work for a processor, which may have other work at the time.
setDefaultTimeout(120_000);

const FORBIDDEN = new Set(
  'script iframe object embed form input button textarea select link base svg math frame applet noscript video audio'.split(
    ' ',
  ),
);
/** Elements of the compiler's own head that are harmless there. */
const HEAD = ['meta', 'style', 'title', 'head', 'html'];

/** What would run, load or submit in the HTML of a mail, as a browser's tokeniser sees it. */
function findActive(html: string): string[] {
  const body = html.slice(html.indexOf('</head>'));
  return elementsOf(body).flatMap(({ name, attributes }) => {
    const found = FORBIDDEN.has(name) || HEAD.includes(name) ? [name] : [];
    for (const [key, value] of Object.entries(attributes)) {
      if (/^on/.test(key)) found.push(`${name} ${key}`);
      if (/^(?:href|src|background|action)$/.test(key) && isActive(value))
        found.push(`${name} ${key}=${value}`);
      if (
        key === 'style' &&
        /expression\(|javascript:|(?:^|[;\s])(?:behavior|position):/i.test(decodeHTML(value))
      )
        found.push(`style ${value}`);
    }
    return found;
  });
}

function isActive(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these
  const decoded = decodeHTML(url).replace(/[\u0000-\u0020]/g, '');
  return /^(?:javascript|vbscript|data):/i.test(decoded.replace(/\{\{[^{}]*\}\}/g, ''));
}

/** The same text in every field that takes text. */
function everywhere(text: string): Loose[] {
  const blocks: Loose[] = [
    { type: 'title', content: text, color: text, fontFamily: text },
    { type: 'paragraph', content: text, styles: { backgroundColor: text } },
    { type: 'image', src: text, alt: text, linkUrl: text },
    { type: 'image', src: 'https://e.example/a.png', alt: text, linkUrl: text },
    { type: 'button', text, url: text, backgroundColor: text, textColor: text, fontFamily: text },
    { type: 'divider', color: text },
    { type: 'video', url: text, thumbnailUrl: text, alt: text },
    { type: 'social', icons: [{ platform: 'github', url: text }] },
    { type: 'html', content: text },
    { type: 'menu', items: [{ text, url: text, color: text }], separator: text, separatorColor: text },
    { type: 'table', rows: [{ cells: [{ content: text }] }], borderColor: text, headerBackgroundColor: text },
    { type: 'countdown', targetDate: text, timezone: text },
    { type: 'custom', customType: text, renderedHtml: text },
    { type: 'paragraph', content: '<p>guarded</p>', displayCondition: { before: text, after: text } },
  ];
  const section = {
    type: 'section',
    columns: '2',
    children: [blocks, []],
    wrapper: { backgroundColor: text },
  };
  return [...blocks, section];
}

const settings = (text: string) => ({
  preheaderText: text,
  locale: text,
  backgroundColor: text,
  textColor: text,
  linkColor: text,
  fontFamily: text,
});
const fonts = (text: string) => ({
  title: text,
  defaultFallback: text,
  customFonts: [{ name: text, url: text, fallback: text }],
});

describe('nothing runs, loads or submits', () => {
  test.each(hostileMarkup)('%j', async (text) => {
    const { html } = await htmlOf(everywhere(text), settings(text), fonts(text));
    expect(findActive(html)).toEqual([]);
    expect(html.match(/<style/g)?.length).toBeLessThan(8);
  });

  test('whatever values data has', async () => {
    const bad = {
      url: 'javascript:alert(1)',
      name: '<script>alert(1)</script>',
      color: '"><script>alert(1)</script>',
    };
    const blocks = [
      { type: 'paragraph', content: '<p>{{ name }} {{ name | raw }} <a href="{{ url }}">x</a></p>' },
      { type: 'button', text: '{{ name }}', url: '{{ url }}', backgroundColor: '{{ color }}' },
      {
        type: 'paragraph',
        content: '{{ "&lt;script&gt;" }}{{ "%3Cscript%3E" | url_decode }}{% render "/etc/passwd" %}',
      },
    ];
    const { html } = await htmlOf(blocks, {}, { data: bad });
    expect(findActive(html)).toEqual([]);
  });
});

describe('merge tags inside merge tags stay harmless when data is applied', () => {
  test.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
    '${<{%- assign a=1 -%}img src=x onerror=alert(1) &gt;',
    '{% raw %}{{ <{% endraw %}img src=x onerror=alert(1) }}',
    '{% raw %}{{ < {%- endraw -%} img src=x onerror=alert(1) }}',
    '*|<{{ nothing }}img src=x onerror=alert(1) |*',
    '<%= <{% if a %}{% endif %}img src=x onerror=alert(1) %>',
    '{# <{{ nothing }}img src=x onerror=alert(1) #}',
    '<{{ nothing }}img src=x onerror=alert(1) >',
    '< {%- assign a=1 -%}img src=x onerror=alert(1) >',
    '{% raw %}<{% endraw %}img src=x onerror=alert(1) >',
    '<span data-merge-tag="&lt;">x</span>{%- assign a=1 -%}img src=x onerror=alert(1) ',
    '<span data-merge-tag="&lt;{{ nothing }}">x</span>img src=x onerror=alert(1) ',
    '{% comment %}{{ <{% endcomment %}img src=x onerror=alert(1) }}',
    '{% echo "<" %}img src=x onerror=alert(1) {% cycle ">" %}',
    '{% capture a %}<{% endcapture %}{{ a | raw }}img src=x onerror=alert(1) ',
    '{% liquid echo "<" %}img src=x onerror=alert(1) ',
    '<a href="{{ nothing }}java{{ nothing }}script:alert(1)">x</a>',
    '<a href="{% if a %}{% else %}javascript:alert(1){% endif %}">x</a>',
    '<a href=\'{{ "javascript" }}:alert(1)\'>x</a>',
    '<p style="{% if a %}{% else %}position:fixed{% endif %}">x</p>',
    // Conditions that take away quotes and ends of elements.
    '<img src="https://e.example/a.png" alt="{% if a %}">{% endif %}<p title=" onerror=alert(1) ">x</p>',
    '<img src="https://e.example/a.png" {% if a %} alt="x">{% endif %} onerror=alert(1) ',
    '<img alt="{% if a %}" src="https://e.example/a.png" {% endif %} title=" onerror=alert(1) ">',
    '<img src="https://e.example/a.png" alt="{{ a">}}<p title=" onerror=alert(1) ">x</p>',
    '<img src="https://e.example/a.png" alt="{% raw %}">{% endraw %}<p title=" onerror=alert(1) ">x</p>',
  ])('%s', async (content) => {
    const displayCondition = { before: content, after: content };
    const blocks = [
      ...['paragraph', 'title', 'html'].map((type) => ({ type, content })),
      { type: 'paragraph', content: 'x', displayCondition },
    ];
    // One mail for each: a fault in one block keeps the data of the whole mail from being applied.
    for (const block of blocks) {
      const { html } = await htmlOf([block], {}, { data: {} });
      expect(findActive(html)).toEqual([]);
    }
  });
});

describe('values of merge tags inside a tag add no attributes', () => {
  const VALUE = 'x onclick=alert(1) style=position:fixed ';
  const cases = [
    '<a {{ u }}>x</a>',
    '<a {{u}} lang="de">x</a>',
    '<a href={{ u }}>x</a>',
    "<a href='{{ u }}' {{ u }}>x</a>",
    '<a href="https://e.example" {{#if a}}{{ u }}{{/if}}>x</a>',
    '<a {{#u}}{{.}}{{/u}}>x</a>',
    '<a {{&amp;u}}>x</a>',
    '<a {{{ u }}}>x</a>',
    '<a {{> u}}>x</a>',
    '<a {% if u %}{{ u }}{% endif %}>x</a>',
    '<a {% echo u %}>x</a>',
    '<a {% cycle u %}>x</a>',
    '<a {% tablerow i in u %}{{ i }}{% endtablerow %}>x</a>',
    '<a {% capture c %}{{ u }}{% endcapture %}{{ c }}>x</a>',
    '<a {{ u | raw }}>x</a>',
    '<p{{ u }}>x</p>',
    '<p {{ u }}="de">x</p>',
    '<p title{{ u }}="de">x</p>',
    '<p title={{ u }} lang=de>x</p>',
    '<p title={{u}}{{u}}>x</p>',
    '<{{ u }}>x</p>',
    '<p <span data-merge-tag="{{ u }}">u</span>>x</p>',
    '<a *|U|*>x</a>',
    '<a href=*|U|* *|IF:U|**|U|**|END:IF|*>x</a>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a merge tag
    '<a ${u}>x</a>',
    '<a <%= u %>>x</a>',
    '<a &lt;%= u %&gt;>x</a>',
  ];

  test.each(cases)('%s', async (content) => {
    const blocks = ['paragraph', 'title', 'html'].map((type) => ({ type, content }));
    const { html } = await htmlOf(blocks, {}, { data: { u: VALUE, a: true } });
    const own = sanitizeMail(content, '').html;
    for (const mail of [html, own]) {
      // As sending services do, with the value escaped for HTML.
      const sent = mapMergeTags(mail, (tag) => (isOutputTag(tag) ? VALUE : ''));
      expect(findActive(sent)).toEqual([]);
    }
  });

  test.each([
    'red;position:fixed;top:0',
    'red;background:url(javascript:alert(1))',
    'red&#59;position:fixed',
    'red;behavior:url(x.htc)',
  ])('in a style: %s', async (u) => {
    const content = '<p style="color:{{ u }};margin:1px">x</p><p style="{{ u }}">y</p>';
    const { html } = await htmlOf([{ type: 'html', content }], {}, { data: { u } });
    expect(findActive(html)).toEqual([]);
    const plain = (await htmlOf([{ type: 'html', content }], {}, { data: { u: '#aa0000' } })).html;
    expect(plain).toContain('color:#aa0000;margin:1px');
  });

  test('conditions around attributes stay, all of an element or none', async () => {
    const kept = '<p {{#if a}}lang="fr"{{else}}dir="rtl"{{/if}}>x</p>';
    const { html } = await htmlOf([{ type: 'html', content: kept }]);
    expect(html).toMatch(/<p \{\{#if a\}\} lang="fr" \{\{else\}\} dir="rtl" \{\{\/if\}\}/);
    const dropped = '<p {% if a > 1 %}lang="fr"{% endif %}>x</p>';
    const other = (await htmlOf([{ type: 'html', content: dropped }])).html;
    expect(other).toContain('lang="fr"');
    expect(other).not.toContain('{% endif %}');
  });
});

describe('conditions between attributes keep their comparisons and what they close', () => {
  test.each([
    ['<p {% if a == "b" %}lang="fr"{% endif %}>', `<p {% if a == 'b' %} lang="fr" {% endif %}>`],
    ['<p {% if a != 3 %}lang="fr"{% endif %}>', '<p {% if a != 3 %} lang="fr" {% endif %}>'],
    ['<p {{#if (eq a "b")}}lang="fr"{{/if}}>', `<p {{#if (eq a 'b')}} lang="fr" {{/if}}>`],
    ['<p *|IF:A=b|* lang="fr" *|END:IF|*>', '<p *|IF:A=b|* lang="fr" *|END:IF|*>'],
    ['<p {{#if a}}lang=fr{{/if}}>', '<p {{#if a}} lang="fr" {{/if}}>'],
    ['<p {% if a %}lang={{ b }}{% endif %}>', '<p {% if a %} lang="{{ b }}" {% endif %}>'],
    [
      '<p {% if a %}lang={% if b %}fr{% endif %}{% endif %}>',
      '<p {% if a %} lang="{% if b %}fr{% endif %}" {% endif %}>',
    ],
    // Not a value without quotes: no condition is open.
    ['<p lang="fr{% endif %}">', '<p lang="fr ">'],
  ])('%s', (content, expected) => {
    expect(sanitizeMail(`${content}x</p>`, '').html).toContain(`${expected}x`);
  });

  test.each([
    '<p {% if onclick=alert(1) %}x{% endif %}>',
    '<p {% if a == onclick=alert(1) %}lang="fr"{% endif %}>',
    '<p {% if a =="b" onclick=alert(1) %}lang="fr"{% endif %}>',
    '<p {% if a != "b onclick=alert(1) %}lang="fr"{% endif %} title=" onclick=alert(1) ">',
    '<p {% if a == == onclick=alert(1) %}lang="fr"{% endif %}>',
    '<p *|IF:A=b onclick=alert(1)|* lang="fr" *|END:IF|*>',
    `<p {% if a == "b" or a == 'c' %}title="onclick=alert(1)"{% endif %}>`,
    '<p {% if onclick == "alert(1)" %}lang="fr"{% endif %}>',
    '<p {% if onclick != "alert" %}lang="fr"{% endif %}>',
  ])('no browser reads an attribute with a value in %s', async (content) => {
    const blocks = ['paragraph', 'html'].map((type) => ({ type, content: `${content}x</p>` }));
    const { html } = await htmlOf(blocks);
    for (const mail of [html, sanitizeMail(`${content}x</p>`, '').html])
      for (const { attributes } of elementsOf(mail)) expect(attributes.onclick ?? '=').toMatch(/^=?$/);
  });
});

describe('long and deep input comes to an end', () => {
  test.each(Object.entries(heavyMarkup))('%s', async (_name, text) => {
    const blocks = ['paragraph', 'html', 'title'].map((type) => ({ type, content: text }));
    const content = contentOf([...blocks, { type: 'button', text, url: text }]);
    const { html } = await htmlOf(content.blocks as unknown as Loose[]);
    expect(findActive(html)).toEqual([]);
    expect(renderPlainText(content, { assets }).length).toBeLessThan(5_000_000);
  });

  test('loops in merge tags', async () => {
    const content = '{% for i in (1..100000000) %}{{ i }}{% endfor %}';
    const { warnings } = await htmlOf([{ type: 'paragraph', content }], {}, { data: {} });
    expect(warnings.map(({ code }) => code)).toEqual(['data_not_applied']);
  });
});
