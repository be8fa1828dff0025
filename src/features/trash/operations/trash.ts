import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { requireSignedUser, SignedUserInput } from '../../access/index.ts';
import { entryNotFound } from '../errors.ts';
import { kindOf } from '../kinds.ts';
import { toRestoredItem, toTrashItem } from '../output.ts';
import { markForPurge, selectEntries, selectEntry } from '../queries.ts';
import { RestoredItem, TrashId, TrashItem, TrashKindName } from '../schema.ts';
import { purgeMarked } from '../sweep.ts';
import { purgeEntries, recordAction, restoreEntry, setState } from '../work.ts';

const ITEMS_PER_PAGE = 50;

const KindInput = Type.Optional(
  Type.Union(TrashKindName.anyOf, { description: 'Only things of this kind.' }),
);

export const listTrash = defineOperation({
  name: 'listTrash',
  summary:
    'List deleted templates, files, folders, saved modules and comment threads, the last deleted first',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({ kind: KindInput, cursor: CursorInput }),
  output: pageOf(TrashItem, ITEMS_PER_PAGE),
  async run({ deps, scope }, { kind, cursor }) {
    const audience = JSON.stringify(['trash', scope.tenant.id, kind ?? null]);
    const after = cursor === undefined ? undefined : decodeCursor(deps.urlSigningKey, audience, cursor);
    const found = await selectEntries(scope, deps.db.reader, { kind, after, limit: ITEMS_PER_PAGE + 1 });
    const { rows, ...page } = cutPage(found, ITEMS_PER_PAGE, ({ deletedAt, id }) =>
      encodeCursor(deps.urlSigningKey, audience, [deletedAt, id]),
    );
    return { items: rows.map((row) => toTrashItem(deps, row)), ...page };
  },
});

export const restoreFromTrash = defineOperation({
  name: 'restoreFromTrash',
  summary: 'Bring a deleted thing back with all it had: history, comments, files',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({ trash_id: TrashId, ...SignedUserInput }),
  output: RestoredItem,
  async run({ deps, scope }, { trash_id, ...user }) {
    const entry = await selectEntry(scope, deps.db.reader, trash_id);
    if (entry === undefined || entry.state !== null) throw entryNotFound();
    const isSigned = kindOf(deps, entry).isSigned === true;
    const restorer = isSigned ? await requireSignedUser(deps, scope, user) : scope;
    return toRestoredItem(await restoreEntry({ deps, scope: restorer }, trash_id));
  },
});

/**
 * Most things, including those in folders, that a request deletes before it answers. The others are deleted in the
 * background.
 */
const PURGED_AT_ONCE = 1000;

/** Not offered to agents, because the trash makes their deletions undoable. */
export const deleteFromTrash = defineOperation({
  name: 'deleteFromTrash',
  summary: 'Delete something in the trash for good',
  scope: 'tenant',
  effect: 'delete',
  input: Type.Object({ trash_id: TrashId }),
  output: Type.Object({ id: TrashId }),
  async run({ deps, scope }, { trash_id }) {
    const purged = await deps.db.transaction(async (db) => {
      const entry = await selectEntry(scope, db, trash_id);
      if (entry === undefined || entry.state !== null) throw entryNotFound();
      await recordAction({ deps, scope }, db, 'trash.purged', `${entry.kind} ${trash_id}`);
      // It cannot be restored any more.
      await setState(scope, db, trash_id, 'purging');
      return entry.id;
    }, ownerOf(scope));
    const { entries } = await purgeEntries({ deps, scope }, [purged], { most: PURGED_AT_ONCE });
    if (entries === 0) deps.services.trash.sweeping?.runSoon();
    return { id: trash_id };
  },
});

export const emptyTrash = defineOperation({
  name: 'emptyTrash',
  summary: 'Delete everything in the trash for good, or everything of a kind',
  scope: 'tenant',
  effect: 'delete',
  input: Type.Object({ kind: KindInput }),
  output: Type.Object({ purged: Type.Integer({ description: 'How many things are gone.' }) }),
  async run({ deps, scope }, { kind }) {
    const purged = await deps.db.transaction(async (db) => {
      const marked = await markForPurge(scope, db, kind);
      if (marked > 0)
        await recordAction(
          { deps, scope },
          db,
          'trash.emptied',
          marked === 1 ? '1 thing' : `${marked} things`,
        );
      return marked;
    }, ownerOf(scope));
    const isDone = await purgeMarked({ deps, scope }, PURGED_AT_ONCE);
    if (!isDone) deps.services.trash.sweeping?.runSoon();
    return { purged };
  },
});
