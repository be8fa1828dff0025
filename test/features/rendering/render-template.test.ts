import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { CompiledMail } from '../../../src/mail/render/fill.ts';
import { PLENTY } from '../../mcp/tool-client.ts';
import { contentOf, GUARD_MS, openPress, type Press, paragraph } from './press.ts';

setDefaultTimeout(GUARD_MS);

let press: Press;
beforeAll(async () => {
  press = await openPress(PLENTY);
});
afterAll(() => press.app.stop());

const button = (url: string) => ({ id: crypto.randomUUID(), type: 'button', text: 'Go', url });
const withSettings = (settings: object, ...blocks: object[]) => ({ ...contentOf(...blocks), settings });

async function renderWith(content: object, body: object = {}, name?: string) {
  const id = await press.create(content, name);
  return press.tenant.request('POST', `/templates/${id}/render`, { body });
}

async function fill(content: object, data: object) {
  const { status, body, text } = await renderWith(content, { data });
  if (status !== 200) throw new Error(text.slice(0, 500));
  return body.data;
}

describe('rendering a template with values', () => {
  test('answers everything a sender needs', async () => {
    const content = withSettings(
      { subject: 'Order {{ order.id }}\n for {{ name }}', preheaderText: 'Hello {{ name }}' },
      paragraph('<p>Dear {{ name }}, {{ nick | default: "friend" }}</p>'),
      button('https://shop.example/o?id={{ order.id }}'),
    );
    const answer = await renderWith(content, { data: { name: 'A & B', order: { id: 'x y&z' } } }, 'Internal');
    expect(answer.status).toBe(200);
    const { html, mjml, plain_text, html_bytes, ...rest } = answer.body.data;
    expect(rest).toEqual({
      subject: 'Order x y&z for A & B',
      preheader: 'Hello A & B',
      warnings: [],
      missing_variables: [],
    });
    expect(html).toContain('<title>Order x y&amp;z');
    expect(html).toContain('Dear A &amp; B, friend');
    expect(html).toContain('https://shop.example/o?id=x%20y%26z"');
    expect(mjml).toContain('Dear A &amp; B, friend');
    expect(plain_text).toContain('Dear A & B, friend');
    expect(html_bytes).toBe(Buffer.byteLength(html));
  });

  test('without a subject or preheader answers null', async () => {
    const { subject, preheader, missing_variables } = await fill(contentOf(paragraph('<p>x</p>')), {});
    expect([subject, preheader, missing_variables]).toEqual([null, null, []]);
  });

  test('answers the parts that were asked for', async () => {
    const content = contentOf(paragraph('<p>x</p>'));
    const html = await renderWith(content, { format: 'html' });
    expect([html.body.data.html !== undefined, html.body.data.mjml]).toEqual([true, undefined]);
    const mjml = await renderWith(content, { format: 'mjml' });
    expect([mjml.body.data.html, mjml.body.data.mjml !== undefined]).toEqual([undefined, true]);
  });

  test('the second rendering parses nothing again and starts no worker', async () => {
    const id = await press.create(contentOf(paragraph('<p>{{ a }}</p>')));
    const render = (a: string) =>
      press.tenant.request('POST', `/templates/${id}/render`, { body: { data: { a } } });
    expect((await render('first')).body.data.html).toContain('first');
    const jobs = press.jobs();
    expect((await render('second')).body.data.html).toContain('second');
    expect(press.jobs()).toBe(jobs);
  });

  test.each([
    ['a loop', '{% for i in (1..4000) %}{{ a }}.{% endfor %}', 4000],
    [
      'a loop within a loop',
      `${'{% for i in (1..90) %}'.repeat(2)}{{ a }}.${'{% endfor %}'.repeat(2)}`,
      8100,
    ],
  ])('what is too much for the serving thread is filled in a worker: %s', async (_what, text, times) => {
    const id = await press.create(contentOf(paragraph(`<p>${text}</p>`)));
    const render = async (a: string) =>
      (await press.tenant.request('POST', `/templates/${id}/render`, { body: { data: { a } } })).body.data
        .html;
    const fill = spyOn(CompiledMail.prototype, 'fill');
    try {
      expect((await render('b')).split('b.')).toHaveLength(times + 1);
      expect(fill).toHaveBeenCalledTimes(1);
      const jobs = press.jobs();
      // The server does not try again with as much data.
      expect((await render('cc')).split('cc.')).toHaveLength(times + 1);
      expect([fill.mock.calls.length, press.jobs()]).toEqual([1, jobs]);
    } finally {
      fill.mockRestore();
    }
  });

  test('a changed template is rendered anew', async () => {
    const id = await press.create(contentOf(paragraph('<p>one {{ a }}</p>')));
    const render = () =>
      press.tenant.request('POST', `/templates/${id}/render`, { body: { data: { a: 1 } } });
    expect((await render()).body.data.html).toContain('one 1');
    const body = { content: contentOf(paragraph('<p>two {{ a }}</p>')) };
    expect((await press.tenant.request('PUT', `/templates/${id}`, { body })).status).toBe(200);
    expect((await render()).body.data.html).toContain('two 1');
  });

  test('another tenant’s template is not found', async () => {
    const other = await press.app.openTenant('other');
    const id = await press.create(contentOf(paragraph('<p>x</p>')));
    expect((await other.request('POST', `/templates/${id}/render`, { body: {} })).status).toBe(404);
  });

  test('tags of other syntaxes stay, with a warning', async () => {
    const mail = await fill(contentOf(paragraph('<p>*|FNAME|* {{ a }}</p>')), { a: 'x' });
    expect(mail.html).toContain('*|FNAME|* x');
    expect(mail.warnings.map(({ code }: { code: string }) => code)).toEqual(['tags_not_filled']);
  });
});

describe('missing variables', () => {
  const cases: [text: string, data: object, missing: string[]][] = [
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
  test.each(cases)('%s with %j', async (text, data, missing) => {
    const answer = await fill(contentOf(paragraph(`<p>${text}</p>`)), data);
    expect(answer.missing_variables).toEqual(missing);
  });

  test('are told in subject and preheader too', async () => {
    const content = withSettings({ subject: '{{ a }}', preheaderText: '{{ b }}' }, paragraph('<p>x</p>'));
    expect((await fill(content, {})).missing_variables).toEqual(['a', 'b']);
  });

  test('are refused with strict, which names each', async () => {
    const content = contentOf(paragraph('<p>{{ a }} {{ b.c }}</p>'));
    const answer = await renderWith(content, { strict: true });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['data.a', 'data.b.c']);
    expect((await renderWith(content, { strict: true, data: { a: 1, b: { c: 2 } } })).status).toBe(200);
  });
});

const EVIL = `"><script>alert(1)</script>'&`;

describe('values are escaped by where they stand', () => {
  const cases: [what: string, block: object, data: object, has: string][] = [
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
  test.each(cases)('%s', async (_what, block, data, has) => {
    const { html, mjml } = await fill(contentOf(block), data);
    expect(html).toContain(has);
    for (const markup of [html, mjml]) {
      expect(markup).not.toMatch(/<script|onclick="|position:fixed|href="java\s*script/i);
    }
  });
});

describe('bad input', () => {
  const cases: [what: string, text: string, data: object, status: number, says: RegExp][] = [
    ['no valid Liquid', '{% if %}{{ a', {}, 422, /merge tags of this template cannot be filled/],
    ['a tag of another language', '{{#if a}}x{{/if}}', {}, 422, /cannot be filled/],
    ['a block that is open', '{% if a %}x', {}, 422, /cannot be filled/],
    [
      'an include',
      '{% include "/etc/passwd" %}',
      {},
      422,
      /they include other templates, which mails cannot/,
    ],
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
  test.each(cases)('%s', async (_what, text, data, status, says) => {
    const answer = await renderWith(contentOf(paragraph(`<p>${text}</p>`)), { data });
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(says)]);
    expect(answer.body.message).not.toContain('<');
  });

  test('the server and other mails go on after them', async () => {
    expect((await fill(contentOf(paragraph('<p>{{ a }}</p>')), { a: 'fine' })).html).toContain('fine');
  });

  test.each([
    ['too much', { data: { a: 'x'.repeat(300_000) } }, 422],
    ['10 MB', { data: { a: 'x'.repeat(10_000_000) } }, 413],
    ['a list', { data: [] }, 422],
    ['a text', { data: 'x' }, 422],
    ['null', { data: null }, 422],
    ['strict as text', { strict: 'perhaps' }, 422],
  ])('data: %s', async (_what, body, status) => {
    expect((await renderWith(contentOf(paragraph('<p>{{ a }}</p>')), body)).status).toBe(status);
  });

  test('prototypes in data neither print nor change anything', async () => {
    const id = await press.create(contentOf(paragraph('<p>[{{ polluted }}{{ a.b }}]</p>')));
    const json =
      '{"data":{"__proto__":{"polluted":"P"},"constructor":{"prototype":{"polluted":"P"}},"a":{"toString":1,"valueOf":2,"b":"B","then":"x","next":"y"}}}';
    const answer = await press.tenant.request('POST', `/templates/${id}/render`, {
      body: JSON.parse(json),
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data.html).toContain('[B]');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test('much data is filled in a worker process', async () => {
    const list = Array.from({ length: 2000 }, (_, index) => ({
      name: `Item ${index}`,
      price: 'x'.repeat(40),
    }));
    const { html, missing_variables } = await fill(
      contentOf(paragraph('<p>{% for i in list %}{{ i.name }} {% endfor %}</p>')),
      { list },
    );
    expect(html).toContain('Item 1999');
    expect(missing_variables).toEqual([]);
  });
});
