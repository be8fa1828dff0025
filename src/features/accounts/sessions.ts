import { adminAction } from '../../platform/events.ts';
import { type AccountCall, scopeOfPerson } from './account-call.ts';
import { rememberDevice } from './known-device.ts';
import { MAX_SESSIONS } from './limits.ts';
import { selectPerson } from './queries.ts';
import { deleteOldSessions, deleteSession } from './session-queries.ts';

/** How a person has signed in, for the audit. */
export type SignInMethod = 'password' | 'password and code' | 'passkey' | 'link' | 'single sign-on' | 'code';

/** Starts a new session for the person, and ends the browser's former one. */
export async function startSession(call: AccountCall, personId: string, method: SignInMethod): Promise<void> {
  const body = { personId };
  await call.ask((api, headers) => api.startSession({ body, headers, returnHeaders: true }));
  await recordSignIn(call, personId, method);
}

/** Call it after a sign-in. Writes the sign-in to the audit, and ends the former session of the browser. */
export async function recordSignIn(call: AccountCall, personId: string, method: SignInMethod): Promise<void> {
  const { deps, address } = call;
  const former = await call.identify();
  await deps.db.transaction(async (db) => {
    const person = await selectPerson(db, personId);
    if (person === undefined) return;
    rememberDevice(call, person.email);
    if (former !== undefined) await deleteSession(db, former.accountId, former.sessionId);
    await deleteOldSessions(db, personId, MAX_SESSIONS);
    const action = adminAction({ action: 'account.signed_in', subject: `${method}, from ${address}` });
    await deps.events.emitInTransaction(action, scopeOfPerson(person), db);
  });
}
