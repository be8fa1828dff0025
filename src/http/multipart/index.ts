import { rm } from 'node:fs/promises';
import type { Deps } from '../../platform/deps.ts';
import { FairSemaphore } from '../../platform/fair-use/fair-semaphore.ts';
import { toDiskError } from '../../platform/files/disk-errors.ts';
import { makeIncomingPath } from '../../platform/files/upload.ts';
import { IDLE_TIMEOUT_SECONDS } from '../../platform/json/request-body.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';
import type { UploadOptions } from '../route.ts';
import { answerBeforeEnd, openBody, type RequestBody, readWithPermit } from './body.ts';
import { fileTooLarge, tooManyUploads, uploadAborted } from './errors.ts';
import { readForm } from './form.ts';
import { type SpooledForm, spoolForm } from './spool.ts';

/** Most bytes of a form without its file: names, boundaries, texts. */
const MAX_FRAME_BYTES = 1024 * 1024;

/**
 * Uploads written at the same time. Memory is the limit: the runtime buffers a megabyte of each, and writing one takes
 * several more.
 */
const MAX_UPLOADS = 8;
const MAX_UPLOADS_PER_TENANT = 4;
const MAX_WAITING_UPLOADS = 1000;
const MAX_WAIT_MS = 60_000;

export const createUploadSemaphore = (): FairSemaphore =>
  new FairSemaphore({
    limit: MAX_UPLOADS,
    limitPerOwner: MAX_UPLOADS_PER_TENANT,
    maxWaiting: MAX_WAITING_UPLOADS,
    refusal: () => tooManyUploads(MAX_WAIT_MS / 1000),
  });

interface Upload {
  request: Request;
  body: RequestBody;
  options: UploadOptions;
  semaphore: FairSemaphore;
}

/** Sets the idle timeout of a request's connection, as `Bun.Server` does. */
interface ConnectionTimer {
  /** 0 seconds: no timeout. The setting applies to the connection. */
  timeout(request: Request, seconds: number): void;
}

/**
 * Answers a request whose body is a file. There is no idle timeout while the client waits for the server, and the
 * client can read an answer that is sent before the end of the body.
 */
export async function answerUpload(
  request: Request,
  timer: ConnectionTimer | null,
  answer: (body: RequestBody) => Promise<Response>,
): Promise<Response> {
  const body = openBody(request);
  timer?.timeout(request, 0);
  try {
    const response = await answer(body);
    return body.hasEnded ? response : await answerBeforeEnd(response, body);
  } finally {
    timer?.timeout(request, IDLE_TIMEOUT_SECONDS);
  }
}

/**
 * Reads the form of a request: the file to disk, the texts to memory. The caller removes the file with `removeUpload`.
 * Throws the errors of `readForm` and `spoolForm`.
 */
export async function takeUpload(
  deps: Deps,
  scope: TenantScope,
  { request, body, options, semaphore }: Upload,
): Promise<SpooledForm> {
  const maxBytes = options.maxBytes(scope);
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes + MAX_FRAME_BYTES) throw fileTooLarge(maxBytes);
  const { signal } = request;
  const acquire = () =>
    semaphore.acquire(ownerOf(scope), { signal, timeoutMs: MAX_WAIT_MS }).catch((error) => {
      throw signal.aborted ? uploadAborted(error) : error;
    });
  try {
    const permitted = freeUsed(readWithPermit(body.chunks(), acquire));
    const chunks = limitBytes(permitted, maxBytes + MAX_FRAME_BYTES, () => fileTooLarge(maxBytes));
    const parts = readForm(request.headers.get('content-type'), chunks);
    const path = await makeIncomingPath(deps.incomingDir);
    const { fields: fieldNames, isOptional = false } = options;
    return await spoolForm({ parts, fieldNames, isOptional, maxBytes, path });
  } catch (error) {
    throw toDiskError(error);
  }
}

/** Removes the file of a form, unless it was moved to its final place. */
export async function removeUpload({ file }: SpooledForm): Promise<void> {
  if (file !== undefined) await rm(file.path, { force: true });
}

async function* limitBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooMany: () => Error,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  for await (const chunk of chunks) {
    left -= chunk.byteLength;
    if (left < 0) throw tooMany();
    yield chunk;
  }
}

/**
 * Frees the memory of a chunk when the next one has been read. Left to the garbage collector, it would more than double
 * the memory of many uploads.
 */
async function* freeUsed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let used: Uint8Array | undefined;
  for await (const chunk of chunks) {
    yield chunk;
    if (used !== undefined) free(used);
    used = chunk;
  }
}

function free({ buffer, byteLength }: Uint8Array): void {
  // A view of a larger buffer is skipped: other code may use the rest.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
