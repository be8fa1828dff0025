import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { type Restartable, startRestartable } from './restartable.ts';
import { findProgram } from './test-tools.ts';

/** A server of Redis for tests. It loses its data with a restart. */
export interface RedisServer extends Restartable {
  url: string;
  port: number;
  /** Stops answering until `resume`, and keeps its connections. */
  pause(): void;
  resume(): void;
  /** Calls `redis-cli`. */
  cli(...args: string[]): string;
}

export const findRedis = (): string | undefined => findProgram('redis-server');

/** Starts a server that stores nothing on the disk, on a free port of 127.0.0.1. */
export async function startRedis(...settings: string[]): Promise<RedisServer> {
  const program = findRedis();
  if (program === undefined) throw new Error('Redis is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'galley-redis-'));
  const port = findFreePort();
  const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const start = async () => {
    const server = Bun.spawn([program, ...fixed, ...settings], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await waitForPort(port);
    return server;
  };
  const server = await startRestartable(folder, start);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    ...server,
    pause: () => server.running().kill('SIGSTOP'),
    resume: () => server.running().kill('SIGCONT'),
    cli: (...args) => Bun.spawnSync(['redis-cli', '-p', String(port), ...args]).stdout.toString(),
  };
}

async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).catch(
      () => undefined,
    );
    if (socket !== undefined) return void socket.end();
    await Bun.sleep(50);
  }
  throw new Error('Redis did not start within 10 seconds');
}
