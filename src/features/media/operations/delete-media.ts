import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { mediaEvent } from '../events.ts';
import { FileIds } from '../schema.ts';
import { deleteFiles } from '../storing/delete-files.ts';
import { removeUnusedFiles } from '../storing/stored-files.ts';
import type { Use } from '../usage/queries.ts';
import { ForceInput, nameOfUse, selectUsesByFile } from '../usage/used-files.ts';

const InUse = Type.Object({
  id: Type.String(),
  template_count: Type.Integer(),
  templates: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'Those changed last, 50 at most.',
  }),
});

export const deleteMedia = defineOperation({
  name: 'deleteMedia',
  summary: 'Delete files for good, with every version they have had',
  scope: 'tenant',
  input: Type.Object({ ids: FileIds, force: ForceInput }),
  output: Type.Object({
    deleted: Type.Array(Type.String(), { description: 'Ids of files that are gone now.' }),
    in_use: Type.Array(InUse, { description: 'Files that were left, because templates show them.' }),
    not_found: Type.Array(Type.String(), { description: 'Ids of no file.' }),
  }),
  async run({ deps, scope, emit }, { ids, force }) {
    const { deleted, used } = await deps.db.transaction(async (db) => {
      const used = force ? new Map<string, Use[]>() : await selectUsesByFile(scope, db, ids);
      return {
        used,
        deleted: await deleteFiles(
          { deps, scope },
          db,
          ids.filter((id) => !used.has(id)),
        ),
      };
    });
    await removeUnusedFiles(deps, deleted.keys);
    if (deleted.ids.length > 0) emit(mediaEvent('media.deleted', deleted.ids));
    const gone = new Set(deleted.ids);
    return {
      deleted: [...new Set(ids)].filter((id) => gone.has(id)),
      in_use: [...used].map(([id, uses]) => ({
        id,
        template_count: uses[0]?.total ?? 0,
        templates: uses.map((use) => ({ id: use.templateId, name: nameOfUse(use) })),
      })),
      not_found: [...new Set(ids)].filter((id) => !gone.has(id) && !used.has(id)),
    };
  },
});
