import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';

const root = resolve(import.meta.dir, '../..');

/** The built executable. */
export const BINARY = join(root, process.platform === 'win32' ? 'dist/galley.exe' : 'dist/galley');

/** Credentials with which both servers issue tokens. */
interface Credentials {
  client_id: string;
  client_secret: string;
}

/** A server in a process of its own. */
export interface RunningScript {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** A server that exchanges credentials for tokens. */
export interface RunningServer extends RunningScript {
  name: 'galley' | 'baseline';
  projectId: string;
  credentials: Credentials;
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

/** What `galley init` made: a project, credentials for its tokens and a key for agents. */
export interface FirstProject extends Credentials {
  project_id: string;
  api_key: string;
}

/** Sets up a data directory with `galley init` and returns its first project. `env`: further settings. */
export function initializeData(directory: string, env: Readonly<Record<string, string>> = {}): FirstProject {
  const command = [BINARY, 'init', '--json', '--data', directory];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { env: { ...process.env, ...env } });
  if (exitCode !== 0) throw new Error(`galley init failed: ${stderr.toString()}`);
  return JSON.parse(stdout.toString());
}

/** The command that serves a data directory. */
export function serveCommand(directory: string, port: number): string[] {
  return [BINARY, 'serve', '--data', directory, '--port', String(port), '--log-level', 'error'];
}

/** Limits that no figure reaches. Requests are counted nevertheless. */
const UNLIMITED_REQUESTS = {
  GALLEY_PUBLIC_REQUESTS_PER_MINUTE: '1000000',
  GALLEY_MCP_REQUESTS_PER_MINUTE: '1000000',
  GALLEY_MCP_REQUESTS_PER_HOUR: '1000000',
  GALLEY_RATE_LIMIT_READ: '10000000',
  GALLEY_RATE_LIMIT_WRITE: '10000000',
  GALLEY_RATE_LIMIT_RENDER: '10000000',
  GALLEY_RATE_LIMIT_UPLOAD: '10000000',
  GALLEY_REALTIME_SOCKETS: '10000',
};

/**
 * Starts the built executable on a data directory that `initializeData` has set up. `env`: further settings. With a
 * `logFile` it logs as an installation does, and otherwise errors only.
 */
export async function startGalley(
  directory: string,
  first: FirstProject,
  env: Readonly<Record<string, string>> = {},
  { logFile }: { logFile?: string } = {},
): Promise<RunningServer> {
  const port = findFreePort();
  const { client_id, client_secret } = first;
  const level = logFile === undefined ? [] : ['--log-level', 'info'];
  const command = [...serveCommand(directory, port), ...level];
  const started = await start(command, port, { ...UNLIMITED_REQUESTS, ...env }, logFile);
  return {
    name: 'galley',
    port,
    projectId: first.project_id,
    credentials: { client_id, client_secret },
    ...started,
  };
}

/** Whether the baseline parses the contents it stores, or stores the text of the body. */
export type BaselineKind = 'parsing' | 'raw';

/** Starts the baseline with a new database in a directory. */
export async function startBaseline(
  directory: string,
  kind: BaselineKind = 'parsing',
): Promise<RunningServer> {
  const started = await startScript('baseline.ts', [join(directory, `${kind}.db`), kind]);
  const credentials = { client_id: 'bench-client', client_secret: 'bench-secret' };
  return { name: 'baseline', projectId: 'bench', credentials, ...started };
}

/** Starts a server that lies beside this file; its arguments are a free port and `args`. */
export async function startScript(file: string, args: readonly string[]): Promise<RunningScript> {
  const port = findFreePort();
  const command = ['bun', join(import.meta.dir, file), String(port), ...args];
  return { port, ...(await start(command, port)) };
}

/** A free port. */
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

async function start(
  command: string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
  logFile?: string,
): Promise<{ pid: number; stop(): Promise<void> }> {
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', logFile === undefined ? 'inherit' : openSync(logFile, 'a')],
  });
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
