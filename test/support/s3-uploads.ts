import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

/**
 * Answers requests that s3rver does not support: lists of unfinished uploads in parts, and their removal. Works on the
 * folders of s3rver. Returns whether the request was one of these.
 */
export function answerUploads(
  request: IncomingMessage,
  response: ServerResponse,
  directory: string,
): boolean {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://unused');
  const [bucket = '', ...key] = pathname.slice(1).split('/');
  const uploads = join(directory, bucket, '._S3rver_uploads');
  const id = searchParams.get('uploadId');
  if (request.method === 'DELETE' && id !== null) {
    rmSync(join(uploads, id), { recursive: true, force: true });
    response.writeHead(204).end();
    return true;
  }
  if (request.method !== 'GET' || key.join('') !== '' || !searchParams.has('uploads')) return false;
  const found = existsSync(uploads) ? readdirSync(uploads) : [];
  const entries = found.map((name) => {
    const key = readFileSync(join(uploads, name, 'key'), 'utf8');
    const initiated = statSync(join(uploads, name, 'key')).mtime.toISOString();
    return `<Upload><Key>${key}</Key><UploadId>${name}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
  });
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`);
  return true;
}
