import { toIsoTime } from '../../../platform/clock.ts';
import { type AccountRoutes, isFresh } from '../account-call.ts';
import { hasPeople } from '../queries.ts';

export const sessionRoutes: AccountRoutes = {
  /** What the sign-in page needs to know. */
  async 'GET /state'({ deps }) {
    return { has_accounts: await hasPeople(deps.db.reader), single_sign_on: null, has_mail: false };
  },

  /** Who has signed in. It also extends the session. */
  async 'GET /session'(call) {
    const identity = await call.requireIdentity();
    await call.ask((api, headers) => api.getSession({ headers, returnHeaders: true }));
    return {
      account: {
        id: identity.accountId,
        name: identity.name,
        email: identity.email,
        is_operator: identity.isOperator,
      },
      session: {
        id: identity.sessionId,
        signed_in_at: toIsoTime(identity.signedInAt),
        is_fresh: isFresh(identity, call.deps.clock.now()),
      },
    };
  },
};
