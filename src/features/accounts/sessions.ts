import { DAY_MS } from '../../platform/clock.ts';
import { adminAction } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import { createSecret, sha256Hex } from '../../platform/security/crypto.ts';
import { toPrintable } from '../../platform/text/printable-text.ts';
import { type AccountCall, type Identity, scopeOfAccount } from './account-call.ts';
import { rememberDevice } from './check-credentials.ts';
import { notSignedIn } from './errors.ts';
import { selectAccount } from './queries.ts';
import { deleteOldSessions, deleteSession, extendSession, insertSession } from './session-queries.ts';

/** A session ends after this time without use. */
const SESSION_MS = 7 * DAY_MS;

/**
 * A session ends this long after the sign-in, even in use, so that a person who was removed at the provider loses
 * access.
 */
const MAX_SESSION_MS = 30 * DAY_MS;

/** A session in use is extended at most once in this time. */
const SESSION_EXTENSION_MS = DAY_MS;

/** Most sessions of a person. A further one ends the oldest. */
const MAX_SESSIONS = 50;

/** Characters kept of the browser's name. */
const MAX_USER_AGENT = 300;

/** How a person has signed in, for the audit. */
export type SignInMethod = 'password' | 'password and code' | 'passkey' | 'link' | 'single sign-on' | 'code';

/** Starts a session with a new token, and ends the browser's former one. Writes the sign-in to the audit. */
export async function startSession(call: AccountCall, personId: string, method: SignInMethod): Promise<void> {
  const { deps, address, request } = call;
  const token = createSecret('');
  const now = deps.clock.now();
  const session = {
    id: createId(),
    personId,
    tokenHash: sha256Hex(token),
    expiresAt: now + SESSION_MS,
    createdAt: now,
    lastSeenAt: null,
    address,
    userAgent: toPrintable(request.headers.get('user-agent') ?? '', MAX_USER_AGENT),
  };
  const former = await call.identify();
  const { email } = await deps.db.transaction(async (db) => {
    const person = await selectAccount(db, personId);
    if (person === undefined) throw notSignedIn();
    if (former !== undefined) await deleteSession(db, former.accountId, former.sessionId);
    await insertSession(db, session);
    await deleteOldSessions(db, personId, MAX_SESSIONS);
    const action = adminAction({ action: 'account.signed_in', subject: `${method}, from ${address}` });
    await deps.events.emitInTransaction(action, scopeOfAccount(person), db);
    return person;
  });
  call.setCookie('session_token', token, SESSION_MS);
  rememberDevice(call, email);
}

/** Extends the session of the request, at most once in `SESSION_EXTENSION_MS`. */
export async function keepSessionAlive(call: AccountCall, identity: Identity): Promise<void> {
  const { db, clock } = call.deps;
  const now = clock.now();
  const expiresAt = Math.min(now + SESSION_MS, identity.signedInAt + MAX_SESSION_MS);
  const isDue = now + SESSION_MS - identity.expiresAt >= SESSION_EXTENSION_MS;
  if (!isDue || expiresAt <= identity.expiresAt) return;
  await db.transaction((connection) => extendSession(connection, identity.sessionId, expiresAt));
  call.setCookie('session_token', call.readCookie('session_token') ?? '', expiresAt - now);
}
