import type { Deps } from '../../../platform/deps.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { releaseMediaBytes } from '../../projects/index.ts';
import { announceFiles, mediaEvent } from '../events.ts';
import {
  deleteFileRows,
  deleteUnusedBlobs,
  forgetRemovals,
  increaseWrites,
  isKeyReferred,
  selectRemovals,
} from './queries.ts';

/** Files that are removed at the same time. */
const AT_ONCE = 8;

/**
 * Held from before a file is put until its row is committed, and while a file is removed, so that no file is removed as
 * unused just before a row refers to it.
 */
const lockOf = (key: string): string => `file ${key}`;

/** The key of a tenant's file with this SHA-256 (hex). Tenants never share a file. */
export function keyOf(tenantId: number, sha256: string): string {
  return `t${tenantId}/${sha256.slice(0, 2)}/${sha256}`;
}

/** The SHA-256 (hex) of the file under a key. */
export function hashOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** A finished file and its key. */
export interface FilePart {
  key: string;
  /** Absolute path of the file, which is moved from there. */
  path: string;
}

/**
 * Puts files into the store and commits the rows that refer to them. If either fails, new files are removed again and
 * the error is thrown.
 */
export async function putFiles<Result>(
  { deps, owner }: { deps: Deps; owner: string },
  parts: readonly FilePart[],
  commit: (db: Connection) => Promise<Result>,
): Promise<Result> {
  const keys = [...new Set(parts.map((part) => part.key))];
  return deps.locks.withLock(keys.map(lockOf), async () => {
    const known = await Promise.all(keys.map((key) => deps.files.stat(key)));
    try {
      // All must have ended before any is removed.
      const outcomes = await Promise.allSettled(parts.map(({ key, path }) => deps.files.put(key, path)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      const { result, write } = await deps.db.transaction(
        async (db) => ({
          result: await commit(db),
          write: await increaseWrites(db),
        }),
        owner,
      );
      if (write !== undefined) await deps.services.media.lastWrite.write(deps, write);
      return result;
    } catch (error) {
      for (const [i, key] of keys.entries()) if (known[i] === undefined) await removeIfUnused(deps, key);
      throw error;
    }
  });
}

/**
 * Removes those of the stored files that no row refers to. The database has recorded that they are to be removed, and
 * forgets it. Failures are logged and left to the next run, and so are all while removals are held. Returns the number
 * of removed files.
 */
export async function removeUnusedFiles(deps: Deps, keys: Iterable<string>): Promise<number> {
  const waiting = [...new Set(keys)];
  const done: string[] = [];
  let removed = 0;
  const work = async (): Promise<void> => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const present = key;
      const outcome = await deps.locks.withLock([lockOf(present)], () => removeIfUnused(deps, present));
      if (outcome === 'removed') removed += 1;
      if (outcome === 'removed' || outcome === 'used') done.push(present);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (done.length > 0) await deps.db.transaction((db) => forgetRemovals(db, done));
  return removed;
}

/** Removes all files that the database recorded when it deleted their rows. Returns their number. */
export async function removeRecordedFiles(deps: Deps, isStopped: () => boolean): Promise<number> {
  let removed = 0;
  let last = '';
  while (!isStopped()) {
    const keys = await selectRemovals(deps.db.reader, last, FILES_AT_ONCE);
    if (keys.length === 0) break;
    removed += await removeUnusedFiles(deps, keys);
    last = keys.at(-1) as string;
  }
  return removed;
}

async function removeIfUnused(deps: Deps, key: string): Promise<'removed' | 'used' | 'held' | 'failed'> {
  try {
    if (await deps.services.media.removals.isHeld()) return 'held';
    if (await isKeyReferred(deps.db.reader, key)) return 'used';
    await deps.files.delete(key);
    return 'removed';
  } catch (error) {
    deps.log.error({ err: error, key }, 'an unused media file could not be removed');
    return 'failed';
  }
}

/**
 * Moves the file of `key` within the store: with `whenReferred` only if a row refers to the key, otherwise only if none
 * does. It does nothing while removals are held. Returns whether it was moved.
 */
export async function moveFile(
  deps: Deps,
  key: string,
  { from, to, whenReferred }: { from: string; to: string; whenReferred: boolean },
): Promise<boolean> {
  return deps.locks.withLock([lockOf(key)], async () => {
    if (await deps.services.media.removals.isHeld()) return false;
    if ((await isKeyReferred(deps.db.reader, key)) !== whenReferred) return false;
    return deps.files.move(from, to);
  });
}

/** Files per transaction. Other writers wait for it. */
export const FILES_AT_ONCE = 250;

export interface DeletedFiles {
  ids: string[];
  /** Stored files that may now be unused, for `finishDeletion` after the commit. */
  keys: string[];
}

/**
 * Deletes the tenant's files with these ids for good, with all their versions, inside a transaction. `isInTrash`: only
 * files in the trash, or only others.
 */
export async function deleteFiles(
  { deps, scope }: TenantContext,
  db: Connection,
  ids: readonly string[],
  { isInTrash }: { isInTrash: boolean },
): Promise<DeletedFiles> {
  if (ids.length === 0) return { ids: [], keys: [] };
  const { files, blobIds } = await deleteFileRows(scope, db, ids, isInTrash);
  const { keys, bytes } = await deleteUnusedBlobs(scope, db, blobIds);
  await releaseMediaBytes(scope, db, bytes);
  await announceFiles({ deps, scope }, db, isInTrash ? 'media.purged' : 'media.gone', files);
  return { ids: files.map((file) => file.id), keys };
}

/**
 * Announces deleted files, and removes those whose rows are deleted. Called after each commit, because earlier commits
 * stay if a later transaction fails. Announces first, so that clients do not request removed files.
 */
export async function finishDeletion(
  { deps, scope }: TenantContext,
  { ids, keys }: DeletedFiles,
): Promise<void> {
  if (ids.length > 0) deps.events.publish([mediaEvent('media.deleted', ids)], scope);
  await removeUnusedFiles(deps, keys);
}

/** Like `finishDeletion`, for files from the trash, which the library no longer had. */
export async function finishPurge(
  { deps, scope }: TenantContext,
  { ids, keys }: DeletedFiles,
): Promise<void> {
  if (ids.length > 0) deps.events.publish([mediaEvent('media.purged', ids)], scope);
  await removeUnusedFiles(deps, keys);
}
