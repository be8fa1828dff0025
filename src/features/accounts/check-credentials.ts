import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { rateLimited } from '../../platform/errors.ts';
import { adminAction } from '../../platform/events.ts';
import { networkOf } from '../../platform/network/ip-addresses.ts';
import { createPublicScope } from '../../platform/scope.ts';
import { createSecret, equalInConstantTime, hmacSha256, sha256Hex } from '../../platform/security/crypto.ts';
import type { AccountCall } from './account-call.ts';
import {
  countFailure,
  deleteFailures,
  FAILURES_KEPT_MS,
  type FailureRow,
  selectFailures,
  undoFailure,
} from './factor-queries.ts';
import { selectAccountByEmail } from './queries.ts';

/*
 * Sign-ins are locked after failures, with back-off. Each attempt counts as a failure until it has succeeded, so that
 * concurrent attempts are limited too. What is counted depends on what is known of the attempt: its session, its
 * browser, its account, its address (`countersOf`).
 */

/** Longest wait for checks of other people. */
const CHECK_TIMEOUT_MS = 10_000;

/** How long a browser is known in which a person has signed in. */
const DEVICE_KEPT_MS = 180 * DAY_MS;

/** One counter of failures, and the number of failures in a row after which it locks sign-ins. */
interface Counter {
  key: string;
  limit: number;
}

/**
 * Limits of failures: of one address with one account (`pair`), of a session, of a known browser (`device`), of codes after
 * the password (`code`), of an address, and of an account from all addresses.
 */
const LIMITS = { pair: 5, session: 5, device: 5, code: 5, address: 20, account: 50 };

/** The lock doubles with each further failure. */
const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = HOUR_MS;

/** A sign-in attempt. `account` is absent if it is not known yet. */
interface Attempt {
  /** Email address or id, also of an account that does not exist, so that the answer does not show which exist. */
  account?: string;
  /**
   * The session in which the person signs in again. Then only failures in this session count, so that strangers cannot
   * lock the person out.
   */
  sessionId?: string;
  /** Whether it is the code after a password. It has failures of its own, because the right password resets the others. */
  isSecondFactor?: boolean;
}

/**
 * Runs a check of credentials. Counts failures, writes them to the log and the audit, and refuses attempts after too
 * many.
 */
export async function checkCredentials<Result>(
  call: AccountCall,
  attempt: Attempt,
  check: () => Promise<Result>,
): Promise<Result> {
  return runHashing(call, async () => {
    const counters = countersOf(call, attempt);
    await countAttempt(call, counters);
    try {
      const result = await check();
      await forgetFailures(call, counters);
      return result;
    } catch (error) {
      await recordFailure(call, attempt);
      throw error;
    }
  });
}

/**
 * Runs work that hashes a password. Few run at a time, and networks take turns. Throws `unavailable` if too many wait.
 */
export async function runHashing<Result>(
  { address, deps }: AccountCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const { checks } = deps.services.accounts;
  const release = await checks.acquire(networkOf(address), { timeoutMs: CHECK_TIMEOUT_MS });
  try {
    return await work();
  } finally {
    release();
  }
}

/** Counts an attempt as failed. Throws `rate_limited` while sign-ins are locked. A refused attempt is not counted. */
async function countAttempt({ address, deps }: AccountCall, counters: readonly Counter[]): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const lockedUntil = await db.transaction(async (connection) => {
    const rows = await selectFailures(
      connection,
      counters.map(({ key }) => key),
    );
    const until = Math.max(0, ...rows.map((row) => row.lockedUntil));
    if (until > now) return until;
    for (const counter of counters) {
      const known = rows.find(({ key }) => key === counter.key);
      const row = nextFailure(known, counter, now);
      await countFailure(connection, row);
      if (row.count === counter.limit)
        log.warn({ address, kind: kindOf(row.key) }, 'sign-ins are locked after too many failures');
    }
    return 0;
  });
  if (lockedUntil > now)
    throw rateLimited('There were too many failed sign-ins.', Math.ceil((lockedUntil - now) / 1000));
}

/** Resets the failures of the account. Failures of the address stay, except for this attempt. */
async function forgetFailures({ address, deps }: AccountCall, counters: readonly Counter[]): Promise<void> {
  const byAddress = addressKey(address);
  const keys = counters.map(({ key }) => key);
  await deps.db.transaction(async (connection) => {
    await deleteFailures(
      connection,
      keys.filter((key) => key !== byAddress),
    );
    if (keys.includes(byAddress)) await undoFailure(connection, byAddress);
  });
}

async function recordFailure({ deps, address }: AccountCall, { account }: Attempt): Promise<void> {
  await deps.db.transaction(async (db) => {
    const person = account === undefined ? undefined : await selectAccountByEmail(db, account);
    // The typed text is not logged: it may be a password.
    const name = person?.email ?? 'unknown account';
    deps.log.warn({ address, account: person?.id }, 'sign-in failed');
    const action = adminAction({ action: 'account.sign_in_failed', subject: `${name}, from ${address}` });
    await deps.events.emitInTransaction(action, createPublicScope(address), db);
  });
}

const addressKey = (address: string) => `address ${networkOf(address)}`;
const kindOf = (key: string) => key.slice(0, key.indexOf(' '));

function countersOf(call: AccountCall, { account, sessionId, isSecondFactor }: Attempt): Counter[] {
  const { address } = call;
  const deviceId = account === undefined ? undefined : findDevice(call, account);
  const byAddress = { key: addressKey(address), limit: LIMITS.address };
  if (isSecondFactor) {
    const key = `code ${deviceId ?? sha256Hex(account ?? '')}`;
    return [{ key, limit: LIMITS.code }, byAddress];
  }
  if (sessionId !== undefined) return [{ key: `session ${sessionId}`, limit: LIMITS.session }];
  if (deviceId !== undefined) return [{ key: `device ${deviceId}`, limit: LIMITS.device }];
  if (account === undefined) return [byAddress];
  // Hashed, because people type passwords into the wrong field.
  const hash = sha256Hex(account);
  return [
    { key: `pair ${hash} ${networkOf(address)}`, limit: LIMITS.pair },
    { key: `account ${hash}`, limit: LIMITS.account },
    byAddress,
  ];
}

function nextFailure(row: FailureRow | undefined, { key, limit }: Counter, now: number): FailureRow {
  const count = row === undefined || now - row.lastAt > FAILURES_KEPT_MS ? 1 : row.count + 1;
  const lock = Math.min(FIRST_LOCK_MS * 2 ** Math.max(0, Math.min(count - limit, 20)), LONGEST_LOCK_MS);
  return { key, count, lastAt: now, lockedUntil: count >= limit ? now + lock : 0 };
}

/**
 * Marks the browser as one in which the person has signed in, so that failed sign-ins of others do not lock the person
 * out there.
 */
export function rememberDevice(call: AccountCall, email: string): void {
  const id = createSecret('', 16);
  const signature = Buffer.from(signDevice(call, email, id)).toString('base64url');
  call.setCookie('device', `${id}.${signature}`, DEVICE_KEPT_MS);
}

/** The id of the browser, if the person has signed in there. Then only failures in this browser count. */
function findDevice(call: AccountCall, email: string): string | undefined {
  const [id = '', signature = ''] = call.readCookie('device')?.split('.') ?? [];
  return equalInConstantTime(Buffer.from(signature, 'base64url'), signDevice(call, email, id))
    ? id
    : undefined;
}

const signDevice = ({ deps }: AccountCall, email: string, id: string) =>
  hmacSha256(deps.urlSigningKey, `device ${id} ${email}`);
