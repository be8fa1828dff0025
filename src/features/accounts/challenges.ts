import { MINUTE_MS } from '../../platform/clock.ts';
import { createSecret, sha256Hex } from '../../platform/crypto.ts';
import { DomainError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { AccountCall } from './account-call.ts';
import { consumeVerification, insertVerification } from './factor-queries.ts';
import { readCookie } from './session-cookie.ts';

const VALID_MS = 10 * MINUTE_MS;

/** The flow to which a challenge belongs. */
type ChallengePurpose = 'passkey' | 'single_sign_on';

/** Stores `value` for the browser that sent the request. Only this browser can use it, and only once. */
export async function openChallenge(
  call: AccountCall,
  purpose: ChallengePurpose,
  value: object,
): Promise<void> {
  const { deps } = call;
  const token = createSecret('');
  const now = deps.clock.now();
  await deps.db.transaction((db) =>
    insertVerification(db, {
      id: createId(),
      identifier: identify(purpose, token),
      value: JSON.stringify(value),
      expiresAt: now + VALID_MS,
      createdAt: now,
      updatedAt: now,
    }),
  );
  call.answerHeaders.append('set-cookie', cookie(call, purpose, token, VALID_MS / 1000));
}

/** The challenge that the browser was given, if it is unexpired and unused. Throws `unauthorized`. */
export async function closeChallenge<Value>(call: AccountCall, purpose: ChallengePurpose): Promise<Value> {
  const { deps } = call;
  const token = readCookie(call.request.headers, cookieName(call, purpose)) ?? '';
  const value = await deps.db.transaction((db) =>
    consumeVerification(db, identify(purpose, token), deps.clock.now()),
  );
  call.answerHeaders.append('set-cookie', cookie(call, purpose, '', 0));
  if (value === undefined) throw new DomainError('unauthorized', 'This took too long. Start again.');
  return JSON.parse(value) as Value;
}

const identify = (purpose: ChallengePurpose, token: string) => `${purpose} ${sha256Hex(token)}`;

const cookieName = (call: AccountCall, purpose: ChallengePurpose) =>
  `${call.deps.services.accounts.cookies.prefix}.${purpose}`;

function cookie(call: AccountCall, purpose: ChallengePurpose, value: string, maxAge: number): string {
  const secure = call.deps.services.accounts.cookies.isSecure ? '; Secure' : '';
  return `${cookieName(call, purpose)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
