import { rm } from 'node:fs/promises';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Conversions } from '../photo-jobs.ts';
import { type BlobRow, insertObjects, type ObjectRow, updatePendingBlob } from './queries.ts';
import { type FilePart, keyOf, putFiles } from './stored-files.ts';

/** A picture whose smaller versions are being made. */
export interface Conversion {
  /** A folder of its own, gone once nobody needs it. */
  folder: string;
  made: Promise<Conversions>;
}

/** What came of waiting for conversions: `late` while they are still being made, `postponed` when there was no room. */
export type ConversionOutcome =
  | { state: 'done'; made: Conversions }
  | { state: 'late' }
  | { state: 'postponed' }
  | { state: 'failed' };

/** Waits so long for conversions. Throws `validation_failed` or `too_large` if the picture is at fault. */
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
    return { state: explainFailure(deps, error) };
  } finally {
    clearTimeout(timer);
  }
}

function isPicturesFault(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'validation_failed' || error.code === 'too_large');
}

/** What the server is to blame for, and not the picture. A worker breaks off with `internal`. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'storage_full', 'internal']);

/**
 * A server that has no time or no room now may have both later, and a worker may have been ended to save the server. One
 * that breaks once more, with this picture and nothing else to do, would always break.
 */
function explainFailure(deps: Deps, error: unknown, isOnceMore = false): 'postponed' | 'failed' {
  deps.log.warn({ err: error }, 'smaller versions of a picture could not be made');
  const code = error instanceof DomainError ? error.code : 'internal';
  return PASSING.has(code) && !(isOnceMore && code === 'internal') ? 'postponed' : 'failed';
}

/** The rows and files of conversions. */
export function describeConversions(
  tenantId: number,
  { conversions }: Conversions,
): (Omit<ObjectRow, 'blobId'> & FilePart)[] {
  return conversions.map(({ sha256, ...facts }) => ({ ...facts, key: keyOf(tenantId, sha256) }));
}

/** Goes on with a conversion nobody waits for any more, and notes what came of it. */
export function finishInBackground(
  deps: Deps,
  blob: Pick<BlobRow, 'id' | 'tenantId'>,
  conversion: Conversion,
): void {
  void deps.services.media.conversions.run(blob.id, () => finishConversion(deps, blob, conversion));
}

/**
 * Waits for the conversion of a blob that is stored, and notes what came of it. Does not throw. `isOnceMore`: it has
 * been tried before.
 */
export async function finishConversion(
  deps: Deps,
  { id, tenantId }: Pick<BlobRow, 'id' | 'tenantId'>,
  { folder, made }: Conversion,
  isOnceMore = false,
): Promise<void> {
  try {
    const { placeholder, color, ...done } = await made;
    const parts = describeConversions(tenantId, { placeholder, color, ...done });
    await putFiles(deps, parts, async (db) => {
      // The file may have been deleted meanwhile.
      if (!(await updatePendingBlob(db, id, { conversions: 'done', placeholder, color })))
        throw new GoneError();
      await insertObjects(
        db,
        parts.map(({ path: _path, ...row }) => ({ blobId: id, ...row })),
      );
    });
  } catch (error) {
    if (error instanceof GoneError || explainFailure(deps, error, isOnceMore) === 'postponed') return;
    await noteFailure(deps, id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The original stays: it has been acknowledged. */
export async function noteFailure(deps: Deps, blobId: number): Promise<void> {
  await deps.db
    .transaction((db) => updatePendingBlob(db, blobId, { conversions: 'failed' }))
    .catch((error) => deps.log.error({ err: error }, 'a failed conversion could not be noted'));
}

class GoneError extends Error {}
