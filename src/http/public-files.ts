import { notFound } from '../platform/errors.ts';
import { urlOf } from '../platform/network/request-url.ts';
import { sha256Hex } from '../platform/security/crypto.ts';
import { VERSION } from '../platform/version.ts';

/** Texts that every page may load, by file name. */
type Texts = Readonly<Record<string, string>>;

export interface PublicFile {
  type: string;
  etag: string;
  /** Blobs, because otherwise the runtime copies the bytes for each client that reads slowly. */
  plain: Blob;
  gzip: Blob;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  ts: 'text/plain; charset=utf-8',
};

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, no-cache';

/**
 * Serves texts that belong to this version of the service to pages of any origin. With `?v=<version>` they are cached
 * for a year, otherwise revalidated each time, which their ETag makes cheap. `load` is called at the first request.
 */
export function createPublicFiles(load: () => Promise<Texts>) {
  let files: Promise<ReadonlyMap<string, PublicFile>> | undefined;
  return async (request: Request): Promise<Response> => {
    files ??= load().then(prepareFiles);
    const url = urlOf(request);
    const file = (await files).get(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
    if (file === undefined || !['GET', 'HEAD'].includes(request.method)) throw notFound('File');
    return answerPublicFile(request, file, {
      'cache-control': url.searchParams.get('v') === VERSION ? FOREVER : ASK_AGAIN,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  };
}

/** Answers with a file, compressed if the client can read it, or that the client has it already. */
export function answerPublicFile(
  request: Request,
  file: PublicFile,
  more: Readonly<Record<string, string>> = {},
): Response {
  const headers: Record<string, string> = {
    'content-type': file.type,
    etag: file.etag,
    'cache-control': ASK_AGAIN,
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
    ...more,
  };
  const known = request.headers.get('if-none-match') ?? '';
  if (known.includes(file.etag)) return new Response(null, { status: 304, headers });
  const isGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  if (isGzip) headers['content-encoding'] = 'gzip';
  return new Response(isGzip ? file.gzip : file.plain, { headers });
}

export function preparePublicFile(type: string, content: string | Buffer): PublicFile {
  const plain = Buffer.from(content as string);
  // A weak ETag, because the same text is sent compressed and plain.
  const etag = `W/"${sha256Hex(plain).slice(0, 32)}"`;
  return { type, etag, plain: new Blob([plain]), gzip: new Blob([Bun.gzipSync(plain)]) };
}

function prepareFiles(texts: Texts): ReadonlyMap<string, PublicFile> {
  const entries = Object.entries(texts).map(([name, text]): [string, PublicFile] => {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return [name, preparePublicFile(type, text)];
  });
  return new Map(entries);
}
