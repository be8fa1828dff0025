import { type Static, Type } from '@sinclair/typebox';
import { validationFailed } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { moduleActivity, moduleEvent } from '../events.ts';
import { type ModuleChange, type SavedModuleWithBytes, updateModule as updateRow } from '../queries.ts';
import {
  explainNoRoom,
  findChangeableModule,
  MODULE_LIMITS,
  prepareBlocks,
  prepareCategory,
  prepareName,
  requireMayShare,
  toSavedModule,
} from '../saved-module.ts';
import {
  CategoryInput,
  ModuleContentInput,
  ModuleId,
  ModuleName,
  SavedModule,
  SharedInput,
} from '../schema.ts';

const UpdateInput = Type.Object({
  module_id: ModuleId,
  name: Type.Optional(ModuleName),
  content: Type.Optional(ModuleContentInput),
  category: Type.Optional(CategoryInput),
  shared: SharedInput,
});
type UpdateInput = Static<typeof UpdateInput>;

export const updateModule = defineOperation({
  name: 'updateSavedModule',
  summary: 'Change name, blocks, category or sharing of a saved module; what is not sent stays',
  scope: 'tenant',
  effect: 'write',
  feature: 'saved_modules',
  input: UpdateInput,
  output: SavedModule,
  async run({ deps, scope, emit }, input) {
    const wanted = readChange(input);
    const now = deps.clock.now();
    const { row, isChanged } = await deps.db.transaction(async (db) => {
      const before = await findChangeableModule(scope, db, input.module_id);
      requireMayShare(scope, before.shared, wanted.shared);
      if (isAsBefore(before, wanted)) return { row: before, isChanged: false };
      const after = await applyChange(scope, db, before, { ...wanted, updatedAt: now });
      await deps.events.emitInTransaction(moduleActivity('saved_module.updated', after), scope, db);
      return { row: after, isChanged: true };
    }, ownerOf(scope));
    if (isChanged) emit(moduleEvent('saved_module.updated', row.id));
    return toSavedModule(scope, row);
  },
});

function readChange({ name, content, category, shared }: UpdateInput): ModuleChange {
  if ([name, content, category, shared].every((field) => field === undefined)) {
    throw validationFailed({
      name: ['is missing, and so are content, category and shared: send at least one of them.'],
    });
  }
  return {
    ...(name !== undefined && prepareName(name)),
    ...(content !== undefined && { content: prepareBlocks(content) }),
    ...(category !== undefined && { category: prepareCategory(category) }),
    ...(shared !== undefined && { shared }),
  };
}

function isAsBefore(row: SavedModuleWithBytes, { name, content, category, shared }: ModuleChange): boolean {
  return (
    (name === undefined || name === row.name) &&
    (category === undefined || category === row.category) &&
    (shared === undefined || shared === row.shared) &&
    (content === undefined || Buffer.from(content).equals(row.json))
  );
}

async function applyChange(
  scope: TenantScope,
  db: Connection,
  before: SavedModuleWithBytes,
  change: ModuleChange,
): Promise<SavedModuleWithBytes> {
  if (!(await updateRow(scope, db, before, change, MODULE_LIMITS))) {
    throw await explainNoRoom(scope, db, { ...before, ...change });
  }
  const { content, ...others } = change;
  return { ...before, ...others, ...(content !== undefined && { json: Buffer.from(content) }) };
}
