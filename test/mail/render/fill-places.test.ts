import { describe, expect, test } from 'bun:test';
import { CompiledMail } from '../../../src/mail/render/fill.ts';

function fill(html: string, data: Record<string, unknown>): string {
  const mail = new CompiledMail({ subject: null, preheader: null, html, mjml: '', plainText: '' });
  return JSON.parse(Buffer.from(mail.fill(data, false).html).toString());
}

const SCRIPT = 'javascript:alert(1)';
const BREAKOUT = `"'><img src=x onerror=alert(1)>`;
const SAFE = '&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;';

describe('a value is escaped by where it stands', () => {
  const cases: [what: string, html: string, data: Record<string, unknown>, filled: string][] = [
    [
      'link behind a condition with a >',
      '<a {% if a > 1 %}href="{{ u }}"{% endif %}>x</a>',
      { a: 2, u: SCRIPT },
      '<a href="#">x</a>',
    ],
    [
      'link behind an attribute with a >',
      '<a title="a > b" {% if a >= 1 %}{% endif %} href="{{ u }}">x</a>',
      { a: 2, u: SCRIPT },
      '<a title="a > b"  href="#">x</a>',
    ],
    [
      'link in a condition with quotes',
      `<a {% if a == "<'>" %}{% else %}href="{{ u }}"{% endif %}>x</a>`,
      { u: SCRIPT },
      '<a href="#">x</a>',
    ],
    ['link over lines', '<a\n\thref\n=\n"{{ u }}"\n>x</a>', { u: SCRIPT }, '<a\n\thref\n=\n"#"\n>x</a>'],
    ['link without a space in front', '<a class="x"href="{{ u }}">', { u: SCRIPT }, '<a class="x"href="#">'],
    ['link after a slash', '<a/href="{{ u }}">', { u: SCRIPT }, '<a/href="#">'],
    ['link in capitals', '<A HREF="{{ u }}">', { u: SCRIPT }, '<A HREF="#">'],
    ['link, {% liquid %}', '<a href="{% liquid echo u %}">', { u: SCRIPT }, '<a href="#">'],
    ['text, {% liquid %}', '<p>{% liquid echo u %}</p>', { u: BREAKOUT }, `<p>${SAFE}</p>`],
    [
      'text, {% liquid %} with a loop',
      '<p>{% liquid\nfor i in (1..1)\necho u\nendfor %}</p>',
      { u: '<b>' },
      '<p>&lt;b&gt;</p>',
    ],
    ['link, entities in the template', '<a href="jav&#x09;ascript{{ u }}">', { u: ':x' }, '<a href="#">'],
    ['link, named entities', '<a href="javascript&colon;{{ u }}">', { u: 'x' }, '<a href="#">'],
    [
      'link, entities in the value',
      '<a href="{{ u }}">',
      { u: 'jav&#x09;ascript:x' },
      '<a href="jav&amp;#x09;ascript:x">',
    ],
    ['link, tab in the value', '<a href="{{ u }}">', { u: 'jav\tascript:x' }, '<a href="jav%09ascript:x">'],
    ['link, zero-width space', '<a href="{{ u }}">', { u: '\u200bjava\u200bscript:x' }, '<a href="#">'],
    [
      'link, line separator',
      '<a href="{{ u }}x">',
      { u: '\u2028https://a.example/' },
      '<a href="https://a.example/x">',
    ],
    [
      'link, captured',
      '{% capture c %}{{ u }}{% endcapture %}<a href="{{ c }}">',
      { u: SCRIPT },
      '<a href="#">',
    ],
    ['link, assigned', '{% assign c = u | append: "(1)" %}<a href="{{ c }}">', { u: SCRIPT }, '<a href="#">'],
    ['link, assigned inside', '<a href="{% assign c = u %}{{ c }}">', { u: SCRIPT }, '<a href="#">'],
    ['link, default', '<a href="{{ x | default: u }}">', { u: SCRIPT }, '<a href="#">'],
    [
      'link, url_encode',
      '<a href="{{ u | url_encode }}">',
      { u: SCRIPT },
      '<a href="javascript%3Aalert(1)">',
    ],
    ['link, url_decode', '<a href="{{ u | url_decode }}">', { u: 'javascript%3Ax' }, '<a href="#">'],
    [
      'link, letters from a loop',
      '<a href="{% for c in u %}{{ c }}{% endfor %}">',
      { u: [...SCRIPT] },
      '<a href="#">',
    ],
    ['link, cycle', '<a href="{% cycle u, "x" %}">', { u: SCRIPT }, '<a href="#">'],
    [
      'VML',
      '<!--[if mso]><v:rect href="{{ u }}"><![endif]-->',
      { u: SCRIPT },
      '<!--[if mso]><v:rect href="#"><![endif]-->',
    ],
    [
      'VML picture',
      '<!--[if mso]><v:fill src="{{ u }}" /><![endif]-->',
      { u: SCRIPT },
      '<!--[if mso]><v:fill src="#" /><![endif]-->',
    ],
    [
      'end of a comment',
      '<!--[if mso]>{{ u }}<![endif]-->',
      { u: '--><b>' },
      '<!--[if mso]>--&gt;&lt;b&gt;<![endif]-->',
    ],
    ['background', '<td background="{{ u }}">', { u: SCRIPT }, '<td background="#">'],
    ['picture of MJML', '<mj-hero background-url="{{ u }}">', { u: SCRIPT }, '<mj-hero background-url="#">'],
    ['list of pictures', '<img srcset="a.png 1x, {{ u }} 2x">', { u: SCRIPT }, '<img srcset="#">'],
    ['poster', '<video poster="{{ u }}">', { u: SCRIPT }, '<video poster="#">'],
    ['xlink', '<image xlink:href="{{ u }}">', { u: SCRIPT }, '<image xlink:href="#">'],
    ['address in a style', '<td style="background:url({{ u }})">', { u: SCRIPT }, '<td style="">'],
    ['address in a style, quoted', `<td style="background:url('{{ u }}')">`, { u: SCRIPT }, '<td style="">'],
    [
      'style, declarations with a filter',
      '<td style="color:{{ u | uri_escape }};width:1px">',
      { u: 'red;display:none' },
      '<td style="color:red;width:1px">',
    ],
    [
      'style sheet',
      '<style>a{color:{{ u }}}</style>',
      { u: 'red}b{color:blue' },
      '<style>a{color:redbcolorblue}</style>',
    ],
    [
      'style sheet, function',
      '<style>a{width:{{ u }}}</style>',
      { u: 'expression(alert(1))' },
      '<style>a{width:expressionalert1}</style>',
    ],
    [
      'style sheet, color',
      '<style>a{color:{{ u }}}</style>',
      { u: 'rgb(1, 2, 3)' },
      '<style>a{color:rgb(1, 2, 3)}</style>',
    ],
    ['style sheet, end', '<style>{{ u }}</style>', { u: '</style><b>' }, '<style>styleb</style>'],
    [
      'style sheet of MJML',
      '<mj-style>a{color:{{ u }}}</mj-style>',
      { u: 'red}' },
      '<mj-style>a{color:red}</mj-style>',
    ],
    [
      'style sheet with an attribute',
      '<style media="{{ m }}">a{color:{{ u }}}</style>',
      { m: 'screen', u: 'red}' },
      '<style media="screen">a{color:red}</style>',
    ],
    [
      'text behind a style sheet',
      '<style>a{}</style><p>{{ u }}</p>',
      { u: 'a:b' },
      '<style>a{}</style><p>a:b</p>',
    ],
    ['attribute', '<p title="{{ u }}">', { u: BREAKOUT }, `<p title="${SAFE}">`],
    ['attribute, filter raw', '<p title="{{ u | raw }}">', { u: BREAKOUT }, `<p title="${SAFE}">`],
    ['attribute, appended quote', `<p title="{{ u | append: '"' }}">`, { u: 'x' }, '<p title="x&quot;">'],
    [
      'attribute, table row',
      '<p title="{% tablerow i in l %}{{ i }}{% endtablerow %}">',
      { l: ['" onclick=x'] },
      '<p title="<tr class=&quot;row1&quot;><td class=&quot;col1&quot;>&quot; onclick=x</td></tr>">',
    ],
    ['attribute, raw', '<p title="{% raw %}{{ u }}{% endraw %}">', { u: 'x' }, '<p title="{{ u }}">'],
    ['text, raw with a link', '{% raw %}<a href="{{ u }}">{% endraw %}', { u: 'x' }, '<a href="{{ u }}">'],
    [
      'text, captured markup',
      '{% capture c %}<b>{{ u }}</b>{% endcapture %}{{ c }}',
      { u: '<i>' },
      '&lt;b&gt;&amp;lt;i&amp;gt;&lt;/b&gt;',
    ],
    ['text, unescaped by a filter', '{{ u | strip_html | url_decode }}', { u: '%3Cb%3E' }, '&lt;b&gt;'],
    ['text, control characters', '<p>{{ u }}</p>', { u: 'a\u0000b\u001bc' }, '<p>abc</p>'],
    ['text, UTF-7', '<p>{{ u }}</p>', { u: '+ADw-script+AD4-' }, '<p>+ADw-script+AD4-</p>'],
    ['Liquid in a value', '<p>{{ u }}</p>', { u: '{{ secret }}', secret: 's' }, '<p>{{ secret }}</p>'],
    ['title', '<title>{{ u }}</title>', { u: '</title><b>' }, '<title>&lt;/title&gt;&lt;b&gt;</title>'],
    ['a sign that is no element', '<p>1 < 2 {{ u }} <3 {{ u }}</p>', { u: '<' }, '<p>1 < 2 &lt; <3 &lt;</p>'],
  ];
  test.each(cases)('%s', (_what, html, data, filled) => {
    expect(fill(html, data)).toBe(filled);
  });
});

describe('is refused where no value is safe', () => {
  test.each([
    ['an attribute without quotes', '<a href={{ u }}>'],
    ['an attribute without quotes, later', '<a href=x{{ u }}>'],
    ['between attributes', '<a {{ u }}>'],
    ['between attributes, echo', '<a {% echo u %}>'],
    ['between attributes, liquid', '<a {% liquid echo u %}>'],
    ['between attributes, capture', '<a {% capture x %}href="{{ u }}"{% endcapture %}>'],
    ['between attributes, in a condition', '<a {% if u %}{{ u }}{% endif %}>'],
    ['a condition that ends outside', '<a {% if u %}href="{{ u }}">{% endif %}'],
    ['the name of an element', '<{{ u }}>'],
    ['the name of an element, a part', '<im{{ u }}>'],
    ['the name of an element in a loop', '{% for x in l %}<{{ x }}{% endfor %}'],
    ['the name of an element, closing', '</{{ u }}>'],
    ['the name of an attribute', '<a {{ u }}="x">'],
    ['the name of an attribute, a part', '<a hr{{ u }}="x">'],
    ['a script', '<a onclick="{{ u }}">'],
    ['a document', '<iframe srcdoc="{{ u }}">'],
    ['a raw that ends in an attribute', '{% raw %}<a href="{% endraw %}{{ u }}">'],
    ['a raw that ends in a tag', '{% raw %}<a {% endraw %}{% if u %}href="{{ u }}"{% endif %}>'],
    ['a comment that ends in an attribute', '{% comment %}<a href="{% endcomment %}{{ u }}">'],
    ['a comment around a quote', '<a title="{% comment %}" href="{% endcomment %}{{ u }}">'],
    ['a condition around a quote', '<a title="{% if u %}" href="{% endif %}{{ u }}">'],
    ['an element that does not end', '<a href="{{ u }}'],
    ['the mark of attributes', '<a href="{% mail_attribute text %}{{ u }}{% endmail_attribute %}">'],
    ['the end of the mark', '<a href="x{% endmail_attribute %}{{ u }}{% mail_attribute text %}">'],
  ])('%s', (_what, html) => {
    expect(() => fill(html, { u: SCRIPT, l: ['script'] })).toThrow();
  });
});

test('a long mail with many tags', () => {
  const html = '<p title="{{ a }}">{{ a }} <</p>'.repeat(4000);
  expect(fill(html, { a: '1' })).toHaveLength('<p title="1">1 <</p>'.length * 4000);
});
