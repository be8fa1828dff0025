import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from './free-port.ts';

const SCRIPT = resolve(import.meta.dir, '../test/support/s3-process.ts');

export interface BucketServer {
  /** Of the service, which has the bucket `galley`. */
  url: string;
  stop(): void;
}

/** Starts an S3 service as a process of its own. */
export async function startBucket(): Promise<BucketServer> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-bucket-'));
  const port = findFreePort();
  const started = Bun.spawn(['bun', SCRIPT, folder, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await started.stdout.getReader().read();
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      started.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
