import { toDomainError } from '../platform/errors.ts';
import type { TenantScope } from '../platform/scope.ts';
import type { Authenticator, VerifiedKey } from './authenticate.ts';

/** The scope of a key for the project and tenant of a request. */
export async function openScope<Key extends VerifiedKey>(
  authenticator: Authenticator<Key>,
  key: Key,
  request: Request,
): Promise<TenantScope> {
  const { projectId, tenant } = authenticator.readPlace(request);
  return authenticator.openScope(key, projectId, tenant);
}

/** Undefined without access to a tenant. Then the answer does not depend on the tenant. */
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
