import type { Deps } from '../../platform/deps.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { findServedFile, type ServedFile } from './find-served-file.ts';
import { describeDisposition } from './serving/disposition.ts';
import { namesTag, readRange } from './serving/range.ts';

/** `/media/<token>/<name>`: whatever else an address says reaches neither the database nor the disk. */
const PATH = /^\/media\/([\w-]{22})\/((?:original|small|medium|large)\.([a-z0-9]{1,8}))$/;

/** An address is forged or cut long before. */
const MAX_ADDRESS_LENGTH = 2000;

/** Any page may use the pictures: whoever knows an address may see what is there. */
const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, accept-ranges, content-range, content-length',
};

const PREFLIGHT = {
  ...CROSS_ORIGIN,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'range, if-range, if-none-match, authorization, content-type',
  'access-control-max-age': '86400',
};

/** What is the same for every file: an address never changes what it shows, and nothing it shows may run or be guessed. */
const COMMON = {
  ...CROSS_ORIGIN,
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/**
 * Serves the files of media libraries, without an access token: mail clients have none. An address holds 128 random
 * bits. Answers carry all their headers; throws `not_found` and `method_not_allowed`.
 */
export function createMediaEndpoint(deps: Deps): (request: Request) => Response | Promise<Response> {
  return (request) => {
    const { method } = request;
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT });
    if (method !== 'GET' && method !== 'HEAD') throw wrongMethod(method);
    const [, token, name, extension] = PATH.exec(pathOf(request.url)) ?? [];
    if (token === undefined || name === undefined || extension === undefined) throw notFound('File');
    const reply = (file: ServedFile | undefined) => {
      if (file === undefined) throw notFound('File');
      return answer(request, file, headersOf(file, extension));
    };
    const file = findServedFile(deps, token, name);
    return file instanceof Promise ? file.then(reply) : reply(file);
  };
}

function answer(request: Request, file: ServedFile, headers: Headers): Response | Promise<Response> {
  const ifNoneMatch = request.headers.get('if-none-match');
  const isKnown = ifNoneMatch !== null && namesTag(ifNoneMatch, file.etag);
  if (isKnown || request.method === 'HEAD') return answerWithoutBytes(file, isKnown ? 304 : 200, headers);
  const range = readWantedRange(request, file);
  if (range === 'unsatisfiable') return refuseRange(file);
  if (range === undefined) return new Response(file.content, { headers });
  const part = new Response(file.content.slice(range.start, range.end), { status: 206, headers });
  part.headers.set('content-range', `bytes ${range.start}-${range.end - 1}/${file.bytes}`);
  return part;
}

/** What is sent is found missing when it is opened; what is only told of has to be looked for. */
async function answerWithoutBytes(file: ServedFile, status: 200 | 304, headers: Headers): Promise<Response> {
  if (!(await file.isThere())) throw notFound('File');
  return new Response(status === 304 ? null : file.content, { status, headers });
}

/** A range of another version would be joined to what the client has: `If-Range` says which it has. */
function readWantedRange({ headers }: Request, { bytes, etag }: ServedFile) {
  const range = headers.get('range');
  if (range === null) return undefined;
  const ifRange = headers.get('if-range');
  return ifRange === null || ifRange.trim() === etag ? readRange(range, bytes) : undefined;
}

function refuseRange({ bytes }: ServedFile): Response {
  const message = `The file has ${bytes} bytes; none of those asked for is among them.`;
  return Response.json(
    { message, code: 'validation_failed' },
    {
      status: 416,
      headers: { ...CROSS_ORIGIN, 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store' },
    },
  );
}

/** Headers are put together once for each file that is remembered. */
function headersOf(file: ServedFile, extension: string): Headers {
  file.headers ??= new Headers({
    ...COMMON,
    'content-type': file.mime,
    'content-disposition': describeDisposition(file.mime, file.filename, extension),
    etag: file.etag,
  });
  return file.headers;
}

/** The path of an address as it was sent: `new URL` takes longer than all the rest. */
function pathOf(url: string): string {
  if (url.length > MAX_ADDRESS_LENGTH) return '';
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const query = url.indexOf('?', start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

const wrongMethod = (method: string) =>
  new DomainError('method_not_allowed', `${method} is not possible here; GET would be.`, {
    facts: { allow: 'GET, HEAD' },
  });
