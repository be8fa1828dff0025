import { Type } from '@sinclair/typebox';
import type { AccountRoutes } from '../account-call.ts';
import { Code, Credentials } from '../schema.ts';

export const signInRoutes: AccountRoutes = {
  /** `next`: `code` if a code of the authenticator app, or a recovery code, has to follow. */
  async 'POST /sign-in'(call) {
    const { email, password } = await call.readInput(Credentials);
    const body = { email: email.trim().toLowerCase(), password };
    const answer = await call.ask((api, headers) => api.signInEmail({ body, headers, returnHeaders: true }));
    return { next: 'twoFactorRedirect' in answer ? 'code' : null };
  },

  async 'POST /sign-in/code'(call) {
    const { code } = await call.readInput(Type.Object({ code: Code }));
    await call.ask((api, headers) =>
      api.verifyTOTP({ body: { code: code.replaceAll(' ', '') }, headers, returnHeaders: true }),
    );
    return { next: null };
  },

  async 'POST /sign-out'(call) {
    await call.ask((api, headers) => api.signOut({ headers, returnHeaders: true }));
    return {};
  },
};
