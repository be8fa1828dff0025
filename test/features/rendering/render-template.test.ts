import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { CompiledMail } from '../../../src/mail/render/fill.ts';
import { UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { button, contentOf, GUARD_MS, openPress, type Press, paragraph } from './press.ts';
import { ESCAPED, MISSING, REFUSED } from './render-cases.ts';

setDefaultTimeout(GUARD_MS);

let press: Press;
beforeAll(async () => {
  press = await openPress(UNLIMITED_CALLS);
});
afterAll(() => press.app.stop());

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
    ['a loop', '{% for i in (1..2500) %}{{ a }}.{% endfor %}', 2500],
    [
      'a loop within a loop',
      `${'{% for i in (1..55) %}'.repeat(2)}{{ a }}.${'{% endfor %}'.repeat(2)}`,
      3025,
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
  test.each(MISSING)('%s with %j', async (text, data, missing) => {
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

describe('values are escaped by where they stand', () => {
  test.each(ESCAPED)('%s', async (_what, block, data, has) => {
    const { html, mjml } = await fill(contentOf(block), data);
    expect(html).toContain(has);
    for (const markup of [html, mjml]) {
      expect(markup).not.toMatch(/<script|onclick="|position:fixed|href="java\s*script/i);
    }
  });
});

describe('bad input', () => {
  test.each(REFUSED)('%s', async (_what, text, data, status, says) => {
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
