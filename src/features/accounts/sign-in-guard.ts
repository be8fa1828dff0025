import { HOUR_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { rateLimited } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network/ip-addresses.ts';
import { sha256Hex } from '../../platform/security/crypto.ts';
import {
  countFailure,
  deleteFailures,
  type FailureRow,
  selectFailures,
  undoFailure,
} from './factor-queries.ts';
import { FAILURES_KEPT_MS } from './limits.ts';

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
export interface Attempt {
  address: string;
  /** Email address or id, also of an account that does not exist, so that the answer does not show which exist. */
  account?: string | undefined;
  /**
   * The session in which the person signs in again. Then only failures in this session count, so that strangers cannot
   * lock the person out.
   */
  sessionId?: string | undefined;
  /** The browser, if the person has signed in with it before. Then only failures in this browser count. */
  deviceId?: string | undefined;
  /** Whether it is the code after a password. It has failures of its own, because the right password resets the others. */
  isSecondFactor?: boolean;
}

/**
 * Locks sign-ins after failures, with back-off. Each attempt counts as a failure until it has succeeded, so that
 * concurrent attempts are limited too.
 */
export class SignInGuard {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Throws `rate_limited` while sign-ins are locked. A refused attempt is not counted. */
  async begin(attempt: Attempt): Promise<void> {
    const { db, clock, log } = this.#deps;
    const now = clock.now();
    const counters = countersOf(attempt);
    const lockedUntil = await db.transaction(async (connection) => {
      const rows = await selectFailures(
        connection,
        counters.map(({ key }) => key),
      );
      const until = Math.max(0, ...rows.map((row) => row.lockedUntil));
      if (until > now) return until;
      for (const { key, limit } of counters) {
        const row = nextFailure(
          rows.find((one) => one.key === key),
          { key, limit },
          now,
        );
        await countFailure(connection, row);
        if (row.count === limit)
          log.warn(
            { address: attempt.address, kind: kindOf(key) },
            'sign-ins are locked after too many failures',
          );
      }
      return 0;
    });
    if (lockedUntil > now)
      throw rateLimited('There were too many failed sign-ins.', Math.ceil((lockedUntil - now) / 1000));
  }

  /** Resets the failures of the account. Failures of the address stay, except for this attempt. */
  async succeed(attempt: Attempt): Promise<void> {
    const { db } = this.#deps;
    await db.transaction(async (connection) => {
      const keys = countersOf(attempt).map(({ key }) => key);
      const address = addressKey(attempt.address);
      await deleteFailures(
        connection,
        keys.filter((key) => key !== address),
      );
      if (keys.includes(address)) await undoFailure(connection, address);
    });
  }
}

const addressKey = (address: string) => `address ${networkOf(address)}`;
const kindOf = (key: string) => key.slice(0, key.indexOf(' '));

function countersOf({ address, account, sessionId, deviceId, isSecondFactor }: Attempt): Counter[] {
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
