import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '../..');

/** The built executable. */
export const BINARY = join(root, process.platform === 'win32' ? 'dist/galley.exe' : 'dist/galley');

/** What both servers need for a token. */
export interface Credentials {
  client_id: string;
  client_secret: string;
}

/** A server in a process of its own. */
export interface RunningServer {
  name: 'galley' | 'baseline';
  port: number;
  pid: number;
  projectId: string;
  credentials: Credentials;
  stop(): Promise<void>;
}

/** Builds the executable unless it is there. */
export function requireBinary(): void {
  if (existsSync(BINARY)) return;
  process.stderr.write('building dist/galley\n');
  const { exitCode } = Bun.spawnSync(['bun', 'run', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (exitCode !== 0) throw new Error('the build failed');
}

/** A new empty directory; the caller removes it with `removeDirectory`. */
export function makeDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'galley-bench-'));
}

export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

/** Sets a data directory up with `galley init`; returns its first project. */
export function initialiseData(directory: string): { project_id: string } & Credentials {
  const { exitCode, stdout, stderr } = Bun.spawnSync([BINARY, 'init', '--json', '--data', directory]);
  if (exitCode !== 0) throw new Error(`galley init failed: ${stderr.toString()}`);
  return JSON.parse(stdout.toString());
}

/** The command that serves a data directory. */
export function serveCommand(directory: string, port: number): string[] {
  return [BINARY, 'serve', '--data', directory, '--port', String(port), '--log-level', 'error'];
}

/** Starts the built executable on a data directory that `initialiseData` has set up. */
export async function startGalley(
  directory: string,
  first: { project_id: string } & Credentials,
): Promise<RunningServer> {
  const port = findFreePort();
  const { client_id, client_secret } = first;
  const started = await start(serveCommand(directory, port), port);
  return {
    name: 'galley',
    port,
    projectId: first.project_id,
    credentials: { client_id, client_secret },
    ...started,
  };
}

/** Starts the baseline on an empty directory. */
export async function startBaseline(directory: string): Promise<RunningServer> {
  const port = findFreePort();
  const command = ['bun', join(import.meta.dir, 'baseline.ts'), String(port), join(directory, 'baseline.db')];
  const started = await start(command, port);
  const credentials = { client_id: 'bench-client', client_secret: 'bench-secret' };
  return { name: 'baseline', port, projectId: 'bench', credentials, ...started };
}

/** A port nobody listens on at the moment. */
export function findFreePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Asks until the server on `port` answers its health check with 200. Throws after 20 seconds. */
export async function waitUntilHealthy(port: number): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => undefined);
    if (response?.status === 200) return;
    await Bun.sleep(1);
  }
  throw new Error('the server did not get healthy within 20 seconds');
}

async function start(command: string[], port: number): Promise<{ pid: number; stop(): Promise<void> }> {
  const child = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = async () => {
    child.kill('SIGTERM');
    await child.exited;
  };
  try {
    await waitUntilHealthy(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid, stop };
}
