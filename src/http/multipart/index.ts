import { rm } from 'node:fs/promises';
import type { Deps } from '../../platform/deps.ts';
import { isDiskFull, storageFull } from '../../platform/errors.ts';
import { FairSemaphore } from '../../platform/fair-semaphore.ts';
import { IDLE_TIMEOUT_SECONDS } from '../../platform/request-body.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { makeIncomingPath } from '../../platform/upload.ts';
import type { UploadOptions } from '../route.ts';
import { answerBeforeEnd, openBody, type RequestBody } from './body.ts';
import { fileTooLarge, tooManyUploads, uploadAborted } from './errors.ts';
import { readForm } from './form.ts';
import { readWithPermit } from './read-with-permit.ts';
import { type SpooledForm, spoolForm } from './spool.ts';

/** Bytes of a form around its file: names, boundaries, a few texts. */
const MAX_FRAME_BYTES = 1024 * 1024;

/**
 * Uploads that are written at once. Memory bounds them: the runtime takes in a megabyte of every upload unasked, and one
 * that is being written has several more under way. A disk is busy with far fewer.
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

export interface Upload {
  request: Request;
  body: RequestBody;
  options: UploadOptions;
  semaphore: FairSemaphore;
}

/** How long connections may stand still, as `Bun.serve` lets it be set for each. */
export interface ConnectionTimer {
  /** 0 seconds: for ever. The setting stays with the connection. */
  timeout(request: Request, seconds: number): void;
}

/**
 * Answers a request whose body is a file with what `answer` makes of it. The sender's silence is not held against it
 * while it waits for us, and it gets to see an answer that comes before it has sent everything.
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
 * Takes in the form of a request, file to disk and texts to memory. Whoever asked for it removes the file again with
 * `removeUpload`. Throws what is wrong with the form.
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
    semaphore.acquire(String(scope.tenant.id), { signal, timeoutMs: MAX_WAIT_MS }).catch((error) => {
      throw signal.aborted ? uploadAborted(error) : error;
    });
  try {
    const permitted = freeUsed(readWithPermit(body.chunks(), acquire));
    const chunks = limitBytes(permitted, maxBytes + MAX_FRAME_BYTES, () => fileTooLarge(maxBytes));
    const parts = readForm(request.headers.get('content-type'), chunks);
    const path = await makeIncomingPath(deps.incomingDir);
    return await spoolForm({ parts, fieldNames: options.fields, maxBytes, path });
  } catch (error) {
    throw isDiskFull(error) ? storageFull(error) : error;
  }
}

/** Removes the file of a form, unless it has been moved to where it stays. */
export async function removeUpload({ file }: SpooledForm): Promise<void> {
  await rm(file.path, { force: true });
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
 * Gives the memory of chunks back as soon as nobody can need it, one chunk later: left to the garbage collector, what
 * many uploads have read would more than double what they take.
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
  // Part of a larger one: the rest may be somebody else's.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
