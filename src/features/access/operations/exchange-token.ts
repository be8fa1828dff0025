import { hmacSha256Hex } from '../../../platform/crypto.ts';
import { rateLimited } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { requireTenantSlug } from '../../projects/index.ts';
import { wrongCredentials } from '../errors.ts';
import { digestRecipients } from '../recipients.ts';
import { TokenRequest, TokenResponse } from '../schema.ts';

/** Failed exchanges allowed per address and client ID: above any typing mistake, far below any guessing. */
export const FAILED_EXCHANGES = { limit: 10, windowMs: 60_000 };

/** SERVICE 4.1: credentials and a tenant for a bearer token. Only failures count against the limit. */
export const exchangeToken = defineOperation({
  name: 'exchangeToken',
  summary: 'Exchange project credentials for a 10-minute token of one tenant',
  scope: 'public',
  input: TokenRequest,
  output: TokenResponse,
  async run({ deps, scope, emit }, input) {
    const { tokens, customers, failedExchanges } = deps.services.access;
    const suspect = `${scope.address} ${input.client_id}`;
    const project = await customers.findProject(input.client_id, input.client_secret);
    // Only now, in one step with counting: guesses sent at the same time must not all pass before the first counts.
    const blocked = failedExchanges.secondsBlocked(suspect);
    if (blocked > 0) throw rateLimited('Too many failed attempts for this client ID.', blocked);
    if (project === undefined) {
      failedExchanges.count(suspect);
      throw wrongCredentials();
    }
    requireTenantSlug(input.tenant);
    const tenant = await customers.resolveTenant(emit, project.id, input.tenant);
    const { token, expiresAt } = await tokens.sign({
      projectId: project.id,
      tenantId: tenant.id,
      tenantSlug: tenant.slug,
      ...(input.test_email && { recipientsDigest: digestRecipients(input.test_email.allowed_emails) }),
      ...(input.user === undefined ? {} : { user: { id: input.user.id, name: input.user.name } }),
    });
    return {
      token,
      expires_at: expiresAt,
      project_id: project.id,
      tenant: tenant.slug,
      ...signVouchedFor(project.signingKey, input),
    };
  },
});

/** The signatures the editor hands back later, made as the customer's backend would with the project's signing key. */
function signVouchedFor(
  signingKey: string,
  { user, test_email }: { user?: { id: string; name: string }; test_email?: { allowed_emails: string[] } },
) {
  const emails = test_email?.allowed_emails;
  return {
    ...(user && {
      user: { id: user.id, name: user.name, signature: hmacSha256Hex(signingKey, user.id) },
    }),
    ...(emails && {
      test_email: { allowed_emails: emails, signature: hmacSha256Hex(signingKey, JSON.stringify(emails)) },
    }),
  };
}
