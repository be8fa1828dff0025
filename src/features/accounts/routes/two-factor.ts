import { notFound } from '../../../platform/errors.ts';
import type { AccountCall, Identity } from '../account-call.ts';
import { checkAppCode, confirmApp, prepareApp, renewRecoveryCodes } from '../authenticator-app.ts';
import { deleteAuthenticatorApp } from '../authenticator-queries.ts';
import { checkCredentials } from '../check-credentials.ts';
import { requirePassword } from '../passwords.ts';
import { selectPassword } from '../queries.ts';
import type { AccountHandlers } from '../schema.ts';
import { changeAccount } from './sessions.ts';

async function requirePasswordAgain(
  call: AccountCall,
  { password = '' }: { password?: string },
): Promise<Identity> {
  const identity = await call.requireFreshIdentity();
  const { accountId, email: account, sessionId } = identity;
  const hash = await selectPassword(call.deps.db.reader, accountId);
  if (hash === undefined) return identity;
  await checkCredentials(call, { account, sessionId }, () => requirePassword(password, hash));
  return identity;
}

export const twoFactorRoutes = {
  /** Begins to set up an authenticator app. Sign-ins require it after the first correct code. */
  async 'POST /authenticator-app'(call, input) {
    return prepareApp(call.deps, await requirePasswordAgain(call, input));
  },

  async 'POST /authenticator-app/confirm'(call, { code }) {
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
  async 'POST /authenticator-app/recovery-codes'(call, input) {
    const { accountId } = await requirePasswordAgain(call, input);
    let codes: string[] = [];
    await changeAccount(call, 'account.recovery_codes_made', undefined, async (db) => {
      codes = await renewRecoveryCodes(db, accountId);
    });
    return { recovery_codes: codes };
  },
} satisfies Partial<AccountHandlers>;
