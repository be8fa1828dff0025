import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from './free-port.ts';

const SCRIPT = resolve(import.meta.dir, '../test/support/s3-process.ts');

export interface BucketServer {
  /** Of the service, which has the bucket `galley`. */
  url: string;
  port: number;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with the objects it had. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

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
  let server = await start();
  const kill = async () => {
    server.kill('SIGKILL');
    await server.exited;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    kill,
    async restart() {
      await kill();
      server = await start();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
