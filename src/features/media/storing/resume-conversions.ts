import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../platform/deps.ts';
import { makeIncomingPath } from '../../../platform/upload.ts';
import { convertPicture } from '../photo-jobs.ts';
import { finishConversion, noteFailure } from './convert-blob.ts';
import { type PendingBlob, selectPendingBlobs } from './queries.ts';

/**
 * Makes the smaller versions that are missing, one picture after the other, so that uploads find workers too: of files
 * that were stored when the process ended, or when nobody had time. Stops when `isStopped`.
 */
export async function resumeConversions(deps: Deps, isStopped: () => boolean): Promise<void> {
  const { conversions } = deps.services.media;
  let lastId = 0;
  while (!isStopped()) {
    // One at a time: while it is worked on, those after it may be deleted.
    const [blob] = await selectPendingBlobs(deps.db.reader, lastId, 1);
    if (blob === undefined) return;
    lastId = blob.id;
    if (!conversions.isRunning(blob.id)) await conversions.run(blob.id, () => resume(deps, blob));
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
    const request = { source, mime: blob.mime, folder };
    const made = convertPicture(deps, request, { owner: String(blob.tenantId) });
    await finishConversion(deps, blob, { folder, made }, true);
  } catch (error) {
    deps.log.error({ err: error, key: blob.key }, 'a conversion could not be resumed');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
