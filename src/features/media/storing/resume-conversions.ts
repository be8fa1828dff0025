import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../platform/deps.ts';
import { makeIncomingPath } from '../../../platform/upload.ts';
import { convertPicture } from '../photo-jobs.ts';
import { isTracked, track } from './background.ts';
import { finishConversion, noteFailure } from './convert-blob.ts';
import { type PendingBlob, selectPendingBlobs } from './queries.ts';

const BLOBS_PER_PAGE = 50;

/**
 * Makes the smaller versions that are missing, one picture after the other, so that uploads find workers too: of files
 * that were stored when the process ended, or when nobody had time. Stops when `isStopped`.
 */
export async function resumeConversions(deps: Deps, isStopped: () => boolean): Promise<void> {
  let lastId = 0;
  for (;;) {
    const blobs = await selectPendingBlobs(deps.db.reader, lastId, BLOBS_PER_PAGE);
    for (const blob of blobs) {
      if (isStopped()) return;
      lastId = blob.id;
      if (!isTracked(deps, blob.id)) await track(deps, blob.id, () => resume(deps, blob));
    }
    if (blobs.length < BLOBS_PER_PAGE) return;
  }
}

async function resume(deps: Deps, blob: PendingBlob): Promise<void> {
  const folder = await makeIncomingPath(deps.incomingDir);
  try {
    const original = await deps.files.get(blob.key);
    if (original === undefined) {
      deps.log.error({ key: blob.key }, 'a picture is missing in the file store');
      return await noteFailure(deps, blob.id);
    }
    await mkdir(folder);
    const source = join(folder, 'original');
    await Bun.write(source, original);
    const made = convertPicture(deps, { source, mime: blob.mime, folder });
    await finishConversion(deps, blob, { folder, made });
  } catch (error) {
    deps.log.error({ err: error, key: blob.key }, 'a conversion could not be resumed');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
