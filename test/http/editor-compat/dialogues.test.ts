import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { DIALOGUES } from './dialogue-steps.ts';
import { type Both, findFaults, GENERATIONS, mask, openPage, RECIPIENTS, readWhole } from './editors.ts';
import * as shapes from './shapes.ts';
import type { Ids } from './steps.ts';

// A guard against hanging where workers start slowly, not an expectation.
setDefaultTimeout(60_000);

let app: TestApp;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  const { port } = mailServer;
  app = await createTestApp({
    smtp_host: '127.0.0.1',
    smtp_port: port,
    smtp_from: 'Galley <mail@galley.example>',
  });
});
afterAll(async () => {
  await app.stop();
  await mailServer.stop();
});

describe.each(Object.entries(DIALOGUES))('%s', (_name, steps) => {
  test('have the same effect in both spellings, and answers for both', async () => {
    const heard: Both<unknown[]> = { old: [], today: [] };
    for (const generation of GENERATIONS) {
      const page = await openPage(app, generation);
      const ids: Ids = {};
      for (const { what, as, send, shape } of steps) {
        const answer = await send(page, ids);
        expect([what, answer.status < 300, answer.status >= 300 && answer.text]).toEqual([what, true, false]);
        expect([what, answer.headers.get('x-ignored-fields')]).toEqual([what, null]);
        if (as !== undefined) ids[as] = answer.body.data.id;
        if (shape !== undefined) expect([what, findFaults(shape, answer.body)]).toEqual([what, []]);
        heard[generation].push([what, answer.status, answer.body]);
      }
    }
    expect(mask(heard.today)).toEqual(mask(heard.old));
  });
});

test('the token answer starts editors of both generations, whatever the request was spelled in', async () => {
  const { client_id, client_secret, project_id } = app.first;
  const requests = {
    old: { user: { id: 'u', name: 'U' }, test_email: { allowed_emails: RECIPIENTS } },
    today: { user: { id: 'u', name: 'U' }, testEmail: { allowedEmails: RECIPIENTS } },
  };
  for (const generation of GENERATIONS) {
    const body = { client_id, client_secret, tenant: 'acme', client_type: 'sdk', ...requests[generation] };
    const answer = readWhole(await app.request('POST', '/api/v1/auth/token', { body }));
    expect([answer.status, findFaults(shapes.token, answer.body)]).toEqual([200, []]);
    expect(answer.body).toMatchObject({
      projectId: project_id,
      expiresAt: answer.body.expires_at,
      testEmail: { allowedEmails: RECIPIENTS, signature: answer.body.test_email.signature },
    });
  }
});
