import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { rateLimited } from '../../platform/errors.ts';
import type { RateDecision, RateLimit } from '../../platform/ports/rate-limits.ts';
import type { TenantScope } from '../../platform/scope.ts';

/** For a recipient within a tenant: enough for testing, too few to flood a mailbox. */
const LIMITS_OF_RECIPIENT = [
  { limit: 5, windowMs: MINUTE_MS },
  { limit: 30, windowMs: HOUR_MS },
];
const LIMITS_OF_TENANT = [{ limit: 100, windowMs: HOUR_MS }];

/**
 * Counts a test mail by tenant, by recipient within the tenant, and by recipient within the project. Throws `rate_limited`;
 * nothing is counted then.
 */
export async function countTestMail(
  { rateLimits, services }: Deps,
  { tenant, projectId }: TenantScope,
  address: string,
): Promise<void> {
  const mailbox = mailboxOf(address);
  const { recipientLimitPerDay } = services.testEmail;
  const counts: Count[] = [
    {
      key: `test-email ${projectId} ${mailbox}`,
      limits: [{ limit: recipientLimitPerDay, windowMs: DAY_MS }],
      message: `This recipient has had ${recipientLimitPerDay} test mails today, the most a day.`,
    },
    { key: `test-email ${tenant.id} ${mailbox}`, limits: LIMITS_OF_RECIPIENT, message: TOO_MANY },
    { key: `test-email ${tenant.id}`, limits: LIMITS_OF_TENANT, message: TOO_MANY },
  ];
  for (const { key, limits, message } of counts) requireAllowed(await rateLimits.peek(key, limits), message);
  // Checked again, because other mails may have been counted since.
  for (const { key, limits, message } of counts) requireAllowed(await rateLimits.take(key, limits), message);
}

const TOO_MANY = 'Too many test mails.';

interface Count {
  key: string;
  limits: readonly RateLimit[];
  /** The error when a limit is reached. */
  message: string;
}

/** The mailbox of an address: letter case and a tag after a plus sign do not make another one. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const plus = local.indexOf('+', 1);
  return `${plus === -1 ? local : local.slice(0, plus)}${address.slice(at)}`.toLowerCase();
}

function requireAllowed({ allowed, retryAfterSeconds }: RateDecision, message: string): void {
  if (!allowed) throw rateLimited(message, retryAfterSeconds);
}
