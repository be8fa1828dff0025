import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from './free-port.ts';
import { type Restartable, startRestartable } from './restartable.ts';

const SCRIPT = resolve(import.meta.dir, '../test/support/s3-process.ts');

/** An S3 service for tests. It keeps its objects over a restart. */
export interface BucketServer extends Restartable {
  /** Address of the service, which has the bucket `galley`. */
  url: string;
  port: number;
}

/** Settings of a server with its files in the bucket of a service. */
export const bucketSettings = (url: string): Record<string, string> => ({
  GALLEY_FILES_URL: 's3://galley/files',
  GALLEY_S3_ENDPOINT: url,
  GALLEY_S3_ACCESS_KEY_ID: 'S3RVER',
  GALLEY_S3_SECRET_ACCESS_KEY: 'S3RVER',
});

/** Starts an S3 service as a process of its own. */
export async function startBucket(): Promise<BucketServer> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-bucket-'));
  const port = findFreePort();
  const start = async () => {
    const started = Bun.spawn(['bun', SCRIPT, folder, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await started.stdout.getReader().read();
    return started;
  };
  return { url: `http://127.0.0.1:${port}`, port, ...(await startRestartable(folder, start)) };
}
