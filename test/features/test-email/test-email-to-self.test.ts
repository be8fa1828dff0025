import { expect, test } from 'bun:test';
import { createAdminToken } from '../../../src/features/members/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember, signInOperator } from '../members/people.ts';
import { app, only, server, shared, start, useTestEmailApp } from './test-email-app.ts';

useTestEmailApp();

const pathOf = (id = shared.id) =>
  `/api/v1/admin/projects/${app.first.project_id}/tenants/acme/templates/${id}/send-test-email-to-self`;

const emailOf = async (person: Browser): Promise<string> => (await person.get('/session')).body.account.email;

test('goes to the address of the person who has signed in, as it is exported', async () => {
  const operator = await signInOperator(app);
  const recipient = await emailOf(operator);
  const answer = await operator.send('POST', pathOf());
  expect([answer.status, answer.body]).toEqual([200, { data: { recipient } }]);
  const mail = only();
  expect(mail.to).toEqual([recipient]);
  expect(mail.headers.get('subject')).toBe('[Test] Spring “Sale”');
  expect(mail.html).toContain('Left {{ name }}');
  expect(mail.text).toContain('Spring sale');
  expect(app.events.map(({ type }) => type)).toContain('test_email.sent');
});

test('does not go to an address that nobody has confirmed', async () => {
  const editor = await signInMember(app, app.first.team_id, 'editor');
  const answer = await editor.send('POST', pathOf());
  expect([answer.status, answer.body.message]).toEqual([
    403,
    'Your email address is not confirmed yet. Sign out, choose “You cannot sign in?”, and open the link in the mail.',
  ]);
  expect(server.mails).toEqual([]);
});

test('needs a person, the role of an editor, and a template of the tenant', async () => {
  const input = { name: 'CI', effects: ['read', 'write'] as const };
  const { admin_token } = await perform(createAdminToken, app.deps, adminScope, input);
  const headers = { authorization: `Bearer ${admin_token}` };
  expect(await app.request('POST', pathOf(), { headers })).toMatchObject({
    status: 403,
    body: { message: 'Only people who are signed in can send test mails to themselves.' },
  });
  const reviewer = await signInMember(app, app.first.team_id, 'reviewer');
  expect((await reviewer.send('POST', pathOf())).body.message).toMatch(/Your role in this team, "reviewer"/);
  const operator = await signInOperator(app);
  expect((await operator.send('POST', pathOf('unknown'))).status).toBe(404);
  expect(server.mails).toEqual([]);
});

test('pages and backends do not have it', async () => {
  const { project_id } = app.first;
  const path = `/templates/${shared.id}/send-test-email-to-self`;
  for (const base of [`/api/v1/projects/${project_id}/tenants/acme`, '/api/v1/server/tenants/acme'])
    expect((await app.request('POST', base + path)).status).toBe(404);
});

test('is bounded like other test mails, and says so if there is no mail server', async () => {
  const operator = await signInOperator(app);
  const statuses = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await operator.send('POST', pathOf())).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await start({ smtp_host: '' });
  const other = await signInOperator(app);
  const { body } = await other.get('/session');
  expect(body.account).toBeDefined();
  const [template] = (await other.send('GET', pathOf().replace(/\/templates\/.*/, '/templates'))).body.data;
  expect((await other.send('POST', pathOf(template.id))).status).toBe(503);
});

test('operators try the mail server with a mail to themselves, and read why it fails', async () => {
  const path = '/api/v1/admin/mail/test';
  const operator = await signInOperator(app);
  const recipient = await emailOf(operator);
  const answer = await operator.send('POST', path);
  expect([answer.status, answer.body]).toEqual([200, { data: { recipient } }]);
  expect(only().to).toEqual([recipient]);
  const editor = await signInMember(app, app.first.team_id, 'owner');
  expect((await editor.send('POST', path)).status).toBe(403);
  server.mails.length = 0;

  await start({ smtp_port: 1 });
  const elsewhere = await signInOperator(app);
  expect(await elsewhere.send('POST', path)).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('It cannot be reached: check host and port') },
  });
  await start({ smtp_host: '' });
  const without = await signInOperator(app);
  expect(await without.send('POST', path)).toMatchObject({
    status: 503,
    body: { message: 'No mail server is set. GALLEY_SMTP_URL sets one, and needs a restart.' },
  });
  expect(server.mails).toEqual([]);
});
