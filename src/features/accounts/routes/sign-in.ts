import type { AccountCall } from '../account-call.ts';
import { useCode } from '../authenticator-app.ts';
import { closeChallenge, openChallenge, readSecondFactorChallenge } from '../challenges.ts';
import { checkCredentials } from '../check-credentials.ts';
import { notSignedIn, wrongCredentials } from '../errors.ts';
import { finishAuthentication, startAuthentication } from '../passkeys.ts';
import { requirePassword } from '../passwords.ts';
import { type AccountRow, selectAccount, selectAccountByEmail, selectPassword } from '../queries.ts';
import type { AccountHandlers, Reauthentication } from '../schema.ts';
import { deleteSession } from '../session-queries.ts';
import { type SignInMethod, startSession } from '../sessions.ts';

export const signInRoutes = {
  /** `next`: `code` if a code of the authenticator app, or a recovery code, has to follow. */
  async 'POST /sign-in'(call, { email: typed, password }) {
    const email = typed.trim().toLowerCase();
    const person = await checkCredentials(call, { account: email }, () =>
      checkPassword(call, email, password),
    );
    if (person.hasAuthenticatorApp) {
      await openChallenge(call, 'second_factor', {}, person.id);
      return { next: 'code' };
    }
    await startSession(call, person.id, 'password');
    return { next: null };
  },

  /** The second step after a password. */
  async 'POST /sign-in/code'(call, input) {
    const person = await selectAccount(call.deps.db.reader, await readSecondFactorChallenge(call));
    if (person === undefined) throw notSignedIn();
    const { id, email: account } = person;
    await checkCredentials(call, { account, isSecondFactor: true }, () => useCode(call.deps, id, input));
    await closeChallenge(call, 'second_factor');
    await startSession(call, id, 'password and code');
    return { next: null };
  },

  async 'POST /sign-in/passkey/options'(call) {
    await call.takeRate();
    return { options: await startAuthentication(call) };
  },

  async 'POST /sign-in/passkey'(call, { response }) {
    const personId = await checkCredentials(call, {}, () => finishAuthentication(call, response));
    await startSession(call, personId, 'passkey');
    return { next: null };
  },

  /** Signs in again as the same person, with any of the person's credentials. */
  async 'POST /reauthenticate'(call, input) {
    const { accountId, email, sessionId } = await call.requireIdentity();
    const method = await checkCredentials(call, { account: email, sessionId }, () =>
      prove(call, input, accountId),
    );
    await startSession(call, accountId, method);
    return {};
  },

  async 'POST /sign-out'(call) {
    const identity = await call.identify();
    if (identity !== undefined)
      await call.deps.db.transaction((db) => deleteSession(db, identity.accountId, identity.sessionId));
    call.setCookie('session_token', '', 0);
    return {};
  },
} satisfies Partial<AccountHandlers>;

async function checkPassword(call: AccountCall, email: string, password: string): Promise<AccountRow> {
  const { reader } = call.deps.db;
  const person = await selectAccountByEmail(reader, email);
  const hash = person && (await selectPassword(reader, person.id));
  await requirePassword(password, hash);
  if (person === undefined) throw wrongCredentials();
  return person;
}

/** Checks credentials of the person of the session. */
async function prove(call: AccountCall, input: Reauthentication, accountId: string): Promise<SignInMethod> {
  if (input.passkey !== undefined) {
    if ((await finishAuthentication(call, input.passkey)) !== accountId) throw notSignedIn();
    return 'passkey';
  }
  if (input.code !== undefined) {
    await useCode(call.deps, accountId, { code: input.code });
    return 'code';
  }
  const hash = await selectPassword(call.deps.db.reader, accountId);
  await requirePassword(input.password ?? '', hash);
  return 'password';
}
