import { Type } from '@sinclair/typebox';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { moduleActivity, moduleEvent } from '../events.ts';
import { insertModule } from '../queries.ts';
import {
  explainNoRoom,
  MODULE_LIMITS,
  prepareBlocks,
  prepareCategory,
  prepareName,
  requireMayShare,
  toSavedModule,
} from '../saved-module.ts';
import { CategoryInput, ModuleContentInput, ModuleName, SavedModule, SharedInput } from '../schema.ts';

export const createModule = defineOperation({
  name: 'createSavedModule',
  summary: 'Save blocks for reuse by the tenant, or if shared by all tenants of the project',
  scope: 'tenant',
  effect: 'write',
  feature: 'saved_modules',
  input: Type.Object({
    name: ModuleName,
    content: ModuleContentInput,
    category: Type.Optional(CategoryInput),
    shared: SharedInput,
  }),
  output: SavedModule,
  async run({ deps, scope, emit }, input) {
    const { shared = false } = input;
    requireMayShare(scope, false, shared);
    const content = prepareBlocks(input.content);
    const now = deps.clock.now();
    const row = {
      id: createId(),
      projectId: scope.projectId,
      tenantId: scope.tenant.id,
      shared,
      ...prepareName(input.name),
      category: prepareCategory(input.category),
      content,
      createdAt: now,
      updatedAt: now,
    };
    await deps.db.transaction(async (db) => {
      if (!(await insertModule(scope, db, row, MODULE_LIMITS))) {
        throw await explainNoRoom(scope, db, row);
      }
      await deps.events.emitInTransaction(moduleActivity('saved_module.created', row), scope, db);
    }, ownerOf(scope));
    emit(moduleEvent('saved_module.created', row.id));
    return toSavedModule(scope, { ...row, json: Buffer.from(content) });
  },
});
