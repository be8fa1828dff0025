import { toDomainError } from '../platform/errors.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { Authenticator, VerifiedKey } from './authenticate.ts';

/** The scope of a key at the place that a request names. */
export async function openScope<Key extends VerifiedKey>(
  authenticator: Authenticator<Key>,
  key: Key,
  request: Request,
): Promise<TenantScope> {
  const { projectId, tenant } = authenticator.readPlace(request);
  return authenticator.openScope(key, projectId, tenant);
}

/** Undefined without access to a tenant: then the answer does not depend on one. */
export async function findTenantId<Key extends VerifiedKey>(
  authenticator: Authenticator<Key>,
  key: Key,
  request: Request,
): Promise<number | undefined> {
  try {
    return (await openScope(authenticator, key, request)).tenant.id;
  } catch (error) {
    if (toDomainError(error).code === 'internal' || toDomainError(error).code === 'unavailable') throw error;
    return undefined;
  }
}
