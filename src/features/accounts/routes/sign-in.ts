import type { Static } from '@sinclair/typebox';
import type { AccountCall, AccountRoutes } from '../account-call.ts';
import { checkCredentials } from '../check-credentials.ts';
import { notSignedIn, wrongCode, wrongCredentials } from '../errors.ts';
import { knownDevice } from '../known-device.ts';
import { finishAuthentication, startAuthentication } from '../passkeys.ts';
import { MAX_PASSWORD_LENGTH } from '../passwords.ts';
import { selectSignInMethods } from '../queries.ts';
import { CodeInput, Credentials, PasskeyResponse, Reauthentication } from '../schema.ts';
import { recordSignIn, type SignInMethod, startSession } from '../sessions.ts';
import { useCode, useNewCode } from '../two-factor.ts';

export const signInRoutes: AccountRoutes = {
  /** `next`: `code` if a code of the authenticator app, or a recovery code, has to follow. */
  async 'POST /sign-in'(call) {
    const { email: typed, password } = await call.readInput(Credentials);
    const email = typed.trim().toLowerCase();
    const answer = await checkCredentials(call, { account: email, deviceId: knownDevice(call, email) }, () =>
      checkPassword(call, email, password),
    );
    if ('twoFactorRedirect' in answer) return { next: 'code' };
    await recordSignIn(call, answer.user.id, 'password');
    return { next: null };
  },

  /** The second step after a password. */
  async 'POST /sign-in/code'(call) {
    const input = await call.readInput(CodeInput);
    const personId = await checkCredentials(call, {}, () => useCode(call.withoutSession(), input));
    await recordSignIn(call, personId, 'password and code');
    return { next: null };
  },

  async 'POST /sign-in/passkey/options'(call) {
    await call.takeRate();
    return { options: await startAuthentication(call) };
  },

  async 'POST /sign-in/passkey'(call) {
    const { response } = await call.readInput(PasskeyResponse);
    const personId = await checkCredentials(call, {}, () => finishAuthentication(call, response));
    await startSession(call, personId, 'passkey');
    return { next: null };
  },

  /** Signs in again as the same person, with any of the person's credentials. */
  async 'POST /reauthenticate'(call) {
    const input = await call.readInput(Reauthentication);
    const { accountId, email, sessionId } = await call.requireIdentity();
    const method = await checkCredentials(call, { account: email, sessionId }, () =>
      prove(call, input, accountId),
    );
    await startSession(call, accountId, method);
    return {};
  },

  async 'POST /sign-out'(call) {
    await call.ask((api, headers) => api.signOut({ headers, returnHeaders: true }));
    return {};
  },
};

async function checkPassword(call: AccountCall, email: string, password: string) {
  // Refused before it is hashed, so that huge passwords cost no time.
  if (password.length > MAX_PASSWORD_LENGTH) throw wrongCredentials();
  return call.ask((api, headers) =>
    api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
  );
}

/** Checks credentials of the person of the session. */
async function prove(
  call: AccountCall,
  input: Static<typeof Reauthentication>,
  accountId: string,
): Promise<SignInMethod> {
  if (input.passkey !== undefined) {
    if ((await finishAuthentication(call, input.passkey)) !== accountId) throw notSignedIn();
    return 'passkey';
  }
  if (input.code !== undefined) {
    // Codes count only once the app is confirmed.
    const methods = await selectSignInMethods(call.deps.db.reader, accountId);
    if (!methods?.hasAuthenticatorApp) throw wrongCode();
    await useNewCode(call, accountId, input.code);
    return 'code';
  }
  const body = { password: input.password ?? '' };
  await call.ask((api, headers) => api.verifyPassword({ body, headers, returnHeaders: true }));
  return 'password';
}
