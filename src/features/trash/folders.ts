import { tooManyFolders } from '../../platform/folders/errors.ts';
import {
  type FolderKind,
  folderActivity,
  folderEvent,
  foldersPurged,
  MAX_FOLDERS,
} from '../../platform/folders/folders.ts';
import { selectFolders } from '../../platform/folders/queries.ts';
import type { FolderRow } from '../../platform/folders/table.ts';
import { findPossibleParent, listSubtree } from '../../platform/folders/tree.ts';
import { foldName, MAX_NAME_LENGTH } from '../../platform/names.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { deleteHiddenFolders, hideFolders, selectHiddenFolders, showFolders } from './folder-queries.ts';
import { addToEntry, putInTrash, type RestoreStep, type TrashContext } from './kinds.ts';
import { selectEntry, type TrashEntry } from './queries.ts';
import type { RestoreChange } from './schema.ts';

/** What one transaction of a folder's deletion has done. */
interface DeletedPart {
  folder: FolderRow;
  /** All folders of the tenant. */
  rows: readonly FolderRow[];
  /** What was hidden with it. */
  added: { items: number; bytes: number; storageBytes: number };
  /** Nothing is left in it: the folder and those in it are hidden too. */
  isLast: boolean;
}

/**
 * Enters a folder into the trash, or adds to its entry. Before the last step the folder stays where it is, and its entry is
 * not shown; if the server ends in between, the sweep brings back what was hidden. The caller holds `trashLock`.
 */
export async function putFolderInTrash(
  context: TrashContext,
  db: Connection,
  kind: FolderKind,
  { folder, rows, added, isLast }: DeletedPart,
): Promise<void> {
  const { deps, scope } = context;
  const { id, name, parentId } = folder;
  if ((await selectEntry(scope, db, id)) === undefined) {
    const folderName = rows.find((row) => row.id === parentId)?.name;
    const thing = { id, kind: `${kind.name}_folder` as const, name, folderName, bytes: 0 };
    await putInTrash(context, db, { ...thing, state: 'deleting' });
  }
  if (!isLast) return addToEntry(context, db, id, { ...added, isLast });
  const others = listSubtree(rows, id).filter((each) => each !== id);
  await addToEntry(context, db, id, { ...added, items: added.items + others.length, isLast });
  await hideFolders(kind.table, scope, db, { id, others, now: deps.clock.now() });
  await deps.events.emitInTransaction(folderActivity(kind, 'deleted', folder), scope, db);
}

/** Brings a folder back with those in it; does nothing for one that is present. Throws `conflict` if there are too many. */
export async function restoreFolders(
  { deps, scope }: TrashContext,
  db: Connection,
  kind: FolderKind,
  { id, folderName }: TrashEntry,
): Promise<Omit<RestoreStep, 'isDone'>> {
  const hidden = await selectHiddenFolders(kind.table, scope, db, id);
  const folder = hidden.find((row) => row.id === id);
  if (folder === undefined) return {};
  const present = await selectFolders(kind.table, scope, db);
  if (present.length + hidden.length > MAX_FOLDERS) throw tooManyFolders(MAX_FOLDERS);
  const parentId = findPossibleParent(present, hidden, folder);
  const name = findFreeName(present, { ...folder, parentId });
  await showFolders(kind.table, scope, db, { id, parentId, name, nameFolded: foldName(name) });
  const restored = folderActivity(kind, 'restored', { ...folder, name }, folder.name);
  await deps.events.emitInTransaction(restored, scope, db);
  const changes: RestoreChange[] = [];
  if (folderName !== null && parentId === null) changes.push('moved_to_top');
  if (name !== folder.name) changes.push('renamed');
  return {
    name,
    changes,
    afterCommit: () => deps.events.publish([folderEvent(kind, 'restored', id)], scope),
  };
}

/** The name of a folder, with a number if another one at its place has it. */
function findFreeName(
  present: readonly FolderRow[],
  { parentId, name }: Pick<FolderRow, 'parentId' | 'name'>,
): string {
  const taken = new Set(present.filter((row) => row.parentId === parentId).map((row) => row.nameFolded));
  let free = name;
  for (let number = 2; taken.has(foldName(free)); number += 1) {
    const ending = ` (${number})`;
    free = [...name].slice(0, MAX_NAME_LENGTH - ending.length).join('') + ending;
  }
  return free;
}

/** Deletes a folder in the trash for good, with those that were deleted with it. */
export async function purgeFolders(
  { deps, scope }: TrashContext,
  db: Connection,
  kind: FolderKind,
  { id }: TrashEntry,
): Promise<void> {
  const ids = (await selectHiddenFolders(kind.table, scope, db, id)).map((row) => row.id);
  await deleteHiddenFolders(kind.table, scope, db, ids);
  await deps.events.emitInTransaction(foldersPurged(kind, id, ids), scope, db);
}
