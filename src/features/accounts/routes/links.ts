import { toIsoTime } from '../../../platform/clock.ts';
import { sha256Hex } from '../../../platform/security/crypto.ts';
import { acceptLink, findLinkAccount, joinByLink, requireNoAuthenticatorApp } from '../accept-link.ts';
import type { AccountCall } from '../account-call.ts';
import { runHashing } from '../check-credentials.ts';
import { linkNotValid } from '../errors.ts';
import { insertPasskey } from '../factor-queries.ts';
import { type LinkRow, selectLink } from '../link-queries.ts';
import { finishRegistration, startRegistration } from '../passkeys.ts';
import { hashPassword, requireStrongPassword } from '../passwords.ts';
import { type AccountRow, upsertPassword } from '../queries.ts';
import type { AccountHandlers } from '../schema.ts';
import { startSession } from '../sessions.ts';

export const linkRoutes = {
  /** Describes a link without using it. */
  async 'POST /link'(call, { token }) {
    const link = await requireLink(call, token);
    return { kind: link.kind, email: link.email, role: link.role, expires_at: toIsoTime(link.expiresAt) };
  },

  async 'POST /link/password'(call, input) {
    const account = await findLinkAccount(call.deps.db.reader, await requireLink(call, input.token), input);
    await requireStrongPassword(input.password, [account.name, account.email]);
    const password = await runHashing(call, () => hashPassword(input.password));
    const person = await acceptLink(call.deps, input, (db, { id }) => upsertPassword(db, id, password));
    return enter(call, person);
  },

  async 'POST /link/passkey/options'(call, input) {
    const account = await findLinkAccount(call.deps.db.reader, await requireLink(call, input.token), input);
    requireNoAuthenticatorApp(account);
    return { options: await startRegistration(call, account) };
  },

  async 'POST /link/passkey'(call, input) {
    await findLinkAccount(call.deps.db.reader, await requireLink(call, input.token), input);
    const passkey = await finishRegistration(call, input.response, input.passkey_name);
    const person = await acceptLink(call.deps, input, async (db, owner) => {
      requireNoAuthenticatorApp(owner);
      await insertPasskey(db, { ...passkey, personId: owner.id });
    });
    return enter(call, person);
  },

  /** A person who has an account joins a team. */
  async 'POST /link/join'(call, { token }) {
    await requireLink(call, token);
    await joinByLink(call.deps, token, await call.requireIdentity());
    return {};
  },
} satisfies Partial<AccountHandlers>;

async function requireLink(call: AccountCall, token: string): Promise<LinkRow> {
  await call.takeRate();
  const link = await selectLink(call.deps.db.reader, sha256Hex(token), call.deps.clock.now());
  if (link === undefined) throw linkNotValid();
  return link;
}

/** Signs the person in, unless the person has an authenticator app: then the sign-in page asks for its code. */
async function enter(call: AccountCall, account: AccountRow): Promise<{ next: 'sign_in' | null }> {
  if (account.hasAuthenticatorApp) return { next: 'sign_in' };
  await startSession(call, account.id, 'link');
  return { next: null };
}
