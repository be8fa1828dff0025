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
import { findPossibleParent } from '../../platform/folders/tree.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { foldName, MAX_NAME_LENGTH } from '../../platform/text/names.ts';
import { deleteHiddenFolders, selectHiddenFolders, showFolders } from './folder-queries.ts';
import type { RestoreStep } from './kinds.ts';
import type { TrashEntry } from './queries.ts';
import type { RestoreChange } from './schema.ts';

/**
 * Restores a folder with the folders inside it; does nothing if it is not deleted. Throws `conflict` if there are too
 * many.
 */
export async function restoreFolders(
  { deps, scope }: TenantContext,
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
  { deps, scope }: TenantContext,
  db: Connection,
  kind: FolderKind,
  { id }: TrashEntry,
): Promise<void> {
  const ids = (await selectHiddenFolders(kind.table, scope, db, id)).map((row) => row.id);
  await deleteHiddenFolders(kind.table, scope, db, ids);
  await deps.events.emitInTransaction(foldersPurged(kind, id, ids), scope, db);
}
