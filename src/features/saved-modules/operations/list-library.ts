import { Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import { defineOperation, requireFeature } from '../../../platform/operation.ts';
import { CursorInput } from '../../../platform/pagination.ts';
import { listStarters } from '../../starters/index.ts';
import { listFoldersAndTags } from '../../templates/index.ts';
import { listTrash } from '../../trash/index.ts';
import { outlineModules } from './tool-operations.ts';

const Item = Type.Union([
  listStarters.output.properties.items.items,
  outlineModules.output.properties.items.items,
  listTrash.output.properties.items.items,
]);

/** Several lists in one operation, because every tool costs agents tokens in every conversation. */
export const listLibrary = defineOperation({
  name: 'listLibrary',
  summary: 'List folders and tags of templates, saved modules, starters or the trash',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({
    kind: Type.Union(
      [Type.Literal('folders'), Type.Literal('modules'), Type.Literal('starters'), Type.Literal('trash')],
      { description: 'What to list.' },
    ),
    search: Type.Optional(Type.String({ maxLength: 255, description: 'Text in names of modules.' })),
    cursor: CursorInput,
  }),
  output: Type.Object({
    folders: Type.Optional(listFoldersAndTags.output.properties.folders),
    tags: Type.Optional(listFoldersAndTags.output.properties.tags),
    items: Type.Optional(Type.Array(Item)),
    total: Type.Optional(outlineModules.output.properties.total),
    next_cursor: Type.Optional(listTrash.output.properties.next_cursor),
  }),
  async run(context, { kind, search, cursor }) {
    if (search !== undefined && kind !== 'modules') throw invalidField('search', 'goes with modules only.');
    if (cursor !== undefined && kind !== 'trash') throw invalidField('cursor', 'goes with the trash only.');
    if (kind === 'folders') return listFoldersAndTags.run(context, {});
    if (kind === 'starters') return listStarters.run(context, {});
    if (kind === 'trash') {
      const { items, next_cursor } = await listTrash.run(context, cursor === undefined ? {} : { cursor });
      return { items, next_cursor };
    }
    requireFeature(outlineModules, context.scope);
    return outlineModules.run(context, search === undefined ? {} : { search });
  },
});
