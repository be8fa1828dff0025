import type { AnswerBudget } from '../platform/fair-use/answer-budget.ts';
import type { FileOutput } from '../platform/files/file-output.ts';
import type { PictureOutput } from '../platform/files/picture.ts';
import { createId } from '../platform/ids.ts';
import { encodeJsonParts, type LazyJson } from '../platform/json/stored-json.ts';
import { countHeldBytes, LARGE_ANSWER_BYTES, streamParts } from '../platform/limits/large-answers.ts';
import { ownerOf, type Scope } from '../platform/scope.ts';
import { describeDisposition } from '../platform/text/content-disposition.ts';
import { addCamelNames } from './editor-compat/answers.ts';
import { type Route, requestClassOf } from './route.ts';

/** A large body, sent part by part. */
interface LargeBody {
  parts: readonly (Uint8Array | LazyJson)[];
}

type AnswerBody = string | Uint8Array | Blob | LargeBody;

/** Encoded bodies by output: operations return the same object again when it is cached. */
export type AnswerBodies = WeakMap<object, AnswerBody>;

interface AnswerContext {
  bodies: AnswerBodies;
  budget: AnswerBudget;
  /** Large answers count towards the budget of its tenant. */
  scope: Scope;
  /** Receives the length of the body, for the log of requests. */
  onBody?: ((bytes: number) => void) | undefined;
}

/**
 * An operation's output as a response. `headers`: those of every answer. Throws `unavailable` if too many large answers
 * are unread, but never for the answer to a change.
 */
export function toResponse(
  route: Route,
  request: Request,
  output: object,
  headers: Record<string, string>,
  { bodies, budget, scope, onBody }: AnswerContext,
): Response {
  if (route.answer === 'nothing') return new Response(null, { status: 204, headers });
  if (route.answer === 'picture')
    return toPictureResponse(request, output as PictureOutput, headers, budget, scope);
  if (route.answer === 'file') return toFileResponse(output as FileOutput, headers);
  headers['content-type'] = 'application/json';
  // Data can change at any moment, so caches must revalidate; the ETag makes that cheap.
  headers['cache-control'] = route.method === 'GET' ? 'private, no-cache' : 'no-store';
  if (route.versioned) {
    const etag = `"${(output as { version: number }).version}"`;
    headers.etag = etag;
    if (route.method === 'GET' && matches(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  const body = encodeAnswer(route, output, bodies);
  const { status } = route;
  onBody?.(lengthOf(body));
  if (!isLarge(body)) return new Response(body, { status, headers });
  if (request.method === 'HEAD') {
    headers['content-length'] = String(lengthOf(body));
    return new Response(null, { status, headers });
  }
  const bytes = countHeldBytes(body.parts);
  const owner = ownerOf(scope);
  const release = budget.take(owner, bytes, body, { isOfChange: mayChange(route) });
  return new Response(streamParts(body.parts, release), { status, headers });
}

/** Pictures can change with each save, so browsers revalidate; the ETag makes that cheap. */
function toPictureResponse(
  request: Request,
  { bytes, type, etag }: PictureOutput,
  headers: Record<string, string>,
  budget: AnswerBudget,
  scope: Scope,
): Response {
  headers['content-type'] = type;
  headers['cache-control'] = 'private, no-cache';
  headers['x-content-type-options'] = 'nosniff';
  if (etag !== undefined) {
    headers.etag = etag;
    if (matches(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers });
  }
  if (request.method === 'HEAD' || bytes.byteLength <= LARGE_ANSWER_BYTES)
    return new Response(bytes, { headers });
  const release = budget.take(ownerOf(scope), bytes.byteLength, bytes);
  return new Response(streamParts([bytes], release), { headers });
}

function toFileResponse(
  { file, stem, extension, type }: FileOutput,
  headers: Record<string, string>,
): Response {
  headers['content-type'] = type;
  headers['content-disposition'] = describeDisposition('attachment', stem, extension);
  headers['cache-control'] = 'no-store';
  headers['x-content-type-options'] = 'nosniff';
  return new Response(file, { headers });
}

function lengthOf(body: AnswerBody): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Blob) return body.size;
  return isLarge(body) ? body.parts.reduce((sum, { byteLength }) => sum + byteLength, 0) : body.byteLength;
}

/**
 * Refuses a large change in advance if the tenant has too many unread answers, because its answer, about as large as
 * its body, cannot be refused after the change. Throws `unavailable`.
 */
export function requireRoomForAnswer(
  budget: AnswerBudget,
  route: Route,
  request: Request,
  scope: Scope,
): void {
  if (!mayChange(route)) return;
  const bytes = Number(request.headers.get('content-length') ?? 0);
  if (bytes > LARGE_ANSWER_BYTES) budget.requireRoom(ownerOf(scope), bytes);
}

/** Whether a request may change something. Renderings and exports are POST requests that change nothing. */
function mayChange(route: Route): boolean {
  const requestClass = requestClassOf(route);
  return requestClass === 'write' || requestClass === 'upload' || route.status === 201;
}

function encodeAnswer(route: Route, output: object, bodies: AnswerBodies): AnswerBody {
  const isKept = route.method === 'GET' && (route.versioned || route.answer === 'page');
  const known = isKept ? bodies.get(output) : undefined;
  if (known !== undefined) return known;
  const shown = route.audience === 'pages' ? addCamelNames(output) : output;
  const body = encodeBody(envelop(route, shown), isKept);
  if (!isKept) return body;
  // The runtime sends a Blob without copying it.
  const kept = typeof body === 'string' ? new Blob([body]) : body;
  bodies.set(output, kept);
  return kept;
}

function encodeBody(value: unknown, isKept: boolean): AnswerBody {
  const json = encodeJsonParts(value, LARGE_ANSWER_BYTES, { isKept });
  if (Array.isArray(json)) return { parts: json };
  if (typeof json !== 'string' || json.length <= LARGE_ANSWER_BYTES) return json;
  return { parts: [Buffer.from(json)] };
}

function isLarge(body: AnswerBody): body is LargeBody {
  return typeof body === 'object' && 'parts' in body;
}

function envelop(route: Route, output: unknown): unknown {
  if (route.answer === 'bare') return output;
  if (route.answer === 'data') return { data: output };
  const { items, ...meta } = output as { items: unknown[] };
  if (route.answer === 'items') return { data: items };
  if (route.answer === 'list') return { data: items, ...meta };
  return { data: items, meta };
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A proxy's request id is used if it is safe to log. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Adds the request's id to the headers that every answer has. */
export function withRequestId(headers: Record<string, string>, request: Request): Record<string, string> {
  const given = request.headers.get('x-request-id');
  headers['x-request-id'] = given !== null && REQUEST_ID.test(given) ? given : createId();
  return headers;
}
