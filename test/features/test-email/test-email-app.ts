import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout } from 'bun:test';
import { createHmac } from 'node:crypto';
import { expectError as expectErrorOf } from '../../support/expect-error.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts';

/** Who may get test mails, in the customer’s spelling. */
export const ALLOWED = ['ada@example.com', 'Grace.Hopper@Example.com'];
const CONTENT = {
  blocks: [
    { id: 't', type: 'title', content: '<h1>Spring sale</h1>' },
    {
      id: 's',
      type: 'section',
      columns: '2',
      children: [
        [{ id: 'a', type: 'paragraph', content: '<p>Left {{ name }}</p>' }],
        [{ id: 'b', type: 'button', text: 'Buy', url: 'https://shop.example/?a=1&b=2' }],
      ],
    },
  ],
  settings: {},
};

const CODES: Record<number, string> = {
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  422: 'validation_failed',
  429: 'rate_limited',
  503: 'unavailable',
};

export const expectError = (answer: Answer, status: number, code = CODES[status] as string) =>
  expectErrorOf(answer, status, code);

export let app: TestApp;
/** The mail server all tests of a file share. */
export let server: MailServer;
export let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;

/** The render workers of the file's applications: starting a worker takes half a second. */
let pools: TestApp['deps']['services']['rendering']['pools'] | undefined;

/** Starts another application for the test, with the shared mail server unless the settings say otherwise. */
export async function start(
  settings: Parameters<typeof createTestApp>[0] = {},
  name: string | null = 'Spring “Sale”',
) {
  app = await createTestApp({
    smtp_host: '127.0.0.1',
    smtp_port: server.port,
    smtp_from: 'Galley Mail <mail@galley.example>',
    ...settings,
  });
  if (pools !== undefined) app.deps.services.rendering.pools = pools;
  tenant = await openSession(ALLOWED);
  const body = { content: CONTENT, ...(name !== null && { name }) };
  id = (await tenant.request('POST', '/templates', { body })).body.data.id;
}

/** A session whose token lists these recipients; undefined: it lists none, so it may not send test mails. */
export function openSession(allowed_emails: readonly string[] | undefined, slug = 'acme') {
  return app.openTenant(slug, allowed_emails && { test_email: { allowed_emails } });
}

/** Most tests share this application, and all its render workers. */
export let shared: { app: TestApp; server: MailServer; id: string };

/** Starts what the tests of a file share, and empties it before each of them. */
export function useTestEmailApp(): void {
  setDefaultTimeout(60_000);
  beforeAll(async () => {
    server = await startMailServer();
    await start();
    shared = { app, server, id };
    pools = app.deps.services.rendering.pools;
  });
  beforeEach(async () => {
    ({ app, server, id } = shared);
    server.mails.length = 0;
    server.signIns.length = 0;
    server.behavior = {};
    app.events.length = 0;
    app.logLines.length = 0;
    // No limit reaches from one test into the next.
    app.clock.advance(7_200_000);
    tenant = await openSession(ALLOWED);
  });
  afterEach(async () => {
    if (app !== shared.app) await app.stop();
  });
  afterAll(async () => {
    pools = undefined;
    await shared.app.stop();
    await shared.server.stop();
  });
}

/** The signature of a list of addresses. */
export const sign = (emails: readonly string[], key = app.first.signing_key) =>
  createHmac('sha256', key).update(JSON.stringify(emails)).digest('hex');

/** The HTML an editor gets of the template. */
export const exportHtml = async (body: object = {}): Promise<string> =>
  (await tenant.request('POST', `/templates/${id}/export`, { body })).body.data.html;

/** Requests a test mail to an allowed recipient; fields of `body` replace those of the request. */
export const send = (body: object = {}, from = tenant) =>
  from.request('POST', `/templates/${id}/send-test-email`, {
    body: {
      recipient: ALLOWED[0],
      html: '<p>Hi</p>',
      allowed_emails: ALLOWED,
      signature: sign(ALLOWED),
      ...body,
    },
  });

/** The one mail that was sent. */
export const only = () => {
  expect(server.mails.length).toBe(1);
  return server.mails[0] as (typeof server.mails)[number];
};
