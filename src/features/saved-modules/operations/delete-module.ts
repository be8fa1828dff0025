import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { moduleEvent } from '../events.ts';
import { removeModule } from '../remove.ts';
import { ModuleId } from '../schema.ts';

export const deleteModule = defineOperation({
  name: 'deleteSavedModule',
  summary: 'Put a saved module into the trash; templates made from it stay',
  scope: 'tenant',
  effect: 'delete',
  feature: 'saved_modules',
  input: Type.Object({ module_id: ModuleId }),
  output: Type.Object({ id: ModuleId }),
  async run({ deps, scope, emit }, { module_id }) {
    await deps.db.transaction((db) => removeModule({ deps, scope }, db, module_id), ownerOf(scope));
    emit(moduleEvent('saved_module.deleted', module_id));
    return { id: module_id };
  },
});
