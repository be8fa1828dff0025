import type { Deps } from '../deps.ts';
import { featureUnavailable } from '../errors.ts';
import { type ActivityRecorded, activityRecorded, type DomainEvent } from '../events.ts';
import { createId } from '../ids.ts';
import type { PlanFeature } from '../limits/plan.ts';
import type { Connection } from '../ports/database.ts';
import { ownerOf, type TenantScope } from '../scope.ts';
import { cleanName, foldName, requireNameLength } from '../text/names.ts';
import { folderNotFound, tooManyFolders } from './errors.ts';
import { insertFolder, selectFolder, selectFolders, updateFolder } from './queries.ts';
import { TOP } from './schema.ts';
import type { FolderRow, FolderTable } from './table.ts';
import { requirePossibleFolder } from './tree.ts';

/** Most folders of a tenant, of one kind. */
export const MAX_FOLDERS = 1000;

interface Context {
  deps: Deps;
  scope: TenantScope;
  emit(event: DomainEvent): void;
}

/** A kind of folders: the word in names of events, the table, and the plan feature that it needs. */
export interface FolderKind {
  name: 'media' | 'template';
  table: FolderTable;
  feature: PlanFeature;
}

/** The event of a change to a folder. */
export const folderEvent = (
  { name }: FolderKind,
  what: 'created' | 'updated' | 'deleted' | 'restored',
  folderId: string,
): DomainEvent => ({ type: `${name}_folder.${what}`, payload: { folderId } });

/** The entry in the activity feed. `formerName`: its name before it was renamed. */
export const folderActivity = (
  kind: FolderKind,
  what: 'created' | 'updated' | 'deleted' | 'restored',
  { id, name }: FolderRow,
  formerName = name,
): ActivityRecorded =>
  activityRecorded({
    type: `${kind.name}_folder.${what}`,
    subjectId: id,
    summary: formerName === name ? name : `${formerName} → ${name}`,
  });

/** The entry in the activity feed for folders deleted for good: the chosen folder, and the folders in it. */
export const foldersDeleted = (
  { name }: FolderKind,
  folderId: string,
  deletedIds: readonly string[],
): ActivityRecorded => activityRecorded({ type: `${name}_folder.deleted`, subjectId: folderId, deletedIds });

/** Like `foldersDeleted`, for folders that were in the trash. */
export const foldersPurged = (
  { name }: FolderKind,
  folderId: string,
  deletedIds: readonly string[],
): ActivityRecorded => activityRecorded({ type: `${name}_folder.purged`, subjectId: folderId, deletedIds });

/** Throws `not_found` unless the tenant has the folder. */
export async function requireFolder(
  { name, table }: FolderKind,
  scope: TenantScope,
  db: Connection,
  id: string,
): Promise<FolderRow> {
  const folder = await selectFolder(table, scope, db, id);
  if (folder === undefined) throw folderNotFound(name);
  return folder;
}

/**
 * The folder to put something in. undefined and null are the top level, which every plan allows. Throws
 * `feature_unavailable` if the plan has no folders, and `not_found` if there is no such folder.
 */
export async function requireTargetFolder(
  kind: FolderKind,
  scope: TenantScope,
  db: Connection,
  id: string | null | undefined,
): Promise<string | null> {
  if (id === undefined || id === null || id === TOP) return null;
  if (!scope.plan.features[kind.feature]) throw featureUnavailable(kind.feature);
  return (await requireFolder(kind, scope, db, id)).id;
}

const toParent = (id: string | null | undefined): string | null =>
  id === undefined || id === TOP ? null : id;

/** Throws `validation_failed` for a name that is empty or too long. */
function nameFolder(text: string): { name: string; nameFolded: string } {
  const name = cleanName(text);
  requireNameLength('name', name);
  return { name, nameFolded: foldName(name) };
}

export async function createFolder(
  kind: FolderKind,
  { deps, scope, emit }: Context,
  input: { name: string; parent_id?: string | null | undefined },
): Promise<FolderRow> {
  const draft = {
    tenantId: scope.tenant.id,
    parentId: toParent(input.parent_id),
    ...nameFolder(input.name),
    createdAt: deps.clock.now(),
    deletedAt: null,
    deletedWith: null,
  };
  const row = { id: createId(), ...draft };
  await deps.db.transaction(async (db) => {
    const rows = await selectFolders(kind.table, scope, db);
    requirePossibleFolder(kind.name, rows, draft);
    if (rows.length >= MAX_FOLDERS) throw tooManyFolders(MAX_FOLDERS);
    await insertFolder(kind.table, db, row);
    await deps.events.emitInTransaction(folderActivity(kind, 'created', row), scope, db);
  }, ownerOf(scope));
  emit(folderEvent(kind, 'created', row.id));
  return row;
}

/** Renames or moves a folder. Fields that are left out do not change. */
export async function changeFolder(
  kind: FolderKind,
  { deps, scope, emit }: Context,
  id: string,
  input: { name?: string | undefined; parent_id?: string | null | undefined },
): Promise<FolderRow> {
  const name = input.name === undefined ? undefined : nameFolder(input.name);
  const parent = input.parent_id === undefined ? undefined : { parentId: toParent(input.parent_id) };
  return deps.db.transaction(async (db) => {
    const rows = await selectFolders(kind.table, scope, db);
    const present = rows.find((each) => each.id === id);
    if (present === undefined) throw folderNotFound(kind.name);
    const changed = { ...present, ...name, ...parent };
    requirePossibleFolder(kind.name, rows, changed);
    if (changed.name === present.name && changed.parentId === present.parentId) return present;
    await updateFolder(kind.table, scope, db, changed);
    const activity = folderActivity(kind, 'updated', changed, present.name);
    await deps.events.emitInTransaction(activity, scope, db);
    emit(folderEvent(kind, 'updated', id));
    return changed;
  }, ownerOf(scope));
}
