import { rateLimited } from '../../platform/errors.ts';
import type { RateDecision, RateLimits } from '../../platform/ports/rate-limits.ts';
import type { TenantScope } from '../../platform/scope.ts';

/** Enough for testing, too few to flood a mailbox. */
const LIMITS_OF_RECIPIENT = [
  { limit: 5, windowMs: 60_000 },
  { limit: 30, windowMs: 3_600_000 },
];
const LIMITS_OF_TENANT = [{ limit: 100, windowMs: 3_600_000 }];

/** Counts a test mail by tenant and by recipient within the tenant. Throws `rate_limited`; nothing is counted then. */
export async function countTestMail(
  rateLimits: RateLimits,
  { tenant }: TenantScope,
  recipient: string,
): Promise<void> {
  const tenantKey = `test-email ${tenant.id}`;
  const recipientKey = `${tenantKey} ${recipient}`;
  const ofRecipient = await rateLimits.peek(recipientKey, LIMITS_OF_RECIPIENT);
  const ofTenant = await rateLimits.peek(tenantKey, LIMITS_OF_TENANT);
  requireAllowed(ofRecipient.retryAfterSeconds > ofTenant.retryAfterSeconds ? ofRecipient : ofTenant);
  // Checked again, because other mails may have been counted since.
  requireAllowed(await rateLimits.take(recipientKey, LIMITS_OF_RECIPIENT));
  requireAllowed(await rateLimits.take(tenantKey, LIMITS_OF_TENANT));
}

function requireAllowed({ allowed, retryAfterSeconds }: RateDecision): void {
  if (!allowed) throw rateLimited('Too many test mails.', retryAfterSeconds);
}
