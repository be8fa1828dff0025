import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addInvitation,
  createAccountLink,
  deleteAccount,
  isInvitationAccepted,
  resetAccountFactors,
  sendInvitation,
} from '../../../src/features/accounts/index.ts';
import { sessions } from '../../../src/features/accounts/table.ts';
import { listAdminActions } from '../../../src/features/audit/index.ts';
import { DAY_MS, MINUTE_MS, systemClock } from '../../../src/platform/clock.ts';
import type { DomainEvent } from '../../../src/platform/events.ts';
import { perform } from '../../../src/platform/operation.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { Passkey } from './authenticator.ts';
import { Browser, PASSWORD, tokenOf } from './browser.ts';

const SECOND_PASSWORD = 'marble-Lantern-otter-58';

let app: TestApp;
let port: number;
let addresses = 0;
let mailServer: MailServer;
const joined: DomainEvent[] = [];

beforeAll(async () => {
  mailServer = await startMailServer({});
  const smtp = { smtp_host: '127.0.0.1', smtp_port: mailServer.port, smtp_from: 'galley@example.com' };
  app = await createTestApp({ ...smtp, trusted_proxies: ['127.0.0.1'] }, { clock: systemClock });
  port = app.listen();
  app.deps.events.onTransaction(async (event) => void (isInvitationAccepted(event) && joined.push(event)));
});
afterAll(async () => {
  await app.stop();
  await mailServer.stop();
});
afterEach(() => void setSystemTime());

/** From an address of its own, because one can use only 60 links a minute. */
const fromFresh = () => {
  addresses += 1;
  return new Browser(app, { port, address: `203.0.113.${addresses}` });
};

const createLink = async (email?: string) =>
  tokenOf((await perform(createAccountLink, app.deps, adminScope, email === undefined ? {} : { email })).url);

async function addOperator(email: string, browser = new Browser(app)): Promise<Browser> {
  const body = { token: await createLink(), name: 'Anna', email, password: PASSWORD };
  expect((await browser.post('/link/password', body)).status).toBe(200);
  return browser;
}

const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post('/sign-in', { email, password });

describe('a request of another site (CSRF)', () => {
  test.each<[string, Record<string, string>, number]>([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['another site according to the browser', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another host of the domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['another port', { origin: 'http://localhost:1' }, 403],
    ['the same origin', { 'sec-fetch-site': 'same-origin' }, 200],
  ])('from %s is answered with its status', async (_name, headers, status) => {
    const browser = await addOperator(`csrf-${crypto.randomUUID()}@example.com`);
    expect((await browser.post('/authenticator-app', { password: PASSWORD }, headers)).status).toBe(status);
    expect((await browser.post('/sign-out', {}, headers)).status).toBe(status);
    expect((await browser.get('/session')).status).toBe(status === 200 ? 401 : 200);
  });

  test('as a form is refused, and no answer can be read by another origin', async () => {
    const browser = await addOperator('form@example.com');
    const form = await browser.send('POST', '/api/v1/account/profile', {
      body: 'name=X',
      headers: { 'content-type': 'text/plain' },
    });
    expect([404, 405, 415]).toContain(form.status);
    const answer = await browser.get('/session', { origin: 'https://evil.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('without an origin is refused', async () => {
    const request = new Request('http://localhost/api/v1/account/sign-in', { method: 'POST', body: '{}' });
    expect((await app.http.handle(request)).status).toBe(403);
  });
});

describe('changes of credentials', () => {
  const CHANGES: [string, string, object | undefined][] = [
    ['POST', '/password', { password: SECOND_PASSWORD }],
    ['POST', '/passkeys/options', {}],
    ['DELETE', '/passkeys/some', undefined],
    ['POST', '/authenticator-app', { password: PASSWORD }],
    ['DELETE', '/authenticator-app', undefined],
    ['POST', '/authenticator-app/recovery-codes', { password: PASSWORD }],
  ];

  test('need a sign-in of the last 15 minutes', async () => {
    const browser = await addOperator('old@example.com');
    setSystemTime(Date.now() + 16 * MINUTE_MS);
    for (const [method, path, body] of CHANGES) {
      const answer = await browser.send(method, `/api/v1/account${path}`, { body });
      expect([path, answer.status, answer.body.reason]).toEqual([path, 403, 'sign_in_too_old']);
    }
    expect((await browser.get('/session')).body.session.is_fresh).toBe(false);
    expect((await browser.post('/reauthenticate', { password: 'wrong-password-1' })).status).toBe(401);
    expect((await browser.post('/reauthenticate', { password: PASSWORD })).status).toBe(200);
    expect((await browser.get('/session')).body.session.is_fresh).toBe(true);
    expect((await browser.post('/password', { password: SECOND_PASSWORD })).status).toBe(200);
  });

  test('end all other sessions with the password', async () => {
    const browser = await addOperator('many@example.com');
    const other = new Browser(app);
    await signIn(other, 'many@example.com');
    expect((await browser.post('/password', { password: SECOND_PASSWORD })).status).toBe(200);
    expect([(await browser.get('/session')).status, (await other.get('/session')).status]).toEqual([
      200, 401,
    ]);
    expect((await signIn(new Browser(app), 'many@example.com')).status).toBe(401);
    expect((await signIn(new Browser(app), 'many@example.com', SECOND_PASSWORD)).status).toBe(200);
  });

  test('are in the audit, with the address', async () => {
    const { items } = await perform(listAdminActions, app.deps, adminScope, {
      action: 'account.password_changed',
    });
    expect(items[0]).toMatchObject({ actor: { kind: 'admin', name: 'Anna' }, subject: 'from unknown' });
  });

  test('hash one password of a network at a time, and refuse more than ten that wait', async () => {
    const browser = await addOperator('hashes@example.com', fromFresh());
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => browser.post('/password', { password: SECOND_PASSWORD })),
    );
    const [hashed = 0, refused = 0] = [200, 503].map(
      (wanted) => answers.filter(({ status }) => status === wanted).length,
    );
    expect(hashed + refused).toBe(14);
    // One may have ended before the last ones came.
    expect(hashed).toBeGreaterThanOrEqual(11);
    expect(refused).toBeGreaterThan(0);
  });
});

describe('passkeys', () => {
  async function addPasskey(browser: Browser, name: string) {
    const passkey = new Passkey(browser.origin);
    const { options } = (await browser.post('/passkeys/options')).body;
    const added = await browser.post('/passkeys', { response: passkey.register(options), name });
    expect(added.status).toBe(200);
    return { passkey, id: added.body.id };
  }

  test('are added, renamed, used for signing in again, and removed', async () => {
    const browser = await addOperator('keys@example.com');
    const { passkey, id } = await addPasskey(browser, 'Laptop');
    const path = `/api/v1/account/passkeys/${id}`;
    expect((await browser.send('PATCH', path, { body: { name: 'Phone' } })).body.name).toBe('Phone');
    const { options } = (await browser.post('/sign-in/passkey/options')).body;
    expect((await browser.post('/reauthenticate', { passkey: passkey.authenticate(options) })).status).toBe(
      200,
    );
    const [item] = (await browser.get('/passkeys')).body.items;
    expect(item).toMatchObject({ name: 'Phone', last_used_at: expect.any(String) });
    expect((await browser.send('DELETE', path)).status).toBe(200);
    expect((await browser.get('/passkeys')).body.items).toEqual([]);
  });

  test('of another person cannot be renamed, removed, or used for signing in again', async () => {
    const { passkey, id } = await addPasskey(await addOperator('victim@example.com'), 'Mine');
    const browser = await addOperator('other@example.com');
    const path = `/api/v1/account/passkeys/${id}`;
    expect((await browser.send('PATCH', path, { body: { name: 'X' } })).status).toBe(404);
    expect((await browser.send('DELETE', path)).status).toBe(404);
    const { options } = (await browser.post('/sign-in/passkey/options')).body;
    expect((await browser.post('/reauthenticate', { passkey: passkey.authenticate(options) })).status).toBe(
      401,
    );
  });

  test('that an account has are refused for another account', async () => {
    const { passkey } = await addPasskey(await addOperator('first@example.com'), 'Mine');
    const browser = await addOperator('second@example.com');
    const { options } = (await browser.post('/passkeys/options')).body;
    expect((await browser.post('/passkeys', { response: passkey.register(options) })).status).toBe(401);
  });

  test('made for another origin are refused', async () => {
    const browser = await addOperator('phish@example.com');
    const { options } = (await browser.post('/passkeys/options')).body;
    const response = new Passkey(browser.origin).register(options, 'https://evil.example');
    expect((await browser.post('/passkeys', { response })).status).toBe(401);
  });

  test('are kept if it is the only way to sign in', async () => {
    const browser = new Browser(app);
    const passkey = new Passkey(browser.origin);
    const person = { token: await createLink(), name: 'Only', email: 'only@example.com' };
    const { options } = (await browser.post('/link/passkey/options', person)).body;
    await browser.post('/link/passkey', { ...person, response: passkey.register(options) });
    const [{ id }] = (await browser.get('/passkeys')).body.items;
    expect((await browser.send('DELETE', `/api/v1/account/passkeys/${id}`)).status).toBe(409);
  });
});

describe('sessions', () => {
  test('are listed with device and address, and ended one by one or all', async () => {
    const browser = await addOperator('list@example.com');
    const others = [new Browser(app), new Browser(app)];
    for (const other of others)
      await other.post(
        '/sign-in',
        { email: 'list@example.com', password: PASSWORD },
        { 'user-agent': 'Firefox' },
      );
    const { items } = (await browser.get('/sessions')).body;
    expect(
      items.map((item: { device: string; is_current: boolean }) => [item.device, item.is_current]).toSorted(),
    ).toEqual([
      ['', true],
      ['Firefox', false],
      ['Firefox', false],
    ]);
    const { id } = items.find((item: { is_current: boolean }) => !item.is_current);
    expect((await browser.send('DELETE', `/api/v1/account/sessions/${id}`)).status).toBe(200);
    expect((await browser.send('DELETE', '/api/v1/account/sessions')).body).toEqual({ ended: 1 });
    for (const other of others) expect((await other.get('/session')).status).toBe(401);
    expect((await browser.get('/session')).status).toBe(200);
  });

  test('of another person cannot be ended', async () => {
    const victim = await addOperator('victim2@example.com');
    const { id } = (await victim.get('/session')).body.session;
    const browser = await addOperator('other2@example.com');
    expect((await browser.send('DELETE', `/api/v1/account/sessions/${id}`)).status).toBe(404);
    expect((await victim.get('/session')).status).toBe(200);
  });

  test('end with the oldest when a person has more than 50', async () => {
    const first = await addOperator('flood@example.com');
    const { account } = (await first.get('/session')).body;
    const now = Date.now();
    await app.deps.db.transaction(async (db) => {
      for (let i = 1; i <= 49; i += 1) {
        const row = { id: `flood-${i}`, userId: account.id, token: `flood-${i}`, createdAt: now + i };
        await db.insert(sessions).values({ ...row, updatedAt: now, expiresAt: now + DAY_MS });
      }
    });
    setSystemTime(now + 1000);
    const last = new Browser(app);
    await signIn(last, 'flood@example.com');
    expect([(await first.get('/session')).status, (await last.get('/session')).status]).toEqual([401, 200]);
    expect((await last.get('/sessions')).body.items).toHaveLength(50);
  });

  test('end after 7 days, and with a forged signature at once', async () => {
    const browser = await addOperator('week@example.com');
    const cookie = browser.cookies.get('galley.session_token') ?? '';
    browser.cookies.set('galley.session_token', cookie.replace(/\.[^.]{5}/, '.AAAAA'));
    expect((await browser.get('/session')).status).toBe(401);
    browser.cookies.set('galley.session_token', cookie);
    expect((await browser.get('/session')).status).toBe(200);
    setSystemTime(Date.now() + 8 * 24 * 60 * MINUTE_MS);
    expect((await browser.get('/session')).status).toBe(401);
  });

  test('end 30 days after the sign-in, however often they are used', async () => {
    const browser = await addOperator('month@example.com');
    const start = Date.now();
    for (const day of [6, 12, 18, 24, 29.9]) {
      setSystemTime(start + day * DAY_MS);
      expect([day, (await browser.get('/session')).status]).toEqual([day, 200]);
    }
    const { expires_at } = (await browser.get('/sessions')).body.items[0];
    expect(Math.abs(Date.parse(expires_at) - start - 30 * DAY_MS)).toBeLessThan(MINUTE_MS);
    setSystemTime(start + 30.1 * DAY_MS);
    expect((await browser.get('/session')).status).toBe(401);
  });

  test('end when the operator deletes the account or resets its factors', async () => {
    for (const [operation, email] of [
      [resetAccountFactors, 'reset@example.com'],
      [deleteAccount, 'gone@example.com'],
    ] as const) {
      const browser = await addOperator(email);
      await perform(operation, app.deps, adminScope, { email });
      expect((await browser.get('/session')).status).toBe(401);
    }
    expect((await signIn(new Browser(app), 'reset@example.com')).status).toBe(200);
    expect((await signIn(new Browser(app), 'gone@example.com')).status).toBe(401);
  });
});

const invite = (email: string | undefined) =>
  app.deps.db.transaction((db) =>
    addInvitation(app.deps, db, { email, teamId: app.first.team_id, role: 'editor', createdBy: 'Anna' }),
  );

describe('an invitation', () => {
  test('is accepted once, however many accept it at the same time', async () => {
    const token = tokenOf((await invite(undefined)).url);
    joined.length = 0;
    const answers = await Promise.all(
      ['p', 'q'].map((name) =>
        new Browser(app).post('/link/password', {
          token,
          name,
          email: `${name}@example.com`,
          password: PASSWORD,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(joined.map(({ payload }) => payload)).toEqual([
      { accountId: expect.any(String), teamId: app.first.team_id, role: 'editor' },
    ]);
  });

  test('is sent a bounded number of times a day, also if each is revoked', async () => {
    const owner = await addOperator('inviter@example.com');
    const path = `/api/v1/admin/teams/${app.first.team_id}/invitations`;
    const send = async (email: string) => {
      const answer = await owner.send('POST', path, { body: { role: 'viewer', email } });
      if (answer.status === 201) await owner.send('DELETE', `${path}/${answer.body.data.id}`);
      return answer;
    };
    for (let i = 0; i < 5; i += 1) expect((await send('Often@example.com')).status).toBe(201);
    expect((await send('often@example.com')).status).toBe(429);
    for (let i = 6; i < 100; i += 1) expect((await send(`guest-${i}@example.com`)).status).toBe(201);
    const refused = await send('last@example.com');
    expect(refused.status).toBe(429);
    expect(refused.body.message).toContain('Leave the address out');
    expect((await owner.send('POST', path, { body: { role: 'viewer' } })).status).toBe(201);
  });

  test('waits for its turn while many others are being sent', async () => {
    const invitation = await invite('many@example.com');
    const send = () => sendInvitation(app.deps, invitation, { teamName: 'First team', createdBy: 'Anna' });
    expect(Array.from({ length: 30 }, send).every((isSent) => isSent)).toBe(true);
    await app.deps.services.accounts.close();
    expect(mailServer.mails.filter(({ to }) => to.includes('many@example.com'))).toHaveLength(30);
  });

  test('goes to its address by mail, and makes no operator', async () => {
    const invitation = await invite('ines@example.com');
    expect(sendInvitation(app.deps, invitation, { teamName: 'First team', createdBy: 'Anna' })).toBe(true);
    await app.deps.services.accounts.close();
    const mail = mailServer.mails.findLast(({ to }) => to.includes('ines@example.com'));
    const token = /#(gal_[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const browser = new Browser(app);
    expect((await browser.post('/link', { token })).body).toMatchObject({
      kind: 'invitation',
      email: 'ines@example.com',
      role: 'editor',
    });
    // The address of the link counts, not another one.
    await browser.post('/link/password', {
      token,
      name: 'Ines',
      email: 'else@example.com',
      password: PASSWORD,
    });
    expect((await browser.get('/session')).body.account).toMatchObject({
      email: 'ines@example.com',
      is_operator: false,
    });
  });

  test('for a person who has an account is accepted after the sign-in, by nobody else', async () => {
    const browser = await addOperator('jane@example.com');
    const token = tokenOf((await invite('jane@example.com')).url);
    const again = await new Browser(app).post('/link/password', { token, name: 'J', password: PASSWORD });
    expect([again.status, again.body.reason]).toEqual([409, 'account_exists']);
    expect((await (await addOperator('thief@example.com')).post('/link/join', { token })).status).toBe(404);
    expect((await browser.post('/link/join', { token })).status).toBe(200);
    expect((await browser.post('/link/join', { token })).status).toBe(404);
  });
});

describe('a forgotten password', () => {
  test('gets a link by mail, with which it is changed once', async () => {
    const browser = await addOperator('kim@example.com');
    const before = mailServer.mails.length;
    const unknown = await new Browser(app).post('/forgotten-password', { email: 'unknown@example.com' });
    const known = await new Browser(app).post('/forgotten-password', { email: 'kim@example.com' });
    expect([unknown.status, unknown.text]).toEqual([200, known.text]);
    const toKim = () => mailServer.mails.slice(before).findLast(({ to }) => to.includes('kim@example.com'));
    while (toKim() === undefined) await Bun.sleep(5);
    const token = /#(gal_[\w-]+)/.exec(toKim()?.text ?? '')?.[1] ?? '';
    const other = new Browser(app);
    expect((await other.post('/link/password', { token, password: SECOND_PASSWORD })).body).toEqual({
      next: null,
    });
    expect((await browser.get('/session')).status).toBe(401);
    expect((await new Browser(app).post('/link/password', { token, password: PASSWORD })).status).toBe(404);
    expect((await signIn(new Browser(app), 'kim@example.com', SECOND_PASSWORD)).status).toBe(200);
  });

  test('is told to try later while too many mails are waiting, whether or not there is an account', async () => {
    const { mailer } = app.deps.services.accounts;
    const mail = { recipient: 'queue@example.com', subject: 'Queued', text: ['One of many.'] };
    while (mailer?.send(mail) === true);
    for (const email of ['carl@example.com', 'nobody@example.com'])
      expect(await new Browser(app).post('/forgotten-password', { email })).toMatchObject({
        status: 503,
        body: { message: 'Too many mails are waiting to be sent. Try again in a minute.' },
      });
    await app.deps.services.accounts.close();
  });

  test('also removes passkeys if nobody has proven to own the address before', async () => {
    const browser = new Browser(app);
    const { url } = await invite(undefined);
    const person = { token: tokenOf(url), name: 'Lou', email: 'lou@example.com', password: PASSWORD };
    await browser.post('/link/password', person);
    const addPasskey = async (one: Browser) => {
      const { options } = (await one.post('/passkeys/options')).body;
      const response = new Passkey(one.origin).register(options);
      expect((await one.post('/passkeys', { response })).status).toBe(200);
    };
    const reset = async () => {
      const link = await perform(createAccountLink, app.deps, adminScope, { email: person.email });
      const one = new Browser(app);
      await one.post('/link/password', { token: tokenOf(link.url), password: SECOND_PASSWORD });
      return one;
    };
    const countPasskeys = async (one: Browser) => (await one.get('/session')).body.account.passkeys;
    await addPasskey(browser);
    const owner = await reset();
    expect(await countPasskeys(owner)).toBe(0);
    await addPasskey(owner);
    expect(await countPasskeys(await reset())).toBe(1);
  });
});

describe('a reset link', () => {
  test.each([
    [
      'another one was used',
      async (email: string) =>
        fromFresh().post('/link/password', {
          token: await createLink(email),
          password: SECOND_PASSWORD,
        }),
    ],
    [
      'the password was changed',
      async (_: string, browser: Browser) => browser.post('/password', { password: SECOND_PASSWORD }),
    ],
    [
      'the account was deleted and made again',
      async (email: string) => {
        await perform(deleteAccount, app.deps, adminScope, { email });
        await addOperator(email, fromFresh());
      },
    ],
  ])('does not work after %s', async (what, change) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`;
    const browser = await addOperator(email, fromFresh());
    const token = await createLink(email);
    await change(email, browser);
    expect((await fromFresh().post('/link/password', { token, password: PASSWORD })).status).toBe(404);
  });
});

test('no secret is in the database, the log, or an answer that does not have to show it', async () => {
  const browser = new Browser(app);
  const token = await createLink();
  const person = { token, name: 'Lea', email: 'lea@example.com', password: PASSWORD };
  const answers = [
    await browser.post('/link/password', person),
    await browser.get('/session'),
    await browser.get('/sessions'),
  ];
  const session = decodeURIComponent(browser.cookies.get('galley.session_token') ?? '').split('.')[0] ?? '';
  expect(session.length).toBeGreaterThan(20);
  await signIn(new Browser(app), 'lea@example.com', `${PASSWORD}?`);
  const stored = readdirSync(app.data)
    .filter((name) => name.startsWith('galley.db'))
    .map((name) => readFileSync(join(app.data, name), 'latin1'));
  const everything = [...stored, ...app.logLines, ...answers.map(({ text }) => text)].join('\n');
  for (const secret of [token, session, PASSWORD]) expect(everything.includes(secret)).toBe(false);
});
