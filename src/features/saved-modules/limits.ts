import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { tooManyModules } from './errors.ts';
import { countModules, type ModuleLimits } from './queries.ts';

/** Editors read all modules of a project at once, so both bound the largest answer. */
export const MODULE_LIMITS: ModuleLimits = { modules: 500, bytes: 16 * 1024 * 1024 };

/** Why another module, or a larger one, was refused. */
export async function explainNoRoom(scope: TenantScope, db: Connection) {
  const { modules, bytes } = MODULE_LIMITS;
  const isFull = (await countModules(scope, db)) >= modules;
  return isFull
    ? tooManyModules(`${modules} saved modules`, modules)
    : tooManyModules('16 MB of saved modules', bytes);
}
