import type { Clock } from '../../platform/clock.ts';
import { rateLimited } from '../../platform/errors.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { createSlidingWindows } from '../../platform/sliding-windows.ts';

/** Enough for people who look at tests, and too few to flood a mailbox. */
const LIMITS_OF_RECIPIENT = [
  { limit: 5, windowMs: 60_000 },
  { limit: 30, windowMs: 3_600_000 },
];
const LIMITS_OF_TENANT = [{ limit: 100, windowMs: 3_600_000 }];

/** Rate limits of test mails, by tenant and by recipient within a tenant. */
export class TestMailLimits {
  readonly #recipients;
  readonly #tenants;

  constructor(clock: Clock) {
    this.#recipients = createSlidingWindows(clock, LIMITS_OF_RECIPIENT);
    this.#tenants = createSlidingWindows(clock, LIMITS_OF_TENANT);
  }

  /** Counts a mail. Throws `rate_limited` if there were too many. */
  count({ tenant }: TenantScope, recipient: string): void {
    const key = String(tenant.id);
    const recipientKey = `${key} ${recipient}`;
    const wait = Math.max(this.#tenants.secondsBlocked(key), this.#recipients.secondsBlocked(recipientKey));
    if (wait > 0) throw rateLimited('Too many test mails.', wait);
    this.#tenants.count(key);
    this.#recipients.count(recipientKey);
  }
}
