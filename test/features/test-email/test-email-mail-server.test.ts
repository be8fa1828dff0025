import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { app, expectError, send, shared, start, tenant, useTestEmailApp } from './test-email-app.ts';

/** The mail server of the test: the shared one, unless it starts another. */
let server: MailServer;

useTestEmailApp();
beforeEach(() => {
  server = shared.server;
});
afterEach(async () => {
  if (server !== shared.server) await server.stop();
});

describe('the mail server', () => {
  /** Starts over with another mail server. */
  async function restart(
    options: Parameters<typeof startMailServer>[0],
    settings: Parameters<typeof start>[0] = {},
  ) {
    server = await startMailServer(options);
    await start({ smtp_port: server.port, ...settings });
  }

  const SECRET = 'hunter2-Secret';

  /** `logged`: fields of the line in the log. The answer says nothing of the mail server or its settings. */
  async function expectRefusal(expected: string, logged: object, status = 503) {
    const answer = await send();
    expectError(answer, status);
    expect(answer.body.message).toContain(expected);
    expect(answer.text).not.toMatch(/GALLEY_|operator|configured/);
    const lines = app.logLines.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining(logged));
    const everything = answer.text + app.logLines.join('\n');
    expect(everything).not.toContain(SECRET);
    expect(everything).not.toContain(Buffer.from(SECRET).toString('base64'));
    expect(server.mails).toEqual([]);
  }

  test('gets user and password', async () => {
    await restart({}, { smtp_user: 'galley', smtp_password: SECRET });
    expect((await tenant.request('GET', '/config')).body.data.features.test_email).toBe(true);
    expect((await send()).status).toBe(204);
    expect(server.signIns).toEqual([`galley ${SECRET}`]);
    expect(app.logLines.join('')).not.toContain(SECRET);
  });

  test('can be named by a URL', async () => {
    await start({ smtp_host: '', smtp_url: `smtp://galley:${SECRET}%40x@127.0.0.1:${server.port}` });
    expect((await send()).status).toBe(204);
    expect(server.signIns).toEqual([`galley ${SECRET}@x`]);
  });

  test('that is not configured: test mails are off, and the log names the setting', async () => {
    await start({ smtp_host: '' });
    await expectRefusal('cannot be sent from here', { msg: expect.stringContaining('GALLEY_SMTP_URL') });
    expect((await tenant.request('GET', '/config')).body.data.features.test_email).toBe(false);
  });

  test('that is not there', async () => {
    await restart({});
    await server.stop();
    await expectRefusal('could not be sent', { fault: 'unreachable' });
    server = shared.server;
  });

  test('that refuses the password', async () => {
    const onAuth = (_auth: unknown, _session: unknown, done: (error: Error) => void) =>
      done(new Error(`user galley may not sign in with ${SECRET}`));
    await restart({ onAuth }, { smtp_user: 'galley', smtp_password: SECRET });
    await expectRefusal('could not be sent', { fault: 'refused_sign_in' });
  });

  test('that refuses the recipient', async () => {
    const fault = Object.assign(new Error('no such user at internal-host-7'), { responseCode: 550 });
    server.behavior = { onRcptTo: (_address, _session, done) => done(fault) };
    await expectRefusal('does not accept this recipient (550)', { fault: 'recipient', status: 550 }, 422);
    expect(app.logLines.join('')).not.toContain('internal-host-7');
  });

  test('that refuses the sender', async () => {
    const fault = Object.assign(new Error('who are you'), { responseCode: 553 });
    server.behavior = { onMailFrom: (_address, _session, done) => done(fault) };
    await expectRefusal('could not be sent', { fault: 'sender', status: 553 });
  });

  test('that refuses the mail', async () => {
    const fault = Object.assign(new Error('looks like spam'), { responseCode: 554 });
    server.behavior = {
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(fault));
      },
    };
    await expectRefusal('could not be sent', { fault: 'other', status: 554 });
  });

  test('that offers TLS gets it, with any certificate', async () => {
    let isSecure = false;
    const onRcptTo = (_address: unknown, session: { secure: boolean }, done: () => void) => {
      isSecure = session.secure;
      done();
    };
    await restart({ disabledCommands: [], onRcptTo });
    expect((await send()).status).toBe(204);
    expect(isSecure).toBe(true);
  });

  test('whose certificate is not to be trusted gets nothing where TLS is required', async () => {
    await restart(
      { disabledCommands: [] },
      { smtp_secure: 'starttls', smtp_user: 'galley', smtp_password: SECRET },
    );
    await expectRefusal('could not be sent', { fault: 'no_tls' });
    expect(server.signIns).toEqual([]);
  });

  test('that has no TLS gets nothing where it is required', async () => {
    await restart({}, { smtp_secure: 'starttls', smtp_user: 'galley', smtp_password: SECRET });
    await expectRefusal('could not be sent', { fault: 'no_tls' });
    expect(server.signIns).toEqual([]);
  });
});

test('the mail server’s password is in nothing that goes out', async () => {
  await start({ smtp_user: 'u', smtp_password: 'hunter2-Secret' });
  const config = await tenant.request('GET', '/config');
  expect(config.text + app.logLines.join('')).not.toContain('hunter2');
});
