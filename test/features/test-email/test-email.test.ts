import { describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setProjectPlan } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope } from '../../support/test-app.ts';
import {
  ALLOWED,
  app,
  expectError,
  exportHtml,
  only,
  send,
  server,
  sign,
  start,
  tenant,
  useTestEmailApp,
} from './test-email-app.ts';

useTestEmailApp();

describe('a test mail', () => {
  test('arrives as it was exported, with its text, subject, sender and a way to unsubscribe', async () => {
    const html = await exportHtml({
      custom_fonts: [{ name: 'Inter', url: 'https://fonts.example/inter.css' }],
    });
    const answer = await send({ html });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const mail = only();
    expect([mail.from, mail.to]).toEqual(['mail@galley.example', ['ada@example.com']]);
    expect(mail.html.trimEnd()).toBe(html.trimEnd());
    expect(mail.html).toContain('<!--[if mso');
    expect(mail.text).toContain('Spring sale\n-----------');
    expect(mail.text).toContain('Buy (https://shop.example/?a=1&b=2)');
    const header = (name: string) => mail.headers.get(name);
    expect(header('subject')).toBe('[Test] Spring “Sale”');
    expect(header('from')).toBe('Galley Mail <mail@galley.example>');
    expect(header('to')).toBe('ada@example.com');
    expect(header('list-unsubscribe')).toBe('<mailto:mail@galley.example?subject=unsubscribe>');
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('content-type')).toStartWith('multipart/alternative');
    expect(header('message-id')).toMatch(/^<[^<>]+@galley\.example>$/);
    expect(Date.parse(header('date') ?? '')).toBe(Math.floor(app.clock.now() / 1000) * 1000);
    expect(app.events.filter((event) => event.type === 'test_email.sent').length).toBe(1);
  });

  test('keeps what Outlook needs when the host page has changed words in it', async () => {
    const html = (await exportHtml()).replaceAll('{{ name }}', 'Ada & Co');
    expect((await send({ html })).status).toBe(204);
    const mail = only();
    const commentsOf = (text: string) => text.match(/<!--[\s\S]*?-->/g);
    expect(commentsOf(mail.html)).toEqual(commentsOf(html));
    expect(mail.html).toContain('<style');
    expect(mail.html).toContain('@media');
    expect(mail.html).toContain('Left Ada &amp; Co');
    expect(mail.text).toContain('Left Ada & Co');
  });

  test('is sanitized when it is not ours', async () => {
    const html = `<html><head><title>x</title><style>p{color:red}</style><script>alert(1)</script>
      <meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example"></head>
      <body onload="steal()"><!--[if mso]><a href="https://phish.example">x</a><![endif]-->
      <p style="color:blue" onclick="steal()">Words</p><a href="javascript:steal()">link</a>
      <form action="https://evil.example"><input name="password"><button>Go</button></form>
      <iframe src="https://evil.example"></iframe><img src="https://cdn.example/a.png" onerror="steal()"></body></html>`;
    expect((await send({ html })).status).toBe(204);
    const { html: sent, text } = only();
    expect(sent).not.toMatch(/script|steal|evil|phish|<form|<input|<iframe|<base|onerror|refresh|mso/);
    for (const part of ['p{color:red}', 'style="color:blue"', 'Words', 'https://cdn.example/a.png']) {
      expect(sent).toContain(part);
    }
    expect(text).toContain('Words');
  });

  test.each([
    ['a recipient by another spelling of the domain', 'ada@EXAMPLE.com', 'ada@example.com'],
    ['a local part with capitals', 'Grace.Hopper@example.com', 'Grace.Hopper@example.com'],
  ])('goes to %s', async (_name, recipient, expected) => {
    expect((await send({ recipient })).status).toBe(204);
    expect(only().to).toEqual([expected]);
  });

  test.each([
    ['a name with line breaks', 'Hi\r\nBcc: evil@example.net\r\n\r\nbody', 'Hi Bcc: evil@example.net body'],
    ['a name of one letter', 'x', 'x'],
    ['no name', null, 'Untitled template'],
  ])('has %s in its subject', async (_name, name, expected) => {
    await start({}, name);
    expect((await send()).status).toBe(204);
    expect(only().headers.get('subject')).toBe(`[Test] ${expected}`);
    expect(only().headers.has('bcc')).toBe(false);
    expect(only().to).toEqual(['ada@example.com']);
  });

  test('a template that names files gets none of them', async () => {
    const html =
      '<p>x</p><img src="file:///etc/passwd"><img src="/etc/passwd"><img src="data:text/plain,hello">';
    expect((await send({ html })).status).toBe(204);
    expect(only().source).not.toMatch(/root:|attachment|file:/);
  });
});

describe('who may get one', () => {
  const refuse = async (status: number, body: object, from = tenant, code?: string) => {
    const answer = await send(body, from);
    expectError(answer, status, code);
    expect(server.mails).toEqual([]);
    expect(answer.text).not.toContain(app.first.signing_key);
    return answer.body;
  };

  test('is the customer’s word alone', async () => {
    await refuse(403, { signature: sign(ALLOWED, 'x'.repeat(40)) });
    await refuse(403, { signature: '' });
    await refuse(403, { signature: sign(ALLOWED).toUpperCase() });
    await refuse(403, { allowed_emails: [...ALLOWED, 'evil@example.net'], recipient: 'evil@example.net' });
    await refuse(403, { allowed_emails: [...ALLOWED].reverse() });
    await refuse(403, { recipient: 'evil@example.net' });
    await refuse(403, { recipient: 'ADA@example.com' });
    await refuse(403, { allowed_emails: [], signature: sign([]) });
  });

  test.each([
    '',
    'ada',
    'ada@example.com, evil@example.net',
    'Ada <ada@example.com>',
    'ada@example.com\r\nBcc: e@x.y',
    'ada@example.com>',
    '"ada"@example.com',
    'a b@example.com',
    '@example.com',
    'ada@',
    'ada@exa mple.com',
  ])('%j is not a recipient, even if it was allowed', async (recipient) => {
    const list = [recipient];
    const body = await refuse(422, { recipient, allowed_emails: list, signature: sign(list) });
    expect(Object.keys(body.errors)).toEqual(['recipient']);
  });

  test('with a token that names a list, that list only', async () => {
    const credentials = { client_id: app.first.client_id, client_secret: app.first.client_secret };
    const { body } = await app.request('POST', '/api/v1/auth/token', {
      body: { ...credentials, tenant: 'acme', test_email: { allowed_emails: ['grace@example.com'] } },
    });
    const from = {
      ...tenant,
      request: (method: string, path: string, options = {}) =>
        app.request(method, tenant.base + path, { token: body.token, ...options }),
    };
    const answer = await refuse(403, {}, from);
    expect(answer.message).toContain('access token was issued with');
    const own = { ...body.test_email, recipient: 'grace@example.com' };
    expect((await send(own, from)).status).toBe(204);
    expect(only().to).toEqual(['grace@example.com']);
  });

  test.each([
    ['no HTML', { html: '' }],
    ['HTML of another type', { html: 7 }],
    ['no list', { allowed_emails: undefined }],
    ['a list that is none', { allowed_emails: 'ada@example.com' }],
    ['a long list', { allowed_emails: Array.from({ length: 101 }, (_, i) => `a${i}@example.com`) }],
    ['no signature', { signature: undefined }],
    ['no recipient', { recipient: undefined }],
  ])('%s is refused', async (_name, body) => {
    await refuse(422, body);
  });

  test('too long a mail is refused', async () => {
    expect((await refuse(413, { html: `<p>${'x'.repeat(1024 * 1024)}</p>` })).message).toContain('1024 KB');
  });

  test('a template of another tenant is not found', async () => {
    const other = await app.openTenant('other');
    expect((await refuse(404, {}, other)).message).toBe('Template not found.');
  });

  test('a plan without test mails refuses them', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'galley-plans-')), 'plans.json');
    writeFileSync(file, JSON.stringify({ bare: { extends: 'starter', features: { test_email: false } } }));
    await start({ plans_file: file });
    const { project_id } = app.first;
    await perform(setProjectPlan, app.deps, adminScope, { project_id, plan: 'bare' });
    await refuse(403, {}, tenant, 'feature_unavailable');
  });
});

describe('limits', () => {
  test('five mails a minute for a recipient, each recipient and tenant for itself', async () => {
    for (let i = 0; i < 5; i += 1) expect((await send()).status).toBe(204);
    const refused = await send();
    expectError(refused, 429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expectError(await send({ recipient: 'ada@EXAMPLE.COM' }), 429);
    expect((await send({ recipient: 'Grace.Hopper@example.com' })).status).toBe(204);
    app.clock.advance(60_000);
    expect((await send()).status).toBe(204);
    expect(server.mails.length).toBe(7);
  });

  test('mails that are refused do not count', async () => {
    for (let i = 0; i < 10; i += 1) expectError(await send({ signature: 'wrong' }), 403);
    expect((await send()).status).toBe(204);
  });
});

test('mails of many at once all arrive, or are told to wait', async () => {
  const lists = Array.from({ length: 20 }, (_, i) => [`a${i}@example.com`]);
  const answers = await Promise.all(
    lists.map((list) => send({ recipient: list[0], allowed_emails: list, signature: sign(list) })),
  );
  const sent = answers.filter(({ status }) => status === 204);
  expect(sent.length).toBe(server.mails.length);
  expect(sent.length).toBeGreaterThanOrEqual(5);
  for (const answer of answers) if (answer.status !== 204) expectError(answer, 503);
});
