import { MINUTE_MS } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { createSecret, sha256Hex } from '../../platform/security/crypto.ts';
import type { AccountCall } from './account-call.ts';
import { deleteChallenge, insertChallenge, selectChallenge } from './factor-queries.ts';

const VALID_MS = 10 * MINUTE_MS;

/** The flow to which a challenge belongs, and the name of its cookie. */
type ChallengePurpose = 'passkey' | 'single_sign_on' | 'second_factor';

/** Stores `value` for the browser that sent the request. Only this browser can use it, and only once. */
export async function openChallenge(
  call: AccountCall,
  purpose: ChallengePurpose,
  value: object,
  personId: string | null = null,
): Promise<void> {
  const { clock, db } = call.deps;
  const token = createSecret('');
  const row = { key: keyOf(purpose, token), value: JSON.stringify(value), personId };
  const expiresAt = clock.now() + VALID_MS;
  await db.transaction((connection) => insertChallenge(connection, { ...row, expiresAt }));
  call.setCookie(purpose, token, VALID_MS);
}

/** The challenge that the browser was given, if it is unexpired and unused. Throws `unauthorized`. */
export async function closeChallenge<Value>(call: AccountCall, purpose: ChallengePurpose): Promise<Value> {
  const { clock, db } = call.deps;
  const key = keyOf(purpose, call.readCookie(purpose) ?? '');
  const row = await db.transaction((connection) => deleteChallenge(connection, key));
  call.setCookie(purpose, '', 0);
  if (row === undefined || row.expiresAt <= clock.now())
    throw new DomainError('unauthorized', 'This took too long. Start again.');
  return JSON.parse(row.value) as Value;
}

/** The person of the browser's sign-in that waits for a code. The challenge stays open. Throws `unauthorized`. */
export async function readSecondFactorChallenge(call: AccountCall): Promise<string> {
  const key = keyOf('second_factor', call.readCookie('second_factor') ?? '');
  const row = await selectChallenge(call.deps.db.reader, key);
  if (!row?.personId || row.expiresAt <= call.deps.clock.now())
    throw new DomainError(
      'unauthorized',
      'The sign-in has expired. Enter your email address and password again.',
    );
  return row.personId;
}

const keyOf = (purpose: ChallengePurpose, token: string) => `${purpose} ${sha256Hex(token)}`;
