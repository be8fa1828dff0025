import type { Deps } from '../../../platform/deps.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { releaseMediaBytes } from '../../projects/index.ts';
import { announceFiles } from '../events.ts';
import { deleteFileRows, deleteUnusedBlobs } from './queries.ts';

/** Files of one transaction: other writers wait for it. */
export const FILES_AT_ONCE = 250;

export interface DeletedFiles {
  ids: string[];
  /** Stored files nobody may need any more: to be removed after the commit, by `removeUnusedFiles`. */
  keys: string[];
}

/** Deletes those of the tenant's files that have one of these ids, inside a transaction, with all their versions. */
export async function deleteFiles(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  db: Connection,
  ids: readonly string[],
): Promise<DeletedFiles> {
  if (ids.length === 0) return { ids: [], keys: [] };
  const { files, blobIds } = await deleteFileRows(scope, db, ids);
  const { keys, bytes } = await deleteUnusedBlobs(scope, db, blobIds);
  await releaseMediaBytes(scope, db, bytes);
  await announceFiles({ deps, scope }, db, 'media.deleted', files);
  return { ids: files.map((file) => file.id), keys };
}
