import { Type } from '@sinclair/typebox';
import { notFound } from '../../../platform/errors.ts';
import type { AccountCall, AccountRoutes } from '../account-call.ts';
import { checkCredentials } from '../check-credentials.ts';
import { deleteAuthenticatorApp } from '../factor-queries.ts';
import type { Identity } from '../identity.ts';
import { AppCode, Credentials } from '../schema.ts';
import { useNewCode } from '../two-factor.ts';
import { changeAccount } from './sessions.ts';

/** The password, which the library requires of accounts that have one. */
const PasswordAgain = Type.Partial(Type.Pick(Credentials, ['password']));

/** Counts wrong passwords. The library itself checks the password if the account has one. */
async function checkPasswordAgain(
  call: AccountCall,
  { email: account, sessionId }: Identity,
  { password }: { password?: string },
): Promise<void> {
  if (password === undefined) return;
  await checkCredentials(call, { account, sessionId }, () =>
    call.ask((api, headers) => api.verifyPassword({ body: { password }, headers, returnHeaders: true })),
  );
}

export const twoFactorRoutes: AccountRoutes = {
  /** Begins to set up an authenticator app. Sign-ins require it after the first correct code. */
  async 'POST /authenticator-app'(call) {
    const body = await call.readInput(PasswordAgain);
    const identity = await call.requireFreshIdentity();
    await checkPasswordAgain(call, identity, body);
    const answer = await call.ask((api, headers) =>
      api.enableTwoFactor({ body: { ...body, method: 'totp' }, headers, returnHeaders: true }),
    );
    const uri = 'totpURI' in answer ? answer.totpURI : '';
    const secret = new URL(uri).searchParams.get('secret');
    return { uri, secret, recovery_codes: 'backupCodes' in answer ? answer.backupCodes : [] };
  },

  async 'POST /authenticator-app/confirm'(call) {
    const { code } = await call.readInput(AppCode);
    const { accountId } = await call.requireFreshIdentity();
    await useNewCode(call, accountId, code);
    await changeAccount(call, 'account.authenticator_app_added', undefined, async () => {});
    return {};
  },

  async 'DELETE /authenticator-app'(call) {
    const { accountId } = await call.requireFreshIdentity();
    await changeAccount(call, 'account.authenticator_app_removed', undefined, async (db) => {
      if (!(await deleteAuthenticatorApp(db, accountId, call.deps.clock.now())))
        throw notFound('Authenticator app');
    });
    return {};
  },

  /** Makes new recovery codes. The former ones are void. */
  async 'POST /authenticator-app/recovery-codes'(call) {
    const body = await call.readInput(PasswordAgain);
    const identity = await call.requireFreshIdentity();
    await checkPasswordAgain(call, identity, body);
    const { backupCodes } = await call.ask((api, headers) =>
      api.generateBackupCodes({ body, headers, returnHeaders: true }),
    );
    await changeAccount(call, 'account.recovery_codes_made', undefined, async () => {});
    return { recovery_codes: backupCodes };
  },
};
