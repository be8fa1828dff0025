import { DAY_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { tooManyInvitationMails } from './errors.ts';

const MAILS_OF_TEAM_PER_DAY = 100;
/** Of all teams together, so that this server cannot be used to flood a mailbox. */
const MAILS_TO_ADDRESS_PER_DAY = 5;

/** Counts an invitation that is sent by mail. Revoked ones count too. Throws `rate_limited`. */
export async function countInvitationMail(
  { rateLimits }: Deps,
  { teamId, email }: { teamId: string; email: string },
): Promise<void> {
  const counts = [
    [`invitation-mail team ${teamId}`, MAILS_OF_TEAM_PER_DAY],
    [`invitation-mail to ${email.trim().toLowerCase()}`, MAILS_TO_ADDRESS_PER_DAY],
  ] as const;
  for (const [key, limit] of counts) {
    const { allowed, retryAfterSeconds } = await rateLimits.take(key, [{ limit, windowMs: DAY_MS }]);
    if (!allowed) throw tooManyInvitationMails(retryAfterSeconds);
  }
}
