import type { Deps } from '../../platform/deps.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { addTrashKind, isTrashKept, putInTrash, type RestoreStep, type TrashEntry } from '../trash/index.ts';
import { moduleActivity, moduleDeleted, moduleEvent, modulePurged } from './events.ts';
import { deleteModuleRow } from './queries.ts';
import { explainNoRoom, findChangeableModule, MODULE_LIMITS, requireMayRestore } from './saved-module.ts';
import { deleteHiddenModule, hideModuleRow, selectHiddenModule, showModuleRow } from './trash-queries.ts';

/** Puts a module into the trash, or deletes it for good if there is none. Throws as `findChangeableModule`. */
export async function removeModule(
  { deps, scope }: TenantContext,
  db: Connection,
  id: string,
): Promise<void> {
  const { name } = await findChangeableModule(scope, db, id);
  if (isTrashKept(deps)) {
    const bytes = await hideModuleRow(db, id, deps.clock.now());
    await putInTrash({ deps, scope }, db, { id, kind: 'saved_module', name, bytes });
    await deps.events.emitInTransaction(moduleActivity('saved_module.deleted', { id, name }), scope, db);
  } else {
    await deleteModuleRow(scope, db, id);
    await deps.events.emitInTransaction(moduleDeleted(id), scope, db);
  }
}

/** Modules in the trash do not count towards the limits, so there must be room for a restored one. */
async function restoreModule(
  { deps, scope }: TenantContext,
  db: Connection,
  { id }: TrashEntry,
): Promise<RestoreStep> {
  const row = await selectHiddenModule(scope, db, id);
  if (row === undefined) return { isDone: true };
  requireMayRestore(scope, row);
  if (!(await showModuleRow(scope, db, row, MODULE_LIMITS))) throw await explainNoRoom(scope, db, row);
  await deps.events.emitInTransaction(moduleActivity('saved_module.restored', row), scope, db);
  return {
    isDone: true,
    afterCommit: () => deps.events.publish([moduleEvent('saved_module.restored', id)], scope),
  };
}

async function purgeModule({ deps, scope }: TenantContext, db: Connection, { id }: TrashEntry) {
  await deleteHiddenModule(scope, db, id);
  await deps.events.emitInTransaction(modulePurged(id), scope, db);
  return { isDone: true };
}

export function addModuleTrashKind(deps: Deps): void {
  addTrashKind(deps, 'saved_module', {
    feature: 'saved_modules',
    restore: restoreModule,
    purge: purgeModule,
  });
}
