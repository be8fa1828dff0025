import { button, paragraph } from './press.ts';

/** Texts with values, and the variables that are missing then. */
export const MISSING: [text: string, data: object, missing: string[]][] = [
  ['{{ a }} {{ a }} {{ b.c }}', {}, ['a', 'b.c']],
  ['{{ a | default: "x" }}', {}, []],
  ['{% if a %}{{ a }}{% endif %}', {}, []],
  ['{{ a }}', { a: null }, ['a']],
  ['{{ a }}', { a: '' }, []],
  ['{{ a }}', { a: 0 }, []],
  ['{{ a }}', { a: false }, []],
  ['{{ a }}', { a: { b: 1 } }, ['a']],
  ['{{ a | upcase }}', {}, ['a']],
  ['{% for x in list %}{{ x.y }}{% endfor %}', {}, ['list']],
  ['{% for x in list %}{{ x.y }}{% endfor %}', { list: [{ y: 1 }, {}] }, ['x.y']],
  ['{% for x in (1..2) %}{{ x }}{% endfor %}', {}, []],
  ['{% assign x = a %}{{ x }}', {}, ['x']],
  [
    '{{ constructor }} {{ __proto__ }} {{ toString.name }}',
    {},
    ['constructor', '__proto__', 'toString.name'],
  ],
  ['{{ a.constructor.name }}', { a: 'x' }, ['a.constructor.name']],
  ['{% echo a %}', {}, ['a']],
];

const EVIL = `"><script>alert(1)</script>'&`;

/** Places in which values stand, and how they are escaped there. */
export const ESCAPED: [what: string, block: object, data: object, has: string][] = [
  [
    'text',
    paragraph('<p>{{ a }}</p>'),
    { a: EVIL },
    '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;',
  ],
  ['text, filter raw', paragraph('<p>{{ a | raw }}</p>'), { a: '<b>' }, '&lt;b&gt;'],
  ['text, filter escape, once', paragraph('<p>{{ a | escape }}</p>'), { a: '<b>' }, '>&lt;b&gt;<'],
  ['text, filter that adds markup', paragraph('<p>{{ a | newline_to_br }}</p>'), { a: 'x\ny' }, 'x&lt;br'],
  ['text, echo', paragraph('<p>{% echo a %}</p>'), { a: '<b>' }, '&lt;b&gt;'],
  ['text, cycle', paragraph('<p>{% cycle a, "z" %}</p>'), { a: '<b>' }, '&lt;b&gt;'],
  [
    'attribute',
    paragraph('<p title="{{ a }}">x</p>'),
    { a: '" onclick="x' },
    'title="&quot; onclick=&quot;x"',
  ],
  ['link, script', button('{{ a }}'), { a: 'javascript:alert(1)' }, 'href="#"'],
  ['link, hidden script', button('{{ a }}'), { a: 'java\tscript&colon;alert(1)' }, 'href="java'],
  ['link, script made of parts', button('{{ a }}{{ b }}'), { a: 'java', b: 'script:x' }, 'href="#"'],
  [
    'link, whole',
    button('{{ a }}'),
    { a: 'https://x.example/?a=1&b=2' },
    'href="https://x.example/?a=1&amp;b=2"',
  ],
  ['link, path', button('https://x.example/{{ a }}/z'), { a: 'b/c d"' }, 'https://x.example/b/c%20d%22/z'],
  [
    'link, parameter',
    button('https://x.example/?q={{ a }}&z=1'),
    { a: 'b&c=d#e' },
    '?q=b%26c%3Dd%23e&amp;z=1',
  ],
  [
    'link, parameter, encoded by the author',
    button('https://x.example/?q={{ a | url_encode }}'),
    { a: 'b&c' },
    '?q=b%26c"',
  ],
  ['link, parameters', button('https://x.example/?{{ a }}'), { a: 'b=1&c=2' }, '?b=1&amp;c=2"'],
  [
    'link, address',
    button('mailto:{{ a }}'),
    { a: 'a+b@x.example?bcc=c@d.example' },
    'mailto:a+b@x.example%3Fbcc%3Dc@d.example"',
  ],
  ['style, value', paragraph('<p style="color:{{ a }}">x</p>'), { a: 'red;position:fixed' }, 'color:red'],
  [
    'picture',
    { ...paragraph(''), type: 'html', content: '<img alt="" src="{{ a }}">' },
    { a: 'data:text/html,x' },
    'src="#"',
  ],
];

/** Templates that are refused. */
export const REFUSED: [what: string, text: string, data: object, status: number, says: RegExp][] = [
  ['no valid Liquid', '{% if %}{{ a', {}, 422, /merge tags of this template cannot be filled/],
  ['a tag of another language', '{{#if a}}x{{/if}}', {}, 422, /cannot be filled/],
  ['a block that is open', '{% if a %}x', {}, 422, /cannot be filled/],
  ['an include', '{% include "/etc/passwd" %}', {}, 422, /they include other templates, which mails cannot/],
  ['a layout', '{% layout "x" %}', {}, 422, /cannot be filled/],
  ['a huge range', '{% for i in (1..1000000000) %}x{% endfor %}', {}, 422, /memory/],
  [
    'loops within loops',
    `${'{% for i in (1..1000) %}'.repeat(4)}{% if a %}x{% endif %}${'{% endfor %}'.repeat(4)}`,
    {},
    422,
    /limit/,
  ],
  [
    'a text that doubles',
    `{% assign s = "xxxxxxxxxxxxxxxx" %}${'{% assign s = s | append: s %}'.repeat(40)}{{ s }}`,
    {},
    422,
    /memory/,
  ],
  [
    'a filter on a huge text',
    `{% assign s = "aaaaaaaaaaaaaaaa" %}${'{% assign s = s | replace: "a", s %}'.repeat(8)}{{ s }}`,
    {},
    422,
    /cannot be filled/,
  ],
  ['a date with a huge width', '{{ "now" | date: "%999999999d" }}', {}, 422, /memory/],
  [
    'output without end',
    '{% for a in l %}{% for b in l %}{{ long }}{% endfor %}{% endfor %}',
    { l: Array(1000).fill(1), long: 'x'.repeat(10_000) },
    413,
    /more than 2000000 characters/,
  ],
];
