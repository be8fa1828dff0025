import { toIsoTime } from '../clock.ts';
import type { TenantScope } from '../scope.ts';
import { folderInItself, folderNameTaken, folderNotFound, tooDeep } from './errors.ts';
import type { FolderTree } from './schema.ts';
import type { FolderRow } from './table.ts';

/** Levels of folders below the top level; editors show as many. */
const MAX_DEPTH = 5;

/** How many fields the answer has, see `FolderAnswerInput`. */
type FolderAnswer = 'full' | 'compact';

/** A folder for an answer, without its children. */
export function toFolder(scope: TenantScope, row: FolderRow, answer: FolderAnswer = 'full'): FolderTree {
  const { id, parentId: parent_id, name } = row;
  if (answer === 'compact') return { id, parent_id, name };
  return { id, project_id: scope.projectId, parent_id, name, created_at: toIsoTime(row.createdAt) };
}

/** Folders as a tree, each level in the order of `rows`. */
export function toTree(scope: TenantScope, rows: readonly FolderRow[], answer: FolderAnswer): FolderTree[] {
  const childrenOf = Map.groupBy(rows, (row) => row.parentId);
  const grow = (parentId: string | null): FolderTree[] =>
    (childrenOf.get(parentId) ?? []).map((row) => {
      const children = grow(row.id);
      return { ...toFolder(scope, row, answer), ...(children.length > 0 && { children }) };
    });
  return grow(null);
}

/** The ids of a folder and of all folders in it. */
export function listSubtree(rows: readonly FolderRow[], id: string): string[] {
  const childrenOf = Map.groupBy(rows, (row) => row.parentId);
  const ids = [id];
  // The list grows during the loop.
  for (const known of ids) ids.push(...(childrenOf.get(known) ?? []).map((row) => row.id));
  return ids;
}

/**
 * Throws unless a folder may have this name and parent: `not_found` for an unknown parent, `validation_failed` if it
 * would be inside itself or too deep, `conflict` if a sibling has the name. `kind`: its name. `rows`: all folders of the
 * tenant. `id` undefined: a new folder.
 */
export function requirePossibleFolder(
  kind: string,
  rows: readonly FolderRow[],
  { id, parentId, name, nameFolded }: Pick<FolderRow, 'parentId' | 'name' | 'nameFolded'> & { id?: string },
): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (parentId !== null && !byId.has(parentId)) throw folderNotFound(kind);
  const subtree = id === undefined ? [] : listSubtree(rows, id);
  if (parentId !== null && subtree.includes(parentId)) throw folderInItself();
  const height =
    id === undefined ? 1 : Math.max(...subtree.map((each) => depthOf(byId, each))) - depthOf(byId, id) + 1;
  if (depthOf(byId, parentId) + height > MAX_DEPTH) throw tooDeep(MAX_DEPTH);
  const isTaken = rows.some(
    (row) => row.parentId === parentId && row.nameFolded === nameFolded && row.id !== id,
  );
  if (isTaken) throw folderNameTaken(name);
}

/**
 * The parent of a restored folder: its former parent, or null (the top level) if that is gone or the folders would be
 * too deep. `returning`: the folder and the folders in it.
 */
export function findPossibleParent(
  present: readonly FolderRow[],
  returning: readonly FolderRow[],
  { id, parentId }: Pick<FolderRow, 'id' | 'parentId'>,
): string | null {
  const byId = new Map(present.map((row) => [row.id, row]));
  if (parentId === null || !byId.has(parentId)) return null;
  const inside = new Map(returning.map((row) => [row.id, row.id === id ? { ...row, parentId: null } : row]));
  const height = Math.max(...returning.map((row) => depthOf(inside, row.id)));
  return depthOf(byId, parentId) + height > MAX_DEPTH ? null : parentId;
}

/** Number of folders from the top level down to this one; 0 for the top level. */
function depthOf(byId: ReadonlyMap<string, FolderRow>, id: string | null): number {
  let depth = 0;
  for (let at = id; at !== null; at = byId.get(at)?.parentId ?? null) depth += 1;
  return depth;
}
