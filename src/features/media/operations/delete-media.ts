import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { mediaEvent } from '../events.ts';
import { FileIds } from '../schema.ts';
import { deleteFiles, FILES_AT_ONCE } from '../storing/delete-files.ts';
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
  async run({ deps, scope }, input) {
    const ids = [...new Set(input.ids)];
    const used = new Map<string, Use[]>();
    const gone = new Set<string>();
    for (let start = 0; start < ids.length; start += FILES_AT_ONCE) {
      const some = ids.slice(start, start + FILES_AT_ONCE);
      const step = await deps.db.transaction(async (db) => {
        const uses = input.force ? new Map<string, Use[]>() : await selectUsesByFile(scope, db, some);
        const free = some.filter((id) => !uses.has(id));
        return { uses, deleted: await deleteFiles({ deps, scope }, db, free) };
      });
      // At once, because this is committed, and stays so if the next step fails; and before the files are gone, so that
      // nobody is sent to them.
      if (step.deleted.ids.length > 0) {
        deps.events.publish([mediaEvent('media.deleted', step.deleted.ids)], scope);
      }
      await removeUnusedFiles(deps, step.deleted.keys);
      for (const [id, uses] of step.uses) used.set(id, uses);
      for (const id of step.deleted.ids) gone.add(id);
    }
    return {
      deleted: ids.filter((id) => gone.has(id)),
      in_use: [...used].map(([id, uses]) => ({
        id,
        template_count: uses[0]?.total ?? 0,
        templates: uses.map((use) => ({ id: use.templateId, name: nameOfUse(use) })),
      })),
      not_found: ids.filter((id) => !gone.has(id) && !used.has(id)),
    };
  },
});
