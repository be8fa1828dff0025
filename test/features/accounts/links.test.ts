import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  addInvitation,
  createAccountLink,
  deleteAccount,
  isInvitationAccepted,
  sendInvitation,
} from '../../../src/features/accounts/index.ts';
import type { DomainEvent } from '../../../src/platform/events.ts';
import { perform } from '../../../src/platform/operation.ts';
import type { MailServer } from '../../support/mail-server.ts';
import { adminScope, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { AccountApp } from './account-app.ts';
import { Passkey } from './authenticator.ts';
import { Browser, PASSWORD, tokenOf } from './browser.ts';
import { signIn } from './people.ts';

const SECOND_PASSWORD = 'marble-Lantern-otter-58';

let all: AccountApp;
let app: TestApp;
let mailServer: MailServer;
let fromFresh: AccountApp['fromFresh'];
let createLink: AccountApp['createLink'];
let addOperator: AccountApp['addOperator'];
const joined: DomainEvent[] = [];

beforeAll(async () => {
  all = await AccountApp.start();
  ({ app, mailServer, fromFresh, createLink, addOperator } = all);
  app.deps.events.onTransaction(async (event) => void (isInvitationAccepted(event) && joined.push(event)));
});
afterAll(() => all.stop());

const invite = (email: string | undefined) =>
  app.deps.db.transaction((db) =>
    addInvitation(app.deps, db, { email, teamId: app.first.team_id, role: 'editor', createdBy: 'Anna' }),
  );

async function tokenOfMailTo(address: string): Promise<string> {
  const find = () => mailServer.mails.find(({ to }) => to.includes(address));
  await until(() => find() !== undefined);
  return /#(gal_[\w-]+)/.exec(find()?.text ?? '')?.[1] ?? '';
}

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
    await until(() => mailServer.mails.filter(({ to }) => to.includes('many@example.com')).length === 30);
  });

  test('goes to its address by mail, and makes no operator', async () => {
    const invitation = await invite('ines@example.com');
    expect(sendInvitation(app.deps, invitation, { teamName: 'First team', createdBy: 'Anna' })).toBe(true);
    const token = await tokenOfMailTo('ines@example.com');
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
    const unknown = await new Browser(app).post('/forgotten-password', { email: 'unknown@example.com' });
    const known = await new Browser(app).post('/forgotten-password', { email: 'kim@example.com' });
    expect([unknown.status, unknown.text]).toEqual([200, known.text]);
    const token = await tokenOfMailTo('kim@example.com');
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
    const areSent = Array.from({ length: 1_000 }, () => mailer?.send(mail));
    expect([areSent[0], areSent.at(-1)]).toEqual([true, false]);
    for (const email of ['carl@example.com', 'nobody@example.com'])
      expect(await new Browser(app).post('/forgotten-password', { email })).toMatchObject({
        status: 503,
        body: { message: 'Too many mails are waiting to be sent. Try again in a minute.' },
      });
    // The mails that wait are dropped after some seconds, and no other is taken.
    await app.deps.services.accounts.close();
    expect(mailer?.send(mail)).toBe(false);
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
