import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { connect, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { BASE_URL, contentOf, GUARD_MS, openPress, type Press, paragraph, readMail } from './press.ts';

setDefaultTimeout(GUARD_MS);

let press: Press;
beforeAll(async () => {
  press = await openPress(UNLIMITED_CALLS);
});
afterAll(() => press.app.stop());

const greeting = contentOf(
  { id: 't1', type: 'title', content: '<p>Hello {{ first_name | default: "there" }}</p>', level: 1 },
  paragraph('<p>Read <a href="https://shop.example/?u={{ id }}">the news</a>.</p>'),
);

describe('exporting a template', () => {
  test('without a body answers HTML and MJML in the envelope', async () => {
    const id = await press.create(greeting, 'Spring & Co');
    const answer = await press.sendExport(id);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(Object.keys(answer.body)).toEqual(['data']);
    const { html, mjml, html_bytes, warnings, ...more } = readMail(answer);
    expect(more as object).toEqual({});
    expect(html).toStartWith('<!doctype html>');
    expect(html).toContain('<title>Spring &amp; Co</title>');
    expect(html).toContain('Hello {{ first_name | default: "there" }}');
    expect(html).toContain('href="https://shop.example/?u={{ id }}"');
    expect(mjml).toStartWith('<mjml');
    expect(mjml).toContain('Hello {{ first_name | default: "there" }}');
    expect([html_bytes, warnings]).toEqual([Buffer.byteLength(html), []]);
  });

  test('takes a body that is empty but said to be JSON', async () => {
    const id = await press.create(greeting);
    const headers = { 'content-type': 'application/json' };
    const bare = await press.tenant.request('POST', `/templates/${id}/export`, { headers });
    expect(readMail(bare)).toEqual(await press.exportMail(id));
  });

  test('uses the fonts the editor sends', async () => {
    const content = { ...greeting, settings: { fontFamily: 'Lora' } };
    const id = await press.create(content);
    const plain = await press.exportMail(id);
    const url = 'https://fonts.example/lora.css';
    const custom_fonts = [
      { name: 'Lora', url, fallback: 'Georgia, serif' },
      { name: 'Unused', url: 'https://fonts.example/unused.css' },
    ];
    const { html, mjml } = await press.exportMail(id, { custom_fonts, default_fallback: 'Verdana' });
    expect(html).toContain(url);
    expect(html).toMatch(/Lora[^;"]*Georgia/);
    expect(mjml).toContain('Lora');
    expect(plain.html).not.toContain('fonts.example');
    const fallback = await press.exportMail(id, {
      custom_fonts: [{ name: 'Lora', url }],
      default_fallback: 'Verdana',
    });
    expect(fallback.html).toMatch(/Lora[^;"]*Verdana/);
    const none = await press.exportMail(id, { custom_fonts: [], default_fallback: '' });
    expect(none.html).not.toContain('fonts.example');
  });

  test.each([
    [{ format: 'html' }, ['html']],
    [{ format: 'mjml' }, ['mjml']],
    [{ format: 'both' }, ['html', 'mjml']],
    [{ format: 'html', plain_text: true }, ['html', 'plain_text']],
    [{ plain_text: false }, ['html', 'mjml']],
    [{ custom_fonts: [], default_fallback: 'Arial' }, ['html', 'mjml']],
  ])('%j answers %j', async (wishes, parts) => {
    const mail = await press.exportMail(await press.create(greeting), wishes);
    expect(Object.keys(mail).sort()).toEqual([...parts, 'html_bytes', 'warnings'].sort());
    expect(mail.html_bytes).toBeGreaterThan(1000);
  });

  test('tells the mail as plain text', async () => {
    const { plain_text } = await press.exportMail(await press.create(greeting), { plain_text: true });
    expect(plain_text).toContain('{{ first_name | default: "there" }}');
    expect(plain_text).toContain('https://shop.example/?u={{ id }}');
    expect(plain_text).not.toContain('<');
  });

  test('puts sample data in where it is asked to, escaped', async () => {
    const id = await press.create(greeting);
    const data = { first_name: '<b>Zoë</b>', id: 7 };
    const { html, mjml, plain_text } = await press.exportMail(id, { data, plain_text: true });
    expect(html).toContain('Hello &lt;b&gt;Zoë&lt;/b&gt;');
    expect(html).toContain('href="https://shop.example/?u=7"');
    expect(mjml).toContain('{{ first_name | default: "there" }}');
    expect(plain_text).toContain('<b>Zoë</b>');
    const empty = await press.exportMail(id, { data: {} });
    expect(empty.html).toContain('Hello there');
  });

  test('every block of a long newsletter, twice the same', async () => {
    const content = sampleContent(3, 60_000);
    const [one, two] = [await press.create(content, 'Long'), await press.create(content, 'Long')];
    expect(await press.exportMail(one, { plain_text: true })).toEqual(
      await press.exportMail(two, { plain_text: true }),
    );
  });
});

describe('warnings', () => {
  test('name what is missing in the mail', async () => {
    const content = contentOf(
      { id: 'i1', type: 'image', src: '', alt: 'x' },
      { id: 'x1', type: 'custom', customType: 'product-card', fieldValues: {} },
      { id: 'h1', type: 'hologram' },
      { id: 'c1', type: 'countdown', targetDate: '' },
      paragraph('<p>There.</p>'),
    );
    const { html, warnings } = await press.exportMail(await press.create(content));
    expect(warnings.map(({ code, block_id }) => [code, block_id])).toEqual([
      ['image_missing', 'i1'],
      ['custom_block_not_rendered', 'x1'],
      ['unknown_block', 'h1'],
      ['countdown_without_date', 'c1'],
    ]);
    for (const { message } of warnings) expect(message.length).toBeGreaterThan(10);
    expect(html).toContain('There.');
  });

  test('tell what of a countdown cannot be read', async () => {
    const dates = [{ targetDate: 'soon' }, { targetDate: '2030-12-24', timezone: 'Mars/Phobos' }];
    const blocks = dates.map((fields, index) => ({ id: `c${index}`, type: 'countdown', ...fields }));
    const { warnings } = await press.exportMail(await press.create(contentOf(...blocks)));
    expect(warnings.map(({ code, block_id }) => [code, block_id])).toEqual([
      ['countdown_unreadable', 'c0'],
      ['countdown_unreadable', 'c1'],
    ]);
    const messages = warnings.map(({ message }) => message);
    expect(messages).toEqual([expect.stringContaining('soon'), expect.stringContaining('Mars/Phobos')]);
  });

  test('tell when Gmail would cut the mail, from 102 KB on', async () => {
    const long = (bytes: number) => contentOf({ id: 'h', type: 'html', content: 'x'.repeat(bytes) });
    const empty = await press.exportMail(await press.create(long(1)));
    const room = 102 * 1024 - empty.html_bytes + 1;
    const fits = await press.exportMail(await press.create(long(room)));
    expect([fits.html_bytes, fits.warnings]).toEqual([102 * 1024, []]);
    const cut = await press.exportMail(await press.create(long(room + 1)));
    expect(cut.warnings.map(({ code }) => code)).toEqual(['too_large_for_gmail']);
    expect(cut.warnings[0]?.message).toContain('103 KB');
  });

  test('tell when data could not be put in; the mail is there all the same', async () => {
    const id = await press.create(contentOf(paragraph('<p>{{ name | }} {% if %}</p>')));
    const { html, warnings } = await press.exportMail(id, { data: { name: 'x' } });
    expect(warnings.map(({ code }) => code)).toEqual(['data_not_applied']);
    expect(html).toContain('{% if %}');
    expect((await press.exportMail(id)).warnings).toEqual([]);
  });
});

describe('refused', () => {
  test('a template that does not exist, or one of another tenant', async () => {
    const other = await press.app.openTenant('other');
    const body = { content: greeting, name: 'CANARY' };
    const { id } = (await other.request('POST', '/templates', { body })).body.data;
    const nobody = '00000000-0000-7000-8000-000000000000';
    for (const each of [id, nobody]) {
      const answer = await press.sendExport(each);
      expectError(answer, 404, 'not_found');
      expect(answer.body.message).toBe('Template not found.');
      expect(answer.text).not.toContain('CANARY');
    }
    const path = `${press.tenant.base}/templates/${id}/export`;
    expectError(await press.app.request('POST', path), 401, 'unauthorized');
    expectError(await press.app.request('POST', path, { token: other.token }), 404, 'not_found');
  });

  test('a template that was deleted, though its mail is still kept', async () => {
    const id = await press.create(greeting);
    await press.exportMail(id);
    await press.tenant.request('DELETE', `/templates/${id}`);
    expectError(await press.sendExport(id), 404, 'not_found');
  });

  test.each([
    ['format', { format: 'pdf' }],
    ['format', { format: null }],
    ['plain_text', { plain_text: 'sometimes' }],
    ['data', { data: 'x' }],
    ['data', { data: [] }],
    ['custom_fonts', { custom_fonts: 'Lora' }],
    ['custom_fonts', { custom_fonts: Array(51).fill({ name: 'a', url: 'https://a.example' }) }],
    ['custom_fonts.0.name', { custom_fonts: [{ url: 'https://a.example' }] }],
    ['custom_fonts.0.name', { custom_fonts: [{ name: '', url: 'https://a.example' }] }],
    ['custom_fonts.0.url', { custom_fonts: [{ name: 'a' }] }],
    ['custom_fonts.0.url', { custom_fonts: [{ name: 'a', url: `https://${'a'.repeat(2000)}` }] }],
    ['custom_fonts.0.fallback', { custom_fonts: [{ name: 'a', url: '', fallback: 5 }] }],
    ['default_fallback', { default_fallback: 5 }],
    ['default_fallback', { default_fallback: 'x'.repeat(301) }],
  ])('a wrong %s', async (field, body) => {
    const before = press.jobs();
    const answer = await press.sendExport(await press.create(greeting), body);
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toContain(field);
    expect(press.jobs()).toBe(before);
  });

  test('a body that is no JSON, and another method', async () => {
    const id = await press.create(greeting);
    expectError(await press.sendExport(id, '{'), 400, 'invalid_json');
    expectError(await press.sendExport('no-uuid'), 404, 'not_found');
    const get = await press.tenant.request('GET', `/templates/${id}/export`);
    expectError(get, 405, 'method_not_allowed');
    expect(get.headers.get('allow')).toBe('POST');
  });
});

describe('rendering content that is not stored', () => {
  test('is the same as exporting it once it is', async () => {
    const content = sampleContent(5, 20_000);
    const wishes = { plain_text: true, format: 'both' };
    const rendered = readMail(await press.render({ content, title: 'Now', ...wishes }));
    expect(rendered).toEqual(await press.exportMail(await press.create(content, 'Now'), wishes));
  });

  test('fills in what a writer may leave out, and stores nothing', async () => {
    const before = (await press.tenant.request('GET', '/templates')).text;
    const mail = readMail(
      await press.render({ content: { blocks: [{ type: 'button', text: 'Go' }], settings: {} } }),
    );
    expect(mail.html).toContain('Go');
    expect((await press.tenant.request('GET', '/templates')).text).toBe(before);
  });

  test.each([
    ['content', {}],
    ['content', { content: 'x' }],
    ['content.blocks', { content: { settings: {} } }],
    ['content.blocks.0.content', { content: contentOf({ type: 'title' }) }],
    ['title', { content: greeting, title: 'x'.repeat(256) }],
    ['format', { content: greeting, format: 'x' }],
  ])('refuses wrong %s', async (field, body) => {
    const answer = await press.render(body);
    expectError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toContain(field);
  });
});

describe('the tool export-template', () => {
  test('answers HTML unless asked otherwise, the same as the route', async () => {
    const agent = connect(press.app);
    const { id } = await agent.get('create-template', { content: greeting, name: 'For an agent' });
    const mail = await agent.get('export-template', { template_id: id });
    expect(Object.keys(mail).sort()).toEqual(['html', 'html_bytes', 'warnings']);
    const own = await press.app.openTenant(press.app.first.tenant);
    const route = await own.request('POST', `/templates/${id}/export`, { body: { format: 'html' } });
    expect(mail).toEqual(route.body.data);
    const both = await agent.get('export-template', { template_id: id, format: 'both', plain_text: true });
    expect(Object.keys(both).sort()).toEqual(['html', 'html_bytes', 'mjml', 'plain_text', 'warnings']);
  });

  test('tells an agent in words what it did wrong', async () => {
    const agent = connect(press.app);
    const missing = await agent.call('export-template', { template_id: await press.create(greeting) });
    expect([missing.isError, missing.text]).toEqual([true, 'Template not found.']);
    const { id } = await agent.get('create-template', { content: greeting });
    const wrong = await agent.call('export-template', { template_id: id, format: 'pdf' });
    expect([wrong.isError, wrong.text.includes('format')]).toEqual([true, true]);
    const hidden = await agent.call('export-template', { template_id: id, custom_fonts: [] });
    expect([hidden.isError, hidden.text.includes('custom_fonts')]).toEqual([true, true]);
  });
});

test('addresses in a mail begin with the base URL', async () => {
  const content = contentOf({
    id: 's',
    type: 'social',
    icons: [{ platform: 'github', url: 'https://x.example' }],
  });
  const { html } = await press.exportMail(await press.create(content));
  expect(html).toContain(`src="${BASE_URL}/api/v1/images/social/solid/github.png"`);
});
