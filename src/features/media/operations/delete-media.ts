import { type Static, Type } from '@sinclair/typebox';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { filesInUse } from '../errors.ts';
import { selectItems } from '../queries.ts';
import { removeFiles } from '../remove.ts';
import { FileIds } from '../schema.ts';
import { FILES_AT_ONCE, finishDeletion } from '../store/stored-files.ts';
import { FileUses, ForceInput, findUses, toFileUses, type UsesOfFile } from '../usage/uses.ts';

const InUse = Type.Composite([Type.Object({ id: Type.String() }), FileUses]);

export const deleteMedia = defineOperation({
  name: 'deleteMedia',
  summary:
    'Put files with every version they have had into the trash; their addresses work as long as they are there',
  scope: 'tenant',
  effect: 'delete',
  input: Type.Object({
    ids: FileIds,
    force: ForceInput,
    partial: Type.Boolean({
      default: false,
      description:
        'Without force: true deletes the files that are not in use; false deletes none if one is in use.',
    }),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Delete nothing; in_use says where files are used.' }),
    ),
  }),
  output: Type.Object({
    deleted: Type.Array(Type.String(), { description: 'Ids of files that are no longer in the library.' }),
    in_use: Type.Array(InUse, {
      description: 'Files that were left, because they are in use; in a dry run all in use.',
    }),
    not_found: Type.Array(Type.String(), { description: 'Ids of no file.' }),
  }),
  async run(context, { force, partial, dry_run, ...input }) {
    const { deps } = context;
    const ids = [...new Set(input.ids)];
    if (dry_run === true) return tryDeletion(context, ids, force);
    const used = new Map<string, UsesOfFile>();
    const gone = new Set<string>();
    // A refused call must delete nothing, but the transactions below are committed one by one. So uses are checked
    // first.
    if (!force && !partial) await requireUnused(context, deps.db.reader, ids);
    for (let start = 0; start < ids.length; start += FILES_AT_ONCE) {
      const some = ids.slice(start, start + FILES_AT_ONCE);
      const step = await deps.db.transaction(async (db) => {
        const uses = force ? new Map<string, UsesOfFile>() : await findUses(context, db, some);
        const unused = some.filter((id) => !uses.has(id));
        return { uses, deleted: await removeFiles(context, db, unused) };
      }, ownerOf(context.scope));
      await finishDeletion(context, step.deleted);
      for (const [id, uses] of step.uses) used.set(id, uses);
      for (const id of step.deleted.ids) gone.add(id);
    }
    return {
      deleted: ids.filter((id) => gone.has(id)),
      in_use: [...used].map(toInUse),
      not_found: ids.filter((id) => !gone.has(id) && !used.has(id)),
    };
  },
});

const toInUse = ([id, uses]: [string, UsesOfFile]): Static<typeof InUse> => ({ id, ...toFileUses(uses) });

/** The result that a deletion would have. */
async function tryDeletion({ deps, scope }: TenantContext, ids: readonly string[], force: boolean) {
  const db = deps.db.reader;
  const present = new Set((await selectItems(scope, db, ids)).map(({ id }) => id));
  const uses = await findUses({ deps, scope }, db, [...present]);
  return {
    deleted: ids.filter((id) => present.has(id) && (force || !uses.has(id))),
    in_use: [...uses].map(toInUse),
    not_found: ids.filter((id) => !present.has(id)),
  };
}

/** Throws `conflict` with the uses if one of the files is in use. */
async function requireUnused(context: TenantContext, db: Connection, ids: readonly string[]): Promise<void> {
  const uses = await findUses(context, db, ids);
  if (uses.size === 0) return;
  const items = await selectItems(context.scope, db, [...uses.keys()]);
  const names = new Map(items.map(({ id, filename }) => [id, filename]));
  throw filesInUse([...uses].map((used) => ({ filename: names.get(used[0]) ?? used[0], ...toInUse(used) })));
}
