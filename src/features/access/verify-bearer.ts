import { Cache } from '../../platform/caching/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { sha256Hex } from '../../platform/security/crypto.ts';
import { restrictionOfRole, selectRoleIn } from '../members/index.ts';
import { createTenantScope, selectProject, selectTenant } from '../projects/index.ts';
import { invalidToken } from './errors.ts';
import { TOKEN_LIFETIME_SECONDS, type TokenAuthority, type TokenClaims } from './token.ts';

/** Most verified tokens in the cache. */
const MAX_CACHED = 20_000;

/** Estimated size of a token with its scope. */
const TOKEN_BYTES = 1500;

/** Returns the scope of a bearer token. Throws `unauthorized` for an invalid one. */
export type VerifyBearer = (token: string) => TenantScope | Promise<TenantScope>;

/**
 * Verifies each token once and caches its scope until the token expires or its project, tenant, signing key or person changes.
 * A cached scope is returned synchronously.
 */
export function createBearerVerifier(deps: Deps, authority: TokenAuthority): VerifyBearer {
  const verified = new Cache<{ scope: TenantScope; expiresAtMs: number }>({
    budget: deps.cacheBudget,
    maxEntries: MAX_CACHED,
    invalidation: {
      bus: deps.bus,
      clock: deps.clock,
      topics: [
        ...['project.changed', 'tenant.changed', 'tenant.deleted', 'tenant.moved'],
        ...['token_keys.rotated', 'account.access_changed'],
      ],
    },
  });

  const verify = async (token: string): Promise<TenantScope> => {
    const load = async () => {
      const trusted = await authority.verify(token);
      if (trusted === undefined) return undefined;
      return { scope: await loadScope(deps, token, trusted), expiresAtMs: trusted.expiresAt * 1000 };
    };
    const loaded = await verified.getOrLoad(token, load, () => TOKEN_BYTES);
    if (loaded === undefined) throw invalidToken();
    return loaded.scope;
  };

  return (token) => {
    const known = verified.get(token);
    if (known === undefined) return verify(token);
    if (known.expiresAtMs > deps.clock.now()) return known.scope;
    verified.delete(token);
    throw invalidToken();
  };
}

/**
 * Verifies a token as `verifyBearer` does, but also accepts one that has expired recently; its scope says so. Such
 * scopes are read from the database each time.
 */
export function createExpiredBearerVerifier(
  deps: Deps,
  authority: TokenAuthority,
  verifyBearer: VerifyBearer,
): VerifyBearer {
  return async (token) => {
    try {
      return await verifyBearer(token);
    } catch (error) {
      const trusted = isUnauthorized(error) ? await authority.verifyEvenExpired(token) : undefined;
      if (trusted === undefined) throw error;
      return { ...(await loadScope(deps, token, trusted)), isTokenExpired: true };
    }
  };
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'unauthorized';

async function loadScope(
  deps: Deps,
  token: string,
  { claims, expiresAt, keyId }: { claims: TokenClaims; expiresAt: number; keyId: string },
): Promise<TenantScope> {
  const project = await selectProject(deps.db.reader, claims.projectId);
  const tenant = await selectTenant(deps.db.reader, claims.projectId, claims.tenantSlug);
  // A tenant that was deleted and created again under the same identifier is another tenant.
  if (project === undefined || tenant?.id !== claims.tenantId) throw invalidToken();
  const user = claims.user ?? { id: tenant.slug, name: tenant.slug, isUnnamed: true as const };
  const scope = createTenantScope(deps, project, tenant, {
    actor: { kind: 'user', ...user },
    surface: 'rest',
  });
  const { recipientsDigest, mayShareModules, accountId } = claims;
  const role = accountId && (await selectRoleIn(deps.db.reader, accountId, project.teamId));
  if (accountId !== undefined && role === undefined) throw invalidToken();
  return {
    ...scope,
    ...(role && { restrictions: [...(scope.restrictions ?? []), restrictionOfRole(role)] }),
    tokenKeyId: keyId,
    token: {
      digest: sha256Hex(token),
      issuedAt: (expiresAt - TOKEN_LIFETIME_SECONDS) * 1000,
      expiresAt: expiresAt * 1000,
      accountId,
    },
    ...(recipientsDigest !== undefined && { recipientsDigest }),
    ...(mayShareModules && { mayShareModules }),
  };
}
