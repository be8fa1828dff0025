import { requireAccess } from '../../platform/admin-access.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Scope } from '../../platform/scope.ts';
import type { UploadRoute } from '../route.ts';

/** Checks the person's role before a large file is received. The operation checks it again. */
export async function requireAccessToUpload(
  deps: Deps,
  { operation }: UploadRoute,
  scope: Scope,
  { project }: Record<string, string>,
): Promise<void> {
  if (scope.kind !== 'admin' || scope.access === undefined) return;
  await requireAccess(operation, deps, scope.access, { project_id: project });
}
