import { Type } from '@sinclair/typebox';
import { foldName } from '../../../platform/names.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { selectModules } from '../queries.ts';
import { toSavedModule } from '../saved-module.ts';
import { SavedModule } from '../schema.ts';

export const listModules = defineOperation({
  name: 'listSavedModules',
  summary: 'List the saved modules of the tenant and the shared ones of the project by name',
  scope: 'tenant',
  feature: 'saved_modules',
  input: Type.Object({
    search: Type.Optional(
      Type.String({ maxLength: 255, description: 'Text the name must contain, upper or lower case.' }),
    ),
    category: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this category.' })),
  }),
  output: Type.Object({ items: Type.Array(SavedModule) }),
  async run({ deps, scope }, { search, category }) {
    const rows = await selectModules(scope, deps.db.reader, {
      search: search === undefined || search === '' ? undefined : foldName(search),
      category: category === '' ? undefined : category,
    });
    return { items: rows.map((row) => toSavedModule(scope, row)) };
  },
});
