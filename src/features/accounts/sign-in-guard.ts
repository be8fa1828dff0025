import { HOUR_MS } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import { rateLimited } from '../../platform/errors.ts';
import { networkOf } from '../../platform/ip-addresses.ts';
import {
  countFailure,
  deleteFailures,
  type FailureRow,
  forgiveFailure,
  selectFailures,
} from './factor-queries.ts';
import { FAILURES_KEPT_MS } from './limits.ts';

/** Whose failures are counted, and after how many in a row sign-ins are refused for a while. */
interface Counter {
  key: string;
  limit: number;
}

/**
 * Failures of one address with one account, of a session, of a known browser, of an address, and of an account from all
 * addresses.
 */
const LIMITS = { pair: 5, session: 5, device: 5, address: 20, account: 50 };

/** Doubles with each further failure. */
const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = HOUR_MS;

/** Who tries to sign in; without an account if it is not known yet. */
export interface Attempt {
  address: string;
  /** Email address or id. It need not exist, so that the answer does not show which do. */
  account?: string | undefined;
  /** Of a person who signs in again. Only failures in this session count then, so that strangers cannot lock the person out. */
  sessionId?: string | undefined;
  /** Of a browser in which the person has signed in before. Only failures in this browser count then. */
  deviceId?: string | undefined;
}

/**
 * Locks sign-ins after failures, with back-off. Every attempt counts as a failure until it has succeeded, so that many at
 * once do not get more tries.
 */
export class SignInGuard {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Throws `rate_limited` while sign-ins are locked; the attempt is then not counted. */
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

  /** Resets the failures of the account. Those of the address keep counting, without this attempt. */
  async succeed(attempt: Attempt): Promise<void> {
    const { db } = this.#deps;
    await db.transaction(async (connection) => {
      const keys = countersOf(attempt).map(({ key }) => key);
      const address = addressKey(attempt.address);
      await deleteFailures(
        connection,
        keys.filter((key) => key !== address),
      );
      if (keys.includes(address)) await forgiveFailure(connection, address);
    });
  }
}

const addressKey = (address: string) => `address ${networkOf(address)}`;
const kindOf = (key: string) => key.slice(0, key.indexOf(' '));

function countersOf({ address, account, sessionId, deviceId }: Attempt): Counter[] {
  const byAddress = { key: addressKey(address), limit: LIMITS.address };
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
