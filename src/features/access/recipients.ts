import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { otherRecipients, wrongRecipientsSignature } from './errors.ts';
import { isSignedByProject } from './signed-user.ts';

/** A list of recipients in the few characters a token has room for. */
export function digestRecipients(emails: readonly string[]): string {
  return Buffer.from(sha256(JSON.stringify(emails))).toString('base64url');
}

/**
 * Throws `forbidden` unless the customer has signed this list of recipients and, if the token names one, it is that.
 * A list signed earlier would be accepted for ever otherwise.
 */
export async function requireVouchedRecipients(
  deps: Deps,
  scope: TenantScope,
  emails: readonly string[],
  signature: string,
): Promise<void> {
  if (!(await isSignedByProject(deps, scope, JSON.stringify(emails), signature))) {
    throw wrongRecipientsSignature();
  }
  const { recipientsDigest } = scope;
  if (recipientsDigest !== undefined && recipientsDigest !== digestRecipients(emails))
    throw otherRecipients();
}
