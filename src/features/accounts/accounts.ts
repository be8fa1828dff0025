import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { FairSemaphore } from '../../platform/fair-use/fair-semaphore.ts';
import type { MailServer } from '../../platform/network/mail-server.ts';
import { sha256Hex } from '../../platform/security/crypto.ts';
import { type Identity, readCookie } from './account-call.ts';
import { AccountMailer } from './mails.ts';
import { selectSession, touchSession } from './session-queries.ts';
import { SingleSignOn, type SingleSignOnProvider } from './single-sign-on.ts';

/** The time of last use of a session is stored at most once in this time. */
const LAST_SEEN_INTERVAL_MS = 5 * MINUTE_MS;

/** Passwords that are checked concurrently. */
const MAX_CHECKS = 2;

export interface AccountSettings {
  mailServer: MailServer | undefined;
  oidcProvider: SingleSignOnProvider | undefined;
}

/** The people who sign in, and their sessions. */
export class Accounts {
  /** Limits concurrent checks of passwords: each takes a core for 50 ms and 19 MB, and anybody can ask for one. */
  readonly checks = new FairSemaphore({
    limit: MAX_CHECKS,
    limitPerOwner: 1,
    maxWaiting: 200,
    maxWaitingPerOwner: 10,
    refusal: () =>
      new DomainError('unavailable', 'Too many people sign in at the moment. Try again in a few seconds.', {
        retryAfterSeconds: 5,
      }),
  });
  /** Undefined without a provider. */
  readonly singleSignOn: SingleSignOn | undefined;
  /** Undefined without a mail server. */
  readonly mailer: AccountMailer | undefined;
  readonly #deps: Deps;

  constructor(deps: Deps, { mailServer, oidcProvider }: AccountSettings) {
    this.#deps = deps;
    this.singleSignOn = oidcProvider && new SingleSignOn(deps, oidcProvider);
    this.mailer = mailServer && new AccountMailer(mailServer, deps);
  }

  /** The person of the session cookie; undefined without a valid one. */
  async identify(headers: Headers): Promise<Identity | undefined> {
    const { db, clock, baseUrl } = this.#deps;
    const token = readCookie(headers, baseUrl, 'session_token');
    if (token === undefined) return undefined;
    const now = clock.now();
    const row = await selectSession(db.reader, sha256Hex(token), now);
    if (row === undefined) return undefined;
    if (now - (row.lastSeenAt ?? row.signedInAt) > LAST_SEEN_INTERVAL_MS) this.#touch(row.sessionId, now);
    const { lastSeenAt: _, ...identity } = row;
    return identity;
  }

  async close(): Promise<void> {
    await this.mailer?.close();
  }

  /** Stores the time of last use, without delaying the request. */
  #touch(sessionId: string, now: number): void {
    const { db, log } = this.#deps;
    db.transaction((connection) => touchSession(connection, sessionId, now)).catch((error) => {
      log.warn({ err: error }, 'the last use of a session could not be stored');
    });
  }
}
