import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import { makeIncomingPath } from '../../../platform/files/upload.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { type Conversions, convertPicture } from '../photo-workers.ts';
import {
  type BlobRow,
  insertObjects,
  type ObjectRow,
  type PendingBlob,
  selectNextPendingBlob,
  updatePendingBlob,
} from './queries.ts';
import { type FilePart, keyOf, putFiles } from './stored-files.ts';

/** How long callers wait, in milliseconds. */
export interface UploadTimeouts {
  /** For a free worker that processes the picture. After that the upload is refused. */
  queueMs: number;
  /** For smaller versions. After that they are finished in the background. */
  uploadMs: number;
  fetchMs: number;
}

/** Most proxies end a request after 30 or 60 seconds; imports also need time to fetch the file. */
export const UPLOAD_TIMEOUTS: UploadTimeouts = { queueMs: 60_000, uploadMs: 20_000, fetchMs: 10_000 };

/** A picture whose smaller versions are being made. */
export interface Conversion {
  /** Removed at the end, with everything in it. */
  folder: string;
  made: Promise<Conversions>;
}

/**
 * The state of conversions after a wait: `late` while they are still running, `postponed` if there was no free worker.
 */
export type ConversionOutcome =
  | { state: 'done'; made: Conversions }
  | { state: 'late' }
  | { state: 'postponed' }
  | { state: 'failed' };

/** Waits for conversions up to the time limit. Throws `validation_failed` or `too_large` if the picture is at fault. */
export async function awaitConversion(
  deps: Deps,
  { made }: Conversion,
  milliseconds: number,
): Promise<ConversionOutcome> {
  const { promise: isLate, resolve } = Promise.withResolvers<ConversionOutcome>();
  const timer = setTimeout(() => resolve({ state: 'late' }), Math.max(0, milliseconds));
  try {
    return await Promise.race([
      made.then((done): ConversionOutcome => ({ state: 'done', made: done })),
      isLate,
    ]);
  } catch (error) {
    if (isPicturesFault(error)) throw error;
    return { state: stateAfterFailure(deps, error) };
  } finally {
    clearTimeout(timer);
  }
}

function isPicturesFault(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'validation_failed' || error.code === 'too_large');
}

/** Codes of temporary server faults, not of the picture. A worker that crashes gives `internal`. */
const PASSING: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'storage_full', 'internal']);

/**
 * Faults of the server pass, so the conversion is postponed. A worker that crashed may have been stopped for lack of
 * memory; if it crashes again on a retry, with this picture only, the conversion has failed.
 */
function stateAfterFailure(deps: Deps, error: unknown, isOnceMore = false): 'postponed' | 'failed' {
  const code = error instanceof DomainError ? error.code : 'internal';
  // The server is stopping, or its workers are not ready.
  if (error instanceof DomainError && code === 'unavailable')
    deps.log.info({ reason: error.message }, 'smaller versions of a picture are made later');
  else deps.log.warn({ err: error }, 'smaller versions of a picture could not be made');
  return PASSING.has(code) && !(isOnceMore && code === 'internal') ? 'postponed' : 'failed';
}

/** The rows and files of conversions. */
export function describeConversions(
  tenantId: number,
  { conversions }: Conversions,
): (Omit<ObjectRow, 'blobId'> & FilePart)[] {
  return conversions.map(({ sha256, ...facts }) => ({ ...facts, key: keyOf(tenantId, sha256) }));
}

/** Continues a conversion in the background and records its result. */
export function finishInBackground(
  deps: Deps,
  blob: Pick<BlobRow, 'id' | 'tenantId'>,
  conversion: Conversion,
): void {
  void deps.services.media.conversions.run(blob.id, () => finishConversion(deps, blob, conversion));
}

/**
 * Waits for the conversion of a stored blob and stores its result. Does not throw. `isOnceMore`: this is a retry.
 */
export async function finishConversion(
  deps: Deps,
  { id, tenantId }: Pick<BlobRow, 'id' | 'tenantId'>,
  { folder, made }: Conversion,
  isOnceMore = false,
): Promise<void> {
  try {
    const done = await made;
    const { placeholder, color } = done;
    const parts = describeConversions(tenantId, done);
    await putFiles({ deps, owner: ownerOf({ tenant: { id: tenantId } }) }, parts, async (db) => {
      // The file may have been deleted meanwhile.
      if (!(await updatePendingBlob(db, id, { conversions: 'done', placeholder, color })))
        throw new GoneError();
      await insertObjects(
        db,
        parts.map(({ path: _path, ...row }) => ({ blobId: id, ...row })),
      );
    });
  } catch (error) {
    if (error instanceof GoneError || stateAfterFailure(deps, error, isOnceMore) === 'postponed') return;
    await recordFailure(deps, id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The original stays, because its upload was acknowledged. */
async function recordFailure(deps: Deps, blobId: number): Promise<void> {
  await deps.db
    .transaction((db) => updatePendingBlob(db, blobId, { conversions: 'failed' }))
    .catch((error) => deps.log.error({ err: error }, 'a failed conversion could not be noted'));
}

class GoneError extends Error {}

/** Conversions of stored pictures for which no request waits. */
export class BackgroundConversions {
  readonly #byBlob = new Map<number, Promise<void>>();

  /** Tracks `work`, which must not throw, so that the application waits for it when it stops. */
  async run(blobId: number, work: () => Promise<void>): Promise<void> {
    const running = work().finally(() => this.#byBlob.delete(blobId));
    this.#byBlob.set(blobId, running);
    await running;
  }

  isRunning(blobId: number): boolean {
    return this.#byBlob.has(blobId);
  }

  /** Waits for running conversions. */
  async finish(): Promise<void> {
    await Promise.all(this.#byBlob.values());
  }
}

/**
 * Makes missing smaller versions of stored pictures, after a restart or a lack of workers. It handles one picture at a
 * time, so that uploads find workers too. Ends early once `isStopped()` is true.
 */
export async function resumeConversions(deps: Deps, isStopped: () => boolean): Promise<void> {
  const { conversions } = deps.services.media;
  let lastId = 0;
  while (!isStopped()) {
    // Read one at a time, because the following ones may be deleted meanwhile.
    const blob = await selectNextPendingBlob(deps.db.reader, lastId);
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
      return await recordFailure(deps, blob.id);
    }
    await mkdir(folder);
    const source = join(folder, 'original');
    await Bun.write(source, new Response(original.stream()));
    const request = { source, mime: blob.mime, folder };
    const made = convertPicture(deps, request, { owner: ownerOf({ tenant: { id: blob.tenantId } }) });
    await finishConversion(deps, blob, { folder, made }, true);
  } catch (error) {
    deps.log.error({ err: error, key: blob.key }, 'a conversion could not be resumed');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
