import { Type } from '@sinclair/typebox';
import type { LazyJson } from '../../../platform/json/stored-json.ts';
import { LARGE_ANSWER_BYTES } from '../../../platform/limits/large-answers.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { foldName } from '../../../platform/text/names.ts';
import { moduleNotFound } from '../errors.ts';
import { selectModulePart, selectModules, selectSizedModules } from '../queries.ts';
import { toSavedModule } from '../saved-module.ts';
import { SavedModule } from '../schema.ts';

export const listModules = defineOperation({
  name: 'listSavedModules',
  summary: 'List the saved modules of the tenant and the shared ones of the project by name',
  scope: 'tenant',
  effect: 'read',
  feature: 'saved_modules',
  input: Type.Object({
    search: Type.Optional(
      Type.String({ maxLength: 255, description: 'Text the name must contain, upper or lower case.' }),
    ),
    category: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this category.' })),
  }),
  output: Type.Object({ items: Type.Array(SavedModule) }),
  async run({ deps, scope }, { search, category }) {
    const filter = {
      search: search === undefined || search === '' ? undefined : foldName(search),
      category: category === '' ? undefined : category,
    };
    const { reader } = deps.db;
    const sized = await selectSizedModules(scope, reader, filter);
    const isLarge = sized.reduce((sum, { bytes }) => sum + bytes, 0) > LARGE_ANSWER_BYTES;
    const rows = isLarge
      ? sized.map(({ bytes, ...row }) => ({ ...row, json: contentOf(scope, reader, { ...row, bytes }) }))
      : await selectModules(scope, reader, filter);
    return { items: rows.map((row) => toSavedModule(scope, row)) };
  },
});

/** The content of a module, read while the list is sent. */
function contentOf(
  scope: TenantScope,
  db: Connection,
  module: { id: string; updatedAt: number; bytes: number },
): LazyJson {
  return {
    byteLength: module.bytes,
    async read(offset, length) {
      const part = await selectModulePart(scope, db, module, { offset, length });
      if (part === undefined) throw moduleNotFound();
      return part;
    },
  };
}
