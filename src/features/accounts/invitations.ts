import type { Deps } from '../../platform/deps.ts';
import { invalidField } from '../../platform/errors.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { normalizeEmail } from './accept-link.ts';
import { selectInvitations } from './link-queries.ts';
import { addLink, type CreatedLink } from './links.ts';

interface NewInvitation {
  /** Undefined: anybody with the link can use it. */
  email: string | undefined;
  teamId: string;
  role: string;
  /** Name of the person who invites. */
  createdBy: string;
  /**
   * Account of that person. The link is valid as long as this person may invite. Undefined for an operator at the
   * command line.
   */
  creatorId?: string | undefined;
}

/** An invitation that is open. Its link is shown only when it is made. */
interface OpenInvitation {
  id: string;
  email: string | null;
  role: string;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
}

/**
 * Makes an invitation in the caller's transaction. When it is accepted, the event `account.invitation_accepted` is emitted
 * in that transaction. Call `sendInvitation` after the commit.
 */
export async function addInvitation(
  deps: Deps,
  db: Connection,
  { email: given, teamId, role, createdBy, creatorId }: NewInvitation,
): Promise<CreatedLink & { email: string | undefined }> {
  const email = given === undefined ? undefined : normalizeEmail(given);
  if (given !== undefined && email === undefined) throw invalidField('email', 'must be one email address.');
  return {
    ...(await addLink(deps, db, { kind: 'invitation', email, teamId, role, createdBy, creatorId })),
    email,
  };
}

/** Sends an invitation by mail if it has an address and there is a mail server. Returns whether it will be sent. */
export function sendInvitation(
  { services }: Deps,
  { email, url }: { email?: string | undefined; url: string },
  { teamName, createdBy }: { teamName: string; createdBy: string },
): boolean {
  const { mailer } = services.accounts;
  if (mailer === undefined || email === undefined) return false;
  return mailer.send({
    recipient: email,
    subject: `${createdBy} invites you to ${teamName}`,
    text: [
      `${createdBy} invites you to the team "${teamName}".`,
      `Open this link within 7 days to accept. It works once:\n${url}`,
      'If you do not know what this is about, ignore this mail.',
    ],
  });
}

/** The open invitations of a team, the newest first. */
export async function listInvitations(
  { clock }: Deps,
  db: Connection,
  teamId: string,
): Promise<OpenInvitation[]> {
  return selectInvitations(db, teamId, clock.now());
}
