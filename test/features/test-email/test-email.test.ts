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
  openSession,
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
    // The token exchange refuses addresses shorter than three characters.
    const allowed_emails = [recipient.padEnd(3)];
    const from = await openSession(allowed_emails);
    const body = await refuse(422, { recipient, allowed_emails, signature: sign(allowed_emails) }, from);
    expect(Object.keys(body.errors)).toEqual(['recipient']);
  });

  test('is the list of the token only', async () => {
    const list = ['grace@example.com'];
    const from = await openSession(list);
    const answer = await refuse(403, {}, from);
    expect(answer.message).toContain('access token was issued with');
    const own = { allowed_emails: list, signature: sign(list), recipient: 'grace@example.com' };
    expect((await send(own, from)).status).toBe(204);
    expect(only().to).toEqual(['grace@example.com']);
  });

  test('is nobody with a token that lists no recipients, even if a list was signed earlier', async () => {
    const earlier = await app.exchangeToken('acme', { test_email: { allowed_emails: ALLOWED } });
    const { signature } = (earlier as unknown as { test_email: { signature: string } }).test_email;
    const from = await openSession(undefined);
    const { message } = await refuse(403, { signature }, from);
    expect(message).toBe('Test emails cannot be sent from this session.');
    expect(app.logLines.some((line) => line.includes('test_email in the token exchange'))).toBe(true);
  });

  test('is the list of the token only until the token expires', async () => {
    app.clock.advance(601_000);
    expectError(await send(), 401, 'unauthorized');
    expect(server.mails).toEqual([]);
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
    const other = await openSession(ALLOWED, 'other');
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

/** Another tenant of the project with a template, whose token lists these recipients. */
async function openOtherTenant(allowed_emails: string[]) {
  const from = await openSession(allowed_emails, 'other');
  const template = await from.request('POST', '/templates', {
    body: { content: { blocks: [], settings: {} } },
  });
  const path = `/templates/${template.body.data.id}/send-test-email`;
  const allowed = { html: '<p>Hi</p>', allowed_emails, signature: sign(allowed_emails) };
  return { send: (recipient: string) => from.request('POST', path, { body: { ...allowed, recipient } }) };
}

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

  test('a recipient has a limit a day in all tenants of a project, whatever the case and the tag of the address', async () => {
    await start({ test_mails_per_recipient_per_day: 3 });
    const spellings = ['Ada@Example.com', 'ada+news@example.com', 'ADA+a+b@example.COM', 'ada@example.com'];
    const from = await openSession(spellings);
    const allowed = { allowed_emails: spellings, signature: sign(spellings) };
    for (const recipient of spellings.slice(0, 3)) {
      expect((await send({ ...allowed, recipient }, from)).status).toBe(204);
    }
    // The mails go to the addresses as they were allowed.
    expect(server.mails.map(({ to }) => to[0])).toEqual([
      'Ada@example.com',
      'ada+news@example.com',
      'ADA+a+b@example.com',
    ]);
    const refused = await send({ ...allowed, recipient: spellings[3] }, from);
    expectError(refused, 429);
    expect(refused.body.message).toStartWith('This recipient has had 3 test mails today, the most a day.');
    expect(Number(refused.headers.get('retry-after'))).toBe(86_400);
    const other = await openOtherTenant(['ada@example.com']);
    expectError(await other.send('ada@example.com'), 429);
    app.clock.advance(3_600_000);
    expectError(await (await openOtherTenant(['ada@example.com'])).send('ada@example.com'), 429);
    app.clock.advance(86_400_000);
    expect((await (await openOtherTenant(['ada@example.com'])).send('ada@example.com')).status).toBe(204);
  });

  test('the limits of a minute count the mailbox too', async () => {
    const spellings = Array.from({ length: 6 }, (_, i) => `ada+${i}@example.com`);
    const from = await openSession(spellings);
    const allowed = { allowed_emails: spellings, signature: sign(spellings) };
    for (const recipient of spellings.slice(0, 5)) {
      expect((await send({ ...allowed, recipient }, from)).status).toBe(204);
    }
    expectError(await send({ ...allowed, recipient: spellings[5] }, from), 429);
  });

  test('mails that are refused do not count', async () => {
    for (let i = 0; i < 10; i += 1) expectError(await send({ signature: 'wrong' }), 403);
    expect((await send()).status).toBe(204);
  });
});

test('mails of many at once all arrive, or are told to wait', async () => {
  const list = Array.from({ length: 20 }, (_, i) => `a${i}@example.com`);
  const from = await openSession(list);
  const allowed = { allowed_emails: list, signature: sign(list) };
  const answers = await Promise.all(list.map((recipient) => send({ ...allowed, recipient }, from)));
  const sent = answers.filter(({ status }) => status === 204);
  expect(sent.length).toBe(server.mails.length);
  expect(sent.length).toBeGreaterThanOrEqual(5);
  for (const answer of answers) if (answer.status !== 204) expectError(answer, 503);
});
