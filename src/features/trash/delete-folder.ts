import { folderNotFound } from '../../platform/folders/errors.ts';
import { type FolderKind, folderActivity, foldersDeleted } from '../../platform/folders/folders.ts';
import { deleteFolders } from '../../platform/folders/queries.ts';
import type { FolderRow } from '../../platform/folders/table.ts';
import { listSubtree } from '../../platform/folders/tree.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { hideFolders } from './folder-queries.ts';
import { addToEntry, isTrashKept, putInTrash } from './kinds.ts';
import { selectEntry } from './queries.ts';
import { trashLock } from './work.ts';

/** The result of one transaction of a folder's deletion, or the total of all. */
export interface FolderStep {
  /** Items that were moved to the top. */
  moved: number;
  /** Items that were deleted with the folder. */
  deleted: number;
  /** The folder and those in it; 0: there may be more items. */
  folders: number;
}

/**
 * Deletes a folder in several transactions, so that others can write between them. `deleteSome` runs one of them;
 * undefined: there is no such folder. If the deletion fails half-way, the next sweep restores what was hidden without
 * waiting for its time.
 */
export async function deleteFolderInSteps(
  { deps, scope }: TenantContext,
  { name }: FolderKind,
  folderId: string,
  deleteSome: () => Promise<FolderStep | undefined>,
): Promise<FolderStep> {
  try {
    return await deps.locks.withLock([trashLock(folderId)], () => repeat(name, deleteSome));
  } catch (error) {
    const entry = await selectEntry(scope, deps.db.reader, folderId);
    if (entry?.state === 'deleting') deps.services.trash.sweeping?.runSoon();
    throw error;
  }
}

async function repeat(kind: string, deleteSome: () => Promise<FolderStep | undefined>): Promise<FolderStep> {
  const total = { moved: 0, deleted: 0, folders: 0 };
  while (total.folders === 0) {
    const step = await deleteSome();
    // Another request may have deleted it between two steps.
    if (step === undefined && total.moved + total.deleted === 0) throw folderNotFound(kind);
    if (step === undefined) break;
    total.moved += step.moved;
    total.deleted += step.deleted;
    total.folders = step.folders;
  }
  return total;
}

/** A folder whose items were moved or deleted in this transaction. */
interface EmptiedFolder {
  folder: FolderRow;
  /** All folders of the tenant. */
  rows: readonly FolderRow[];
  /** Items that were hidden with it in this transaction. */
  added: { items: number; bytes: number; storageBytes: number };
  /** No items are left: the folder is deleted too, with the folders inside it. */
  isLast: boolean;
}

/**
 * Puts a folder with the folders inside it into the trash, or deletes them for good if there is no trash. Returns their
 * number; 0 before the last step. Call it inside `deleteFolderInSteps`.
 */
export async function removeEmptiedFolder(
  context: TenantContext,
  db: Connection,
  kind: FolderKind,
  emptied: EmptiedFolder,
): Promise<number> {
  const { deps, scope } = context;
  const { id } = emptied.folder;
  const folderIds = listSubtree(emptied.rows, id);
  if (isTrashKept(deps)) await putFolderInTrash(context, db, kind, emptied);
  else if (emptied.isLast) {
    await deleteFolders(kind.table, scope, db, folderIds);
    await deps.events.emitInTransaction(foldersDeleted(kind, id, folderIds), scope, db);
  }
  return emptied.isLast ? folderIds.length : 0;
}

/**
 * Adds a folder to the trash, or adds items to its entry. Before the last step the folder stays visible and its entry
 * is hidden. If the server ends in between, the sweep restores what was hidden.
 */
async function putFolderInTrash(
  context: TenantContext,
  db: Connection,
  kind: FolderKind,
  { folder, rows, added, isLast }: EmptiedFolder,
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
