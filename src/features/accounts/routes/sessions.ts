import { toIsoTime } from '../../../platform/clock.ts';
import { invalidField, notFound } from '../../../platform/errors.ts';
import { adminAction } from '../../../platform/events.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { FRESH_SIGN_IN_MS } from '../../../platform/security/admin-access.ts';
import { cleanLine } from '../../../platform/text/names.ts';
import { type AccountCall, isFresh, scopeOfAccount } from '../account-call.ts';
import { runHashing } from '../check-credentials.ts';
import { deleteResetLinks } from '../link-queries.ts';
import { hashPassword, requireStrongPassword } from '../passwords.ts';
import { hasPeople, selectSignInMethods, updateAccountName, upsertPassword } from '../queries.ts';
import type { AccountHandlers } from '../schema.ts';
import { deleteSession, deleteSessions, type SessionRow, selectSessions } from '../session-queries.ts';
import { keepSessionAlive } from '../sessions.ts';

const SINGLE_SIGN_ON_PATH = '/api/v1/account/single-sign-on';

export const sessionRoutes = {
  /** The state that the sign-in page needs. */
  async 'GET /state'({ deps }) {
    const { mailer, singleSignOn } = deps.services.accounts;
    return {
      has_accounts: await hasPeople(deps.db.reader),
      single_sign_on:
        singleSignOn === undefined ? null : { name: singleSignOn.provider.name, url: SINGLE_SIGN_ON_PATH },
      has_mail: mailer !== undefined,
    };
  },

  /** Who has signed in. It also extends the session. */
  async 'GET /session'(call) {
    const identity = await call.requireIdentity();
    await keepSessionAlive(call, identity);
    const { db, clock } = call.deps;
    const methods = await selectSignInMethods(db.reader, identity.accountId);
    return {
      account: {
        id: identity.accountId,
        name: identity.name,
        email: identity.email,
        is_operator: identity.isOperator,
        has_password: methods?.hasPassword === true,
        has_single_sign_on: methods?.hasSingleSignOn === true,
        has_authenticator_app: methods?.hasAuthenticatorApp === true,
        passkeys: methods?.passkeys ?? 0,
      },
      session: {
        id: identity.sessionId,
        signed_in_at: toIsoTime(identity.signedInAt),
        is_fresh: isFresh(identity, clock.now()),
        fresh_until: toIsoTime(identity.signedInAt + FRESH_SIGN_IN_MS),
      },
    };
  },

  async 'PATCH /profile'(call, input) {
    const name = cleanLine(input.name);
    if (name === '') throw invalidField('name', 'Enter your name.');
    const { accountId } = await call.requireIdentity();
    await call.deps.db.transaction((connection) => updateAccountName(connection, accountId, name));
    return { name };
  },

  /** Sets or changes the password, and ends all other sessions and reset links. */
  async 'POST /password'(call, input) {
    const { accountId: personId, sessionId, name, email } = await call.requireFreshIdentity();
    await requireStrongPassword(input.password, [name, email]);
    const password = await runHashing(call, () => hashPassword(input.password));
    await changeAccount(call, 'account.password_changed', undefined, async (db) => {
      await upsertPassword(db, personId, password);
      await deleteSessions(db, personId, sessionId);
      await deleteResetLinks(db, email);
    });
    return {};
  },

  async 'GET /sessions'(call) {
    const { accountId, sessionId } = await call.requireIdentity();
    const { db, clock } = call.deps;
    const rows = await selectSessions(db.reader, accountId, clock.now());
    return { items: rows.map((row) => describeSession(row, sessionId)) };
  },

  async 'DELETE /sessions/:id'(call) {
    const { accountId } = await call.requireIdentity();
    await changeAccount(call, 'account.session_ended', undefined, async (db) => {
      if (!(await deleteSession(db, accountId, call.params.id ?? ''))) throw notFound('Session');
    });
    return {};
  },

  /** Ends all sessions but this one. */
  async 'DELETE /sessions'(call) {
    const { accountId, sessionId } = await call.requireIdentity();
    let ended = 0;
    await changeAccount(call, 'account.sessions_ended', undefined, async (db) => {
      ended = await deleteSessions(db, accountId, sessionId);
    });
    return { ended };
  },
} satisfies Partial<AccountHandlers>;

/** Changes the person's own account, and writes it to the audit in the same transaction. */
export async function changeAccount(
  call: AccountCall,
  action: string,
  subject: string | undefined,
  change: (db: Connection) => Promise<void>,
): Promise<void> {
  const { deps, address } = call;
  const { accountId, name } = await call.requireIdentity();
  await deps.db.transaction(async (db) => {
    await change(db);
    const from = `from ${address}`;
    const event = adminAction({ action, subject: subject === undefined ? from : `${subject}, ${from}` });
    await deps.events.emitInTransaction(event, scopeOfAccount({ id: accountId, name }), db);
  });
}

function describeSession(row: SessionRow, currentId: string) {
  return {
    id: row.id,
    is_current: row.id === currentId,
    device: row.userAgent,
    address: row.address,
    signed_in_at: toIsoTime(row.createdAt),
    last_seen_at: toIsoTime(row.lastSeenAt ?? row.createdAt),
    expires_at: toIsoTime(row.expiresAt),
  };
}
