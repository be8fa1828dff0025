import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { moduleDeleted, moduleEvent } from '../events.ts';
import { deleteModuleRow } from '../queries.ts';
import { findChangeableModule } from '../saved-module.ts';
import { ModuleId } from '../schema.ts';

export const deleteModule = defineOperation({
  name: 'deleteSavedModule',
  summary: 'Delete a saved module permanently; templates made from it stay',
  scope: 'tenant',
  effect: 'delete',
  feature: 'saved_modules',
  input: Type.Object({ module_id: ModuleId }),
  output: Type.Object({ id: ModuleId }),
  async run({ deps, scope, emit }, { module_id }) {
    await deps.db.transaction(async (db) => {
      await findChangeableModule(scope, db, module_id);
      await deleteModuleRow(scope, db, module_id);
      await deps.events.emitInTransaction(moduleDeleted(module_id), scope, db);
    }, ownerOf(scope));
    emit(moduleEvent('saved_module.deleted', module_id));
    return { id: module_id };
  },
});
