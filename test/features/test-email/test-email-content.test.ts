import { describe, expect, test } from 'bun:test';
import { smallContent } from '../../support/test-app.ts';
import {
  ALLOWED,
  app,
  expectError,
  only,
  openSession,
  server,
  sign,
  start,
  tenant,
  useTestEmailApp,
} from './test-email-app.ts';

useTestEmailApp();

const sendContent = (body: object = {}, from = tenant) =>
  from.request('POST', '/send-test-email', {
    body: {
      recipient: ALLOWED[0],
      content: smallContent('Unsaved words'),
      allowed_emails: ALLOWED,
      signature: sign(ALLOWED),
      ...body,
    },
  });

describe('content that is not stored, as a test mail', () => {
  test('arrives as it is rendered, and nothing is stored', async () => {
    const before = (await tenant.request('GET', '/templates')).body.data;
    const content = smallContent('Unsaved words');
    const rendered = (await tenant.request('POST', '/render', { body: { content, title: 'Sale' } })).body
      .data;
    expect((await sendContent({ title: 'Sale' })).status).toBe(204);
    const mail = only();
    expect(mail.html.trimEnd()).toBe(rendered.html.trimEnd());
    expect(mail.text).toContain('Unsaved words');
    expect(mail.headers.get('subject')).toBe('[Test] Sale');
    expect((await tenant.request('GET', '/templates')).body.data).toEqual(before);
    expect(app.events.filter(({ type }) => type === 'test_email.sent').length).toBe(1);
  });

  test('has a subject without a title, and one line of a title that has two', async () => {
    await sendContent();
    await sendContent({ title: 'A\r\nBcc: eve@example.com' });
    const subjects = server.mails.map(({ headers }) => headers.get('subject'));
    expect(subjects).toEqual(['[Test] Untitled template', '[Test] A Bcc: eve@example.com']);
    expect(server.mails.every(({ headers }) => !headers.has('bcc'))).toBe(true);
  });

  test('has the subject of the settings, unless a title is typed', async () => {
    const content = { ...smallContent('x'), settings: { subject: 'From settings' } };
    await sendContent({ content });
    await sendContent({ content, title: 'Typed' });
    const subjects = server.mails.map(({ headers }) => headers.get('subject'));
    expect(subjects).toEqual(['[Test] From settings', '[Test] Typed']);
  });

  test.each<[string, object, number]>([
    ['a recipient who is not listed', { recipient: 'eve@example.com' }, 403],
    ['no address', { recipient: 'ada' }, 422],
    ['a wrong signature', { signature: '0'.repeat(64) }, 403],
    ['another list', { allowed_emails: ['eve@example.com'], recipient: 'eve@example.com' }, 403],
    ['content that is none', { content: 7 }, 422],
    ['a mail above 1 MB', { content: smallContent('x'.repeat(1_100_000)) }, 413],
  ])('is refused: %s', async (_name, body, status) => {
    expectError(await sendContent(body), status);
    expect(server.mails).toEqual([]);
  });

  test('is refused to a token that lists no recipients', async () => {
    expectError(await sendContent({}, await openSession(undefined)), 403);
    expect(server.mails).toEqual([]);
  });

  test('counts towards the same limits', async () => {
    for (let i = 0; i < 5; i += 1) expect((await sendContent()).status).toBe(204);
    expectError(await sendContent(), 429);
  });

  test('says that none can be sent where there is no mail server', async () => {
    await start({ smtp_host: '' });
    expectError(await sendContent(), 503);
  });
});
