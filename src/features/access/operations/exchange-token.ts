import { equalInConstantTime, hmacSha256Hex, sha256 } from '../../../platform/crypto.ts';
import type { Deps } from '../../../platform/deps.ts';
import { rateLimited } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import {
  type ProjectRow,
  requireTenantSlug,
  resolveTenant,
  selectProjectByClientId,
  selectSecretHashes,
} from '../../projects/index.ts';
import { wrongCredentials } from '../errors.ts';
import { TokenRequest, TokenResponse } from '../schema.ts';
import type { TokenAuthority } from '../token.ts';

/** Failed exchanges allowed per address and client ID: above any typing mistake, far below any guessing. */
export const FAILED_EXCHANGES = { limit: 10, windowMs: 60_000 };

/** Compared with when the client is unknown, so that both cases take the same steps. */
const NO_HASH = new Uint8Array(32);

/** SERVICE 4.1: credentials and a tenant for a bearer token. Only failures count against the limit. */
export function defineExchangeToken(authority: TokenAuthority, failures: RateLimiter) {
  return defineOperation({
    name: 'exchangeToken',
    summary: 'Exchange project credentials for a 10-minute token of one tenant',
    scope: 'public',
    input: TokenRequest,
    output: TokenResponse,
    async run({ deps, scope, emit }, input) {
      const suspect = `${scope.address} ${input.client_id}`;
      const project = await findProjectByCredentials(deps, input.client_id, input.client_secret);
      // Only now, in one step with counting: guesses sent at the same time must not all pass before the first counts.
      const blocked = failures.secondsBlocked(suspect);
      if (blocked > 0) throw rateLimited('Too many failed attempts for this client ID.', blocked);
      if (project === undefined) {
        failures.count(suspect);
        throw wrongCredentials();
      }
      requireTenantSlug(input.tenant);
      const tenant = await resolveTenant({ deps, emit }, project.id, input.tenant);
      const { token, expiresAt } = await authority.sign({
        projectId: project.id,
        tenantId: tenant.id,
        tenantSlug: tenant.slug,
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
}

async function findProjectByCredentials(
  deps: Deps,
  clientId: string,
  clientSecret: string,
): Promise<ProjectRow | undefined> {
  const presented = sha256(clientSecret);
  const project = await selectProjectByClientId(deps.db.reader, clientId);
  const hashes =
    project === undefined
      ? [NO_HASH]
      : await selectSecretHashes(deps.db.reader, project.id, deps.clock.now());
  // No early exit: the duration must not tell which of two valid secrets matched.
  const matches = hashes.filter((hash) => equalInConstantTime(hash, presented));
  return matches.length > 0 ? project : undefined;
}

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
