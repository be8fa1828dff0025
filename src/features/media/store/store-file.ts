import { mkdir, rm } from 'node:fs/promises';
// Imported directly: the index would load drawing code into the server.
import { type SniffedType, sniffType } from '../../../mail/pictures/photo/sniff.ts';
import { stopwatch } from '../../../platform/clock.ts';
import { DomainError, validationFailed } from '../../../platform/errors.ts';
import { toDiskError } from '../../../platform/files/disk-errors.ts';
import { makeIncomingPath, type SpooledFile } from '../../../platform/files/upload.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { reserveMediaBytes, selectTenantUsage, tenantNotFound } from '../../projects/index.ts';
import { categoryNotInPlan, fileTooLarge, storageLimitReached, unknownType } from '../errors.ts';
import { storageNeeded } from '../events.ts';
import { type PreparedPicture, processPicture } from '../photo-workers.ts';
import {
  awaitConversion,
  type Conversion,
  type ConversionOutcome,
  describeConversions,
  finishInBackground,
} from './conversions.ts';
import {
  type BlobRow,
  insertBlob,
  insertObjects,
  retryConversions,
  selectBlobByOriginal,
  selectBlobByUpload,
} from './queries.ts';
import { keyOf, putFiles } from './stored-files.ts';

interface StoreRequest<Result> {
  file: SpooledFile;
  /** The input with the file, for error messages. */
  field: 'file' | 'url';
  /** Throws if the type is not allowed here. */
  checkType?(type: SniffedType): void;
  /** Writes the rows that refer to the stored file, in the transaction that stores it. */
  refer(db: Connection, blob: BlobRow, type: SniffedType): Promise<Result>;
}

/** Held during an upload, so that simultaneous uploads of the same bytes by a tenant are stored once. */
const lockOf = (scope: TenantScope, sha256: string): string => `upload ${scope.tenant.id} ${sha256}`;

/**
 * Stores a received file, unless the tenant has one with the same bytes, and the rows that refer to it: all or nothing.
 * Throws `unsupported_media_type`, `plan_limit_reached`, `too_large`, `validation_failed`, `unavailable`,
 * `storage_full`, and what `refer` throws.
 */
export async function storeFile<Result>(
  context: TenantContext,
  request: StoreRequest<Result>,
): Promise<Result> {
  const { deps, scope } = context;
  const { file, field } = request;
  const type = requireAcceptedType(scope, file, field);
  request.checkType?.(type);
  try {
    return await deps.locks.withLock([lockOf(scope, file.sha256)], async () => {
      const known = await referToKnown(context, request, type);
      return known === undefined ? await storeNew(context, request, type) : known.result;
    });
  } catch (error) {
    throw nameField(toDiskError(error), field);
  }
}

async function referToKnown<Result>(
  { deps, scope }: TenantContext,
  { file, refer }: StoreRequest<Result>,
  type: SniffedType,
): Promise<{ result: Result } | undefined> {
  const hash = Buffer.from(file.sha256, 'hex');
  if ((await selectBlobByUpload(scope, deps.db.reader, hash)) === undefined) return undefined;
  return deps.db.transaction(async (db) => {
    // It may have been deleted meanwhile.
    const blob = await selectBlobByUpload(scope, db, hash);
    return blob === undefined ? undefined : { result: await referTo(db, blob, type, refer) };
  }, ownerOf(scope));
}

/** Refers to an existing blob. Failed conversions are tried again, because the file was uploaded again. */
async function referTo<Result>(
  db: Connection,
  blob: BlobRow,
  type: SniffedType,
  refer: StoreRequest<Result>['refer'],
): Promise<Result> {
  if (blob.conversions === 'failed') await retryConversions(db, blob.id);
  return refer(db, blob, type);
}

async function storeNew<Result>(
  context: TenantContext,
  request: StoreRequest<Result>,
  type: SniffedType,
): Promise<Result> {
  const { deps } = context;
  const elapsed = stopwatch();
  await requireRoom(context, 1);
  const folder = await makeIncomingPath(deps.incomingDir);
  let conversion: Conversion | undefined;
  let isNeeded = false;
  try {
    const prepared = await prepareFile(context, request.file, type, folder);
    conversion = prepared.conversion;
    await requireRoom(context, prepared.bytes);
    const { uploadMs, fetchMs } = deps.services.media.timeouts;
    const timeoutMs = request.field === 'url' ? fetchMs : uploadMs;
    const outcome = conversion && (await awaitConversion(deps, conversion, timeoutMs - elapsed()));
    const { blob, result } = await keep(context, request, { prepared, outcome, type });
    if (conversion !== undefined && outcome?.state === 'late') {
      isNeeded = true;
      finishInBackground(deps, blob, conversion);
    }
    return result;
  } finally {
    if (!isNeeded) {
      // Otherwise the worker would keep writing into the folder.
      await conversion?.made.catch(() => {});
      await rm(folder, { recursive: true, force: true });
    }
  }
}

interface Made {
  prepared: PreparedFile;
  outcome: ConversionOutcome | undefined;
  type: SniffedType;
}

async function keep<Result>(
  { deps, scope }: TenantContext,
  { file, refer }: StoreRequest<Result>,
  { prepared, outcome, type }: Made,
): Promise<{ blob: BlobRow; result: Result }> {
  const { mime, extension, bytes, width, height, isAnimated, path, sha256 } = prepared;
  const tenantId = scope.tenant.id;
  const key = keyOf(tenantId, sha256);
  const made = outcome?.state === 'done' ? outcome.made : undefined;
  const original = { name: 'original' as const, key, path, mime, extension, bytes, width, height };
  const parts = [original, ...(made === undefined ? [] : describeConversions(tenantId, made))];
  return putFiles({ deps, owner: ownerOf(scope) }, parts, async (db) => {
    const twin = await selectBlobByOriginal(scope, db, key);
    if (twin !== undefined) return { blob: twin, result: await referTo(db, twin, type, refer) };
    await reserveRoom({ deps, scope }, db, bytes);
    const blob = await insertBlob(db, {
      tenantId,
      uploadHash: Buffer.from(file.sha256, 'hex'),
      ...{ mime, extension, bytes, width, height, isAnimated },
      placeholder: made?.placeholder ?? null,
      color: made?.color ?? null,
      conversions: conversionsOf(outcome),
      createdAt: deps.clock.now(),
    });
    await insertObjects(
      db,
      parts.map(({ path: _path, ...row }) => ({ blobId: blob.id, ...row })),
    );
    return { blob, result: await refer(db, blob, type) };
  });
}

function conversionsOf(outcome: ConversionOutcome | undefined): BlobRow['conversions'] {
  if (outcome === undefined) return 'none';
  return outcome.state === 'late' || outcome.state === 'postponed' ? 'pending' : outcome.state;
}

/** Reports faults of a fetched file under the field with its address. */
function nameField(error: unknown, field: 'file' | 'url'): unknown {
  const errors = error instanceof DomainError ? error.details.errors : undefined;
  const isOfFile = errors?.file !== undefined && (error as DomainError).code === 'validation_failed';
  return isOfFile && field !== 'file' ? validationFailed({ [field]: errors.file as string[] }) : error;
}

/** The type of a file by its content. Throws unless the plan accepts this type and size. */
function requireAcceptedType(scope: TenantScope, file: SpooledFile, field: string): SniffedType {
  const { name, limits } = scope.plan;
  const accepted = limits.media_categories;
  const type = sniffType(file.head);
  if (type === undefined) throw unknownType(field, accepted);
  if (!accepted.includes(type.category)) throw categoryNotInPlan(type.category, { name, accepted });
  if (file.bytes > limits.max_file_size_bytes) throw fileTooLarge(limits.max_file_size_bytes, name);
  return type;
}

/**
 * Throws `plan_limit_reached` if the bytes do not fit beside the other files. Called before the conversion; only the
 * transaction knows whether the history leaves enough room.
 */
export async function requireRoom({ deps, scope }: TenantContext, bytes: number): Promise<void> {
  const limit = scope.plan.limits.storage_limit_bytes;
  if (limit === null) return;
  const { mediaBytes, storedBytes } = await selectTenantUsage(scope, deps.db.reader);
  if (mediaBytes + bytes > limit) throw noRoom(scope, limit, { bytes, used: storedBytes });
}

/**
 * Counts bytes towards the storage, inside a transaction. Throws `plan_limit_reached` if they do not fit even after
 * listeners have freed some.
 */
async function reserveRoom({ deps, scope }: TenantContext, db: Connection, bytes: number): Promise<void> {
  const limit = scope.plan.limits.storage_limit_bytes;
  if (await reserveMediaBytes(scope, db, bytes, limit)) return;
  if (limit === null) throw tenantNotFound();
  await deps.events.emitInTransaction(storageNeeded(bytes, limit), scope, db);
  if (await reserveMediaBytes(scope, db, bytes, limit)) return;
  const { storedBytes } = await selectTenantUsage(scope, db);
  throw noRoom(scope, limit, { bytes, used: storedBytes });
}

function noRoom(scope: TenantScope, limit: number, { bytes, used }: { bytes: number; used: number }) {
  // After a change to a smaller plan, more may be used than is allowed.
  return storageLimitReached(bytes, { free: Math.max(0, limit - used), limit, plan: scope.plan.name });
}

/** An uploaded file as it will be stored. */
interface PreparedFile extends Omit<PreparedPicture, 'width' | 'height'> {
  /** Absolute. */
  path: string;
  /** Pixels; `null` for files other than raster pictures. */
  width: number | null;
  height: number | null;
  /** For raster pictures: the smaller versions in progress. */
  conversion: Conversion | undefined;
}

/**
 * Prepares a file for storing. A worker processes raster pictures and writes smaller versions into `folder`; other files
 * stay unchanged.
 */
async function prepareFile(
  { deps, scope }: TenantContext,
  { path, bytes, sha256 }: SpooledFile,
  { mime, extension, category }: SniffedType,
  folder: string,
): Promise<PreparedFile> {
  if (category !== 'images' || mime === 'image/svg+xml') {
    const facts = { width: null, height: null, isAnimated: false, conversion: undefined };
    return { path, bytes, sha256, mime, extension, ...facts };
  }
  await mkdir(folder);
  const turn = { owner: ownerOf(scope), startWithinMs: deps.services.media.timeouts.queueMs };
  const { prepared, made } = processPicture(deps, { source: path, mime, folder }, turn);
  return { path, ...(await prepared), conversion: { folder, made } };
}
