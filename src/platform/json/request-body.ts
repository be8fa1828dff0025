import { DomainError } from '../errors.ts';
import type { OwnerQueue } from '../fair-use/body-queue.ts';
import { MemberFinder, refuseCostlyJson } from '../fair-use/json-cost.ts';
import { UnparsedJson } from './unparsed-json.ts';

/** Largest JSON body: an escaped template of the largest size and the rest of the request. */
export const MAX_JSON_BODY_BYTES = 4 * 1024 * 1024;

/** Largest body of requests without credentials. */
export const MAX_PUBLIC_BODY_BYTES = 64 * 1024;

/** Seconds without any byte after which a connection is closed. */
export const IDLE_TIMEOUT_SECONDS = 30;
/** Largest form: a few ids and names. */
const MAX_FORM_BODY_BYTES = 64 * 1024;

/** A body's large member may stay unparsed only above this size. */
export const MIN_UNPARSED_BYTES = 512 * 1024;

/** How long a client may take to send a body. */
const BODY_TIMEOUT_MS = 30_000;

const decoder = new TextDecoder('utf-8', { fatal: true });

interface ReadOptions {
  /** For the client to send the body. */
  timeoutMs?: number | undefined;
  maxBytes?: number;
  /** Queue in which the body waits before it is parsed, and a large one again before its value is processed. */
  queue?: OwnerQueue;
  /** Name of a member that stays `UnparsedJson` if it is large. */
  largeMember?: string | undefined;
}

/**
 * Reads a JSON body. An empty body is undefined whatever its content type, because editors send `application/json`
 * without a body too. Throws `unsupported_media_type`, `too_large`, `request_timeout`, or what `parseJsonBody` throws.
 */
export async function readJsonBody(
  request: Request,
  { timeoutMs = BODY_TIMEOUT_MS, maxBytes = MAX_JSON_BODY_BYTES, queue, largeMember }: ReadOptions = {},
): Promise<unknown> {
  const bytes = await readBytes(request, timeoutMs, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  requireUncompressed(request.headers.get('content-encoding'));
  requireJson(request.headers.get('content-type'));
  const turn = queue?.wait(bytes.byteLength);
  if (turn !== undefined) {
    await turn;
    if (request.signal.aborted) throw bodyCutOff(request.signal.reason);
  }
  const { value, parsedBytes } = parseAround(largeMember, bytes);
  await queue?.waitAgain(parsedBytes);
  return value;
}

/** Parses a JSON body that was read. Throws `invalid_json`, or what `refuseCostlyJson` throws. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  refuseCostlyJson(bytes);
  return decodeAndParse(bytes);
}

/** Like `parseJsonBody`, but leaves a large member of this name unparsed. */
function parseAround(name: string | undefined, bytes: Uint8Array): { value: unknown; parsedBytes: number } {
  const member = name === undefined ? undefined : new MemberFinder(name);
  refuseCostlyJson(bytes, member);
  const { start, end } = member?.found ?? { start: 0, end: 0 };
  if (name === undefined || end - start < MIN_UNPARSED_BYTES)
    return { value: decodeAndParse(bytes), parsedBytes: bytes.byteLength };
  const rest = Buffer.concat([bytes.subarray(0, start), Buffer.from('null'), bytes.subarray(end)]);
  const value = decodeAndParse(rest) as Record<string, unknown>;
  value[name] = new UnparsedJson(toBuffer(bytes.subarray(start, end)));
  return { value, parsedBytes: rest.byteLength };
}

/** Without a copy. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function decodeAndParse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    throw new DomainError('invalid_json', `The body is not JSON in UTF-8: ${(error as Error).message}.`);
  }
}

/** Reads a body of form fields; undefined for another content type. Of equal names the last one counts. */
export async function readFormBody(
  request: Request,
  { timeoutMs = BODY_TIMEOUT_MS, maxBytes = MAX_FORM_BODY_BYTES } = {},
): Promise<Record<string, string> | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    return undefined;
  const bytes = await readBytes(request, timeoutMs, maxBytes);
  // Invalid UTF-8 becomes replacement characters, which match no value.
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}

async function readBytes(request: Request, timeoutMs: number, maxBytes: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > maxBytes) throw bodyTooLarge(maxBytes);
  let timer: Timer | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(bodyTooSlow(timeoutMs)), timeoutMs);
  });
  try {
    // The server enforces an announced length. Without one the bytes are counted here, which is slower, because reading
    // `request.body` makes it a stream.
    return await Promise.race([
      announced === null ? readCounted(request, maxBytes) : request.bytes(),
      timeout,
    ]);
  } catch (error) {
    // Thrown by Bun when the client, or the end of the server, closes the connection.
    throw (error as Error).name === 'AbortError' ? bodyCutOff(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

async function readCounted(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body === null) return new Uint8Array();
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw bodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Refuses compressed bodies: a small one can unpack to far more than the limit. */
function requireUncompressed(encoding: string | null): void {
  if (['', 'identity'].includes((encoding ?? '').trim().toLowerCase())) return;
  throw new DomainError(
    'unsupported_media_type',
    `Send the body as it is, without Content-Encoding (it was ${encoding}).`,
  );
}

function requireJson(contentType: string | null): void {
  if (contentType !== null && /^application\/([\w.-]+\+)?json\b/i.test(contentType)) return;
  throw new DomainError(
    'unsupported_media_type',
    `The body must be JSON, with the header "Content-Type: application/json" (it was ${contentType ?? 'missing'}).`,
  );
}

const bodyTooLarge = (maxBytes: number) =>
  new DomainError('too_large', `The body is larger than the ${maxBytes} bytes that are accepted.`);

const bodyCutOff = (cause: unknown) =>
  new DomainError('request_timeout', 'The connection ended before the whole body arrived.', {}, { cause });

const bodyTooSlow = (timeoutMs: number) =>
  new DomainError('request_timeout', `The body did not arrive within ${timeoutMs / 1000} seconds.`);
