import type { Deps } from '../../platform/deps.ts';
import { notFound, requireGet } from '../../platform/errors.ts';
import type { RemoteFile } from '../../platform/ports/file-store.ts';
import { describeDisposition } from '../../platform/text/content-disposition.ts';
import { pathOfMedia, TOKEN } from './addresses.ts';
import { selectServedFile } from './store/queries.ts';
import { hashOfKey } from './store/stored-files.ts';

/** `/media/<token>/<name>`. Requests for other addresses reach neither the database nor the disk. */
const PATH = /^\/media\/([\w-]{22})\/((?:original|small|medium|large)\.([a-z0-9]{1,8}))$/;

/** Longest address that is parsed. Real addresses are much shorter. */
const MAX_ADDRESS_LENGTH = 2000;

/** Pages of any origin may use the files, which need no access token. */
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

/** Headers of every file: its bytes never change, scripts in it must not run, and browsers must not guess its type. */
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
    requireGet({ method });
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
  if (!(file.content instanceof Blob)) return answerFromStore(file.content, file, { range, headers });
  if (range === undefined) return new Response(file.content, { headers });
  const part = new Response(file.content.slice(range.start, range.end), { status: 206, headers });
  part.headers.set('content-range', `bytes ${range.start}-${range.end - 1}/${file.bytes}`);
  return part;
}

/** Redirects are cached for a shorter time than the signatures in their addresses are valid. */
const REDIRECTED = { 'cache-control': 'public, max-age=600', ...CROSS_ORIGIN };

/** Sends the file, or a part of it, from a remote store, or redirects there. */
async function answerFromStore(
  content: RemoteFile,
  { mime, bytes }: ServedFile,
  { range, headers }: { range: ByteRange | undefined; headers: Headers },
): Promise<Response> {
  if (content.redirect !== undefined) {
    const disposition = headers.get('content-disposition') ?? '';
    const location = await content.redirect({ type: mime, disposition });
    return new Response(null, { status: 302, headers: { ...REDIRECTED, location } });
  }
  const { start, end } = range ?? { start: 0, end: bytes };
  const body = await content.slice(start, end).open();
  const answer = new Response(body, { status: range === undefined ? 200 : 206, headers });
  answer.headers.set('content-length', String(end - start));
  if (range !== undefined) answer.headers.set('content-range', `bytes ${start}-${end - 1}/${bytes}`);
  return answer;
}

/** Answers without a body. The file is not opened then, so its existence is checked here. */
async function answerWithoutBytes(file: ServedFile, status: 200 | 304, headers: Headers): Promise<Response> {
  if (!(await file.isThere())) throw notFound('File');
  if (file.content instanceof Blob)
    return new Response(status === 304 ? null : file.content, { status, headers });
  const answer = new Response(null, { status, headers });
  if (status === 200) answer.headers.set('content-length', String(file.bytes));
  return answer;
}

/** `If-Range` names the client's version: a range of another version must not be joined to it. */
function readWantedRange({ headers }: Request, { bytes, etag }: ServedFile) {
  const range = headers.get('range');
  if (range === null) return undefined;
  const ifRange = headers.get('if-range');
  return ifRange === null || ifRange.trim() === etag ? readRange(range, bytes) : undefined;
}

function refuseRange({ bytes }: ServedFile): Response {
  const message = `The requested range is outside of the file, which has ${bytes} bytes.`;
  return Response.json(
    { message, code: 'validation_failed' },
    {
      status: 416,
      headers: { ...CROSS_ORIGIN, 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store' },
    },
  );
}

/** Created once for each cached file. */
function headersOf(file: ServedFile, extension: string): Headers {
  file.headers ??= new Headers({
    ...COMMON,
    'content-type': file.mime,
    'content-disposition': dispositionOf(file.mime, file.filename, extension),
    etag: file.etag,
  });
  return file.headers;
}

/** The path of an address. Faster than `new URL`, which would take most of the request's time. */
function pathOf(url: string): string {
  if (url.length > MAX_ADDRESS_LENGTH) return '';
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const query = url.indexOf('?', start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** A stored file as it is served. */
export interface ServedFile {
  /** Read while the answer is sent. */
  content: Blob | RemoteFile;
  /** Whether the file store still has the file. */
  isThere(): Promise<boolean>;
  bytes: number;
  /** The type of its content. */
  mime: string;
  /** May contain any character except control characters and slashes. */
  filename: string;
  /** A strong entity tag, with its quotes. */
  etag: string;
  /** Headers of every answer, created by the first one. */
  headers?: Headers;
}

/** Most cached files. The readers of a campaign all load the same few. */
export const MAX_SERVED_FILES = 10_000;

/** Events that can make a cached file outdated. */
export const SERVED_FILE_EVENTS = [
  'media.updated',
  'media.replaced',
  'media.deleted',
  'media.purged',
  'tenant.purged',
];

const NAME = /^(original|small|medium|large)\.([a-z0-9]{1,8})$/;

/** The file at `/media/<token>/<name>`, without a promise if it is cached. Undefined if it does not exist. */
function findServedFile(
  deps: Deps,
  token: string,
  name: string,
): ServedFile | undefined | Promise<ServedFile | undefined> {
  const path = `${token}/${name}`;
  const memory = deps.services.media.served;
  const known = memory.get(path);
  if (known !== undefined) return known;
  const parts = TOKEN.test(token) ? NAME.exec(name) : null;
  if (parts === null) return undefined;
  return memory.getOrLoad(path, async () => {
    const address = { token, name: parts[1] as string, extension: parts[2] as string };
    const row = await selectServedFile(deps.db.reader, address);
    if (row === undefined) return undefined;
    const { key, ...facts } = row;
    const content = await deps.files.get(key);
    if (content === undefined) {
      deps.log.error({ key }, 'a file of the media library is missing');
      return undefined;
    }
    // Half of the SHA-256 is enough to tell two files of one address apart.
    const isThere = async () => (await deps.files.stat(key)) !== undefined;
    return { ...facts, content, isThere, etag: `"${hashOfKey(key).slice(0, 32)}"` };
  });
}

/** Whether this server serves files of the library at an address. */
export function isOwnMedia(deps: Deps, url: string): boolean {
  return pathOfMedia(deps, url) !== undefined;
}

/** The file at one of this server's own addresses; undefined if it does not exist or is larger than `maxBytes`. */
export async function readOwnMedia(
  deps: Deps,
  url: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  // Leaves out the query of the address.
  const { origin, pathname } = new URL(url);
  const [token = '', name = '', ...more] = (pathOfMedia(deps, origin + pathname) ?? '').split('/');
  const file = more.length === 0 ? await findServedFile(deps, token, name) : undefined;
  if (file === undefined || file.bytes > maxBytes) return undefined;
  // It may have been deleted meanwhile.
  return file.content.bytes().catch(() => undefined);
}

/** Types that a browser may show inline, because they cannot run scripts. SVG can. */
const SHOWN_TYPES = /^(image\/(jpeg|png|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/;

/** The `Content-Disposition` of a file. The extension is that of the content, not the one of `filename`. */
function dispositionOf(mime: string, filename: string, extension: string): string {
  const kind = SHOWN_TYPES.test(mime) ? 'inline' : 'attachment';
  return describeDisposition(kind, filename.replace(/\.\w{1,5}$/, ''), extension);
}

/** A part of a file, for `Blob.slice`. */
interface ByteRange {
  start: number;
  /** The position after its last byte. */
  end: number;
}

/** A number with more digits than any file size is not a valid range. */
const RANGE = /^bytes=[ \t]*(\d{0,400})-(\d{0,400})$/i;

/**
 * The part of a file of `bytes` that a `Range` header asks for (RFC 9110, 14.2): undefined for the whole file, also when
 * the header asks for several parts or makes no sense; `unsatisfiable` if no byte of it exists. The runtime does the
 * same with a local file that is sent whole, but says nothing in words and knows no other stores.
 */
function readRange(header: string | null, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = RANGE.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: last === '' ? bytes : Math.min(Number(last) + 1, bytes) };
}

/** Whether a list of entity tags, or `*`, matches `etag`. Weak tags count, as in RFC 9110, 13.1.2. */
function namesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
