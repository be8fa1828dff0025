import type { TenantScope } from '../platform/scope.ts';
import type { Authenticator, VerifiedKey } from './authenticate.ts';

/** The scope of a key for the project and tenant of a request. */
export async function openScope<Key extends VerifiedKey>(
  authenticator: Authenticator<Key>,
  key: Key,
  request: Request,
): Promise<TenantScope> {
  const { projectId, tenant } = authenticator.readTenant(request);
  return authenticator.openScope(key, projectId, tenant);
}
