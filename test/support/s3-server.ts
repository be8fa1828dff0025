import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createS3Service } from './s3-service.ts';
import { isSigned } from './s3-signature.ts';
import { answerUploads } from './s3-uploads.ts';

/** How the service treats the next requests. */
type Behavior = 'well' | 'stalls' | 'refuses' | 'forgets' | 'omits' | 'breaks off' | Refusal;

/** An error of S3 for the requests with this method, or for all. */
export interface Refusal {
  code: string;
  status: number;
  method?: string;
  headers?: Record<string, string>;
  /** Number of refused requests, after which it works again. */
  times?: number;
}

/** A real S3 service in this process with the bucket `backups`. `behave` makes it fail. */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'galley-s3-'));
  const service = createS3Service({
    directory,
    configureBuckets: [{ name: 'backups', configs: [] }],
  });
  await service.configureBuckets();
  const answer = service.callback();
  let behavior: Behavior = 'well';
  let secret = 'S3RVER';
  const server = createServer((request, response) => {
    const isUpload = request.method === 'PUT' || request.method === 'POST';
    if (behavior === 'stalls' && isUpload) return;
    if (behavior === 'refuses') {
      response.writeHead(403, { 'content-type': 'application/xml' });
      return response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
    }
    if (behavior === 'forgets' && isUpload) {
      request.resume();
      request.on('end', () => response.writeHead(200, { etag: '"x"' }).end());
      return;
    }
    // Lists leave out existing objects.
    if (behavior === 'omits' && request.url?.includes('list-type=')) {
      response.writeHead(200, { 'content-type': 'application/xml' });
      return response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
    }
    if (behavior === 'breaks off' && request.method === 'GET') {
      response.writeHead(206, { 'content-length': '1000', 'content-range': 'bytes 0-999/1000' });
      return response.write('half', () => response.destroy());
    }
    if (typeof behavior === 'object' && (behavior.method ?? request.method) === request.method) {
      const { code, status, headers, times } = behavior;
      if (times !== undefined) behavior = times > 1 ? { ...behavior, times: times - 1 } : 'well';
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml', ...headers });
      return response.end(`<Error><Code>${code}</Code><Message>No</Message></Error>`);
    }
    // Checks signatures, because the service reads version 4 without checking it.
    if (!isSigned(request, secret)) {
      request.resume();
      response.writeHead(403, { 'content-type': 'application/xml' });
      return response.end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    if (answerUploads(request, response, directory)) return;
    // The service decodes only characters in the source of a copy that `encodeURI` encodes.
    const source = request.headers['x-amz-copy-source'];
    if (typeof source === 'string')
      request.headers['x-amz-copy-source'] = encodeURI(decodeURIComponent(source));
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    settings: {
      s3_endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      s3_region: 'us-east-1',
      s3_access_key_id: 'S3RVER',
      s3_secret_access_key: 'S3RVER',
      s3_session_token: '',
      s3_credentials_file: '',
      s3_credentials_url: '',
      s3_credentials_token_file: '',
    },
    /** Requires signatures with this secret from now on. */
    changeSecret: (to: string) => {
      secret = to;
    },
    behave: (how: Behavior) => {
      behavior = how;
    },
    stop() {
      server.closeAllConnections();
      server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
