import { Type } from '@sinclair/typebox';
import { notFound } from '../../../platform/errors.ts';
import type { AccountCall, AccountRoutes } from '../account-call.ts';
import { checkAppCode, confirmApp, prepareApp, renewRecoveryCodes } from '../authenticator-app.ts';
import { deleteAuthenticatorApp } from '../authenticator-queries.ts';
import { checkCredentials } from '../check-credentials.ts';
import { wrongCredentials } from '../errors.ts';
import type { Identity } from '../identity.ts';
import { verifyPassword } from '../passwords.ts';
import { selectPassword } from '../queries.ts';
import { AppCode, Credentials } from '../schema.ts';
import { changeAccount } from './sessions.ts';

/** Required of accounts that have a password. */
const PasswordAgain = Type.Partial(Type.Pick(Credentials, ['password']));

async function requirePasswordAgain(call: AccountCall): Promise<Identity> {
  const { password = '' } = await call.readInput(PasswordAgain);
  const identity = await call.requireFreshIdentity();
  const { accountId, email: account, sessionId } = identity;
  const hash = await selectPassword(call.deps.db.reader, accountId);
  if (hash === undefined) return identity;
  await checkCredentials(call, { account, sessionId }, async () => {
    if (!(await verifyPassword(password, hash))) throw wrongCredentials();
  });
  return identity;
}

export const twoFactorRoutes: AccountRoutes = {
  /** Begins to set up an authenticator app. Sign-ins require it after the first correct code. */
  async 'POST /authenticator-app'(call) {
    return prepareApp(call.deps, await requirePasswordAgain(call));
  },

  async 'POST /authenticator-app/confirm'(call) {
    const { code } = await call.readInput(AppCode);
    const { accountId } = await call.requireFreshIdentity();
    const first = await checkAppCode(call.deps, accountId, code, false);
    await changeAccount(call, 'account.authenticator_app_added', undefined, (db) => confirmApp(db, first));
    return {};
  },

  async 'DELETE /authenticator-app'(call) {
    const { accountId } = await call.requireFreshIdentity();
    await changeAccount(call, 'account.authenticator_app_removed', undefined, async (db) => {
      if (!(await deleteAuthenticatorApp(db, accountId))) throw notFound('Authenticator app');
    });
    return {};
  },

  /** Makes new recovery codes. The former ones are void. */
  async 'POST /authenticator-app/recovery-codes'(call) {
    const { accountId } = await requirePasswordAgain(call);
    let codes: string[] = [];
    await changeAccount(call, 'account.recovery_codes_made', undefined, async (db) => {
      codes = await renewRecoveryCodes(db, accountId);
    });
    return { recovery_codes: codes };
  },
};
