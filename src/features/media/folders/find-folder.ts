import { featureUnavailable } from '../../../platform/errors.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { folderNotFound } from '../errors.ts';
import { type FolderRow, selectFolder } from './queries.ts';

/** Throws `not_found` unless the tenant has the folder. */
export async function requireFolder(scope: TenantScope, db: Connection, id: string): Promise<FolderRow> {
  const folder = await selectFolder(scope, db, id);
  if (folder === undefined) throw folderNotFound();
  return folder;
}

/**
 * The folder to put something in; undefined and null: the top, where everybody may put things. Throws
 * `feature_unavailable` if the plan has no folders, `not_found` if there is no such folder.
 */
export async function requireTargetFolder(
  scope: TenantScope,
  db: Connection,
  id: string | null | undefined,
): Promise<string | null> {
  if (id === undefined || id === null) return null;
  if (!scope.plan.features.media_folders) throw featureUnavailable('media_folders');
  return (await requireFolder(scope, db, id)).id;
}
