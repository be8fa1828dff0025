import { hmacSha256Hex, sha256Hex } from '../../../platform/crypto.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type DomainError, rateLimited } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/ip-addresses.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { toPrintable } from '../../../platform/printable-text.ts';
import { applyTenantSettings, requireTenantSlug } from '../../projects/index.ts';
import { wrongCredentials } from '../errors.ts';
import { TokenRequest, TokenResponse } from '../schema.ts';
import { digestRecipients, refuseListAsUserId } from '../signatures.ts';

/** Wrong secrets allowed per address and client ID. */
const WRONG_SECRETS = { limit: 10, windowMs: 60_000 };

/**
 * Exchanges credentials and a tenant for a bearer token. Only wrong secrets count against the limit. A secret
 * that was accepted from an address before stays accepted while wrong secrets from there are blocked. This does not help
 * to guess, because the caller must know the secret.
 */
export const exchangeToken = defineOperation({
  name: 'exchangeToken',
  summary: 'Exchange project credentials for a 10-minute token of one tenant',
  scope: 'public',
  effect: 'write',
  input: TokenRequest,
  output: TokenResponse,
  async run({ deps, scope, emit }, input) {
    const { tokens, customers } = deps.services.access;
    const client: Client = { address: networkOf(scope.address), clientId: input.client_id };
    const project = await customers.findProject(input.client_id, input.client_secret);
    if (project === undefined) throw await countWrongSecret(deps, client);
    await requireNotBlocked(deps, client, input.client_secret);
    requireTenantSlug(input.tenant);
    if (input.user !== undefined) refuseListAsUserId(input.user.id, 'user.id');
    const tenant = await customers.resolveTenant(emit, project.id, input.tenant);
    await applyTenantSettings({ deps, scope, emit }, tenant, input);
    const { token, expiresAt } = await tokens.sign({
      projectId: project.id,
      tenantId: tenant.id,
      tenantSlug: tenant.slug,
      ...(input.test_email && { recipientsDigest: digestRecipients(input.test_email.allowed_emails) }),
      ...(input.share_modules && { mayShareModules: true }),
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

interface Client {
  /** The IP address, or the network of an IPv6 address. */
  address: string;
  clientId: string;
}

const limitKeyOf = ({ address, clientId }: Client) => `exchange ${address} ${clientId}`;

const tooManyWrongSecrets = (seconds: number) =>
  rateLimited('Too many failed attempts for this client ID.', seconds);

/** Throws `rate_limited` if too many wrong secrets came from the address, unless this secret was accepted from there before. */
async function requireNotBlocked(
  { rateLimits, services }: Deps,
  client: Client,
  secret: string,
): Promise<void> {
  const { acceptedCredentials } = services.access;
  const credentials = sha256Hex(`${limitKeyOf(client)} ${secret}`);
  if (acceptedCredentials.get(credentials)) return;
  const { allowed, retryAfterSeconds } = await rateLimits.peek(limitKeyOf(client), [WRONG_SECRETS]);
  if (!allowed) throw tooManyWrongSecrets(retryAfterSeconds);
  acceptedCredentials.set(credentials, true);
}

/** Counts a wrong secret and returns the error to throw. Logs the one that reaches the limit. */
async function countWrongSecret({ rateLimits, log, services }: Deps, client: Client): Promise<DomainError> {
  const { allowed, retryAfterSeconds, windows } = await rateLimits.take(limitKeyOf(client), [WRONG_SECRETS]);
  if (!allowed) return tooManyWrongSecrets(retryAfterSeconds);
  const [minute] = windows;
  if (minute?.remaining === 0) {
    log.warn(
      {
        address: client.address,
        client_id: toPrintable(client.clientId, 128),
        project_id: await services.access.customers.findProjectId(client.clientId),
        blocked_seconds: minute.resetSeconds,
      },
      'token exchanges are blocked for this address and client ID: too many wrong secrets',
    );
  }
  return wrongCredentials();
}

/** Signs user and recipients with the project's signing key, as the customer's backend could. The editor sends them back. */
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
