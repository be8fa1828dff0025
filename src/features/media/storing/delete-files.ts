import type { Connection } from '../../../platform/db/index.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { releaseMediaBytes } from '../../projects/index.ts';
import { deleteFileRows, deleteUnusedBlobs } from './queries.ts';

export interface DeletedFiles {
  ids: string[];
  /** Stored files nobody may need any more: to be removed after the commit, by `removeUnusedFiles`. */
  keys: string[];
}

/** Deletes those of the tenant's files that have one of these ids, inside a transaction, with all their versions. */
export async function deleteFiles(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
): Promise<DeletedFiles> {
  if (ids.length === 0) return { ids: [], keys: [] };
  const deleted = await deleteFileRows(scope, db, ids);
  const { keys, bytes } = await deleteUnusedBlobs(scope, db, deleted.blobIds);
  await releaseMediaBytes(scope, db, bytes);
  return { ids: deleted.ids, keys };
}
