import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { tooManyModules } from './errors.ts';
import { selectModuleTotals } from './queries.ts';

/** Editors read all modules of a project at once, so both bound the largest answer. */
const MAX_MODULES = 500;
const MAX_BYTES = 16 * 1024 * 1024;

/** Throws `conflict` if a project cannot take one more module, or `content` in the place of `replaced` bytes. */
export async function requireRoom(
  scope: TenantScope,
  db: Connection,
  content: string,
  replaced?: number,
): Promise<void> {
  const { modules, bytes } = await selectModuleTotals(scope, db);
  if (replaced === undefined && modules >= MAX_MODULES) {
    throw tooManyModules(`${MAX_MODULES} saved modules`, MAX_MODULES);
  }
  if (bytes - (replaced ?? 0) + Buffer.byteLength(content) > MAX_BYTES) {
    throw tooManyModules('16 MB of saved modules', MAX_BYTES);
  }
}
