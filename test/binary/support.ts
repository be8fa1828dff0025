import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connectControl } from '../../src/control/client.ts';
import { LATE_COMPILERS } from '../support/late-compilers.ts';
import { type Answer, readAnswer } from '../support/test-app.ts';

/** Longest a single test may take: a guard against hanging on a slow machine, not an expectation. */
export const GUARD_MS = 180_000;

/** Longest to wait for something that normally takes a moment. */
const PATIENCE_MS = 60_000;

export const BINARY =
  process.env.GALLEY_TEST_BINARY ??
  resolve(import.meta.dir, '../../dist', process.platform === 'win32' ? 'galley.exe' : 'galley');

if (!existsSync(BINARY)) throw new Error(`${BINARY} is missing: run "bun run build" first`);

/** A folder outside the repository for one test, with an empty home and the data directory commands use by default. */
export interface TestDirectory {
  dir: string;
  data: string;
  env: Record<string, string>;
  /** Of another build; left out: the one that is tested. */
  binary?: string | undefined;
  /** Servers started here, so that a failed test leaves none behind. */
  servers: Set<Bun.Subprocess>;
  remove(): void;
}

/** `under`: where to make it, instead of the system's folder for temporary files. */
export function createTestDirectory(under = realpathSync(tmpdir())): TestDirectory {
  const dir = mkdtempSync(join(under, 'galley-binary-'));
  const home = join(dir, 'home');
  mkdirSync(home);
  const servers = new Set<Bun.Subprocess>();
  return {
    servers,
    dir,
    data: join(dir, 'galley-data'),
    env: {
      ...{ HOME: home, PATH: process.env.PATH ?? '', TMPDIR: tmpdir() },
      // Containers often have their temporary files on a layer Galley refuses without this.
      GALLEY_ALLOW_EPHEMERAL: 'true',
      ...LATE_COMPILERS,
    },
    remove() {
      for (const server of servers) server.kill('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end in a place. */
export async function runGalley(
  place: TestDirectory,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const child = Bun.spawn([place.binary ?? BINARY, ...args], {
    cwd: place.dir,
    env: { ...place.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  return { status: child.exitCode, stdout, stderr };
}

/** Runs a command with `--json` that must succeed, and returns its answer. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
export async function askGalley(place: TestDirectory, ...args: string[]): Promise<any> {
  const { status, stdout, stderr } = await runGalley(place, [...args, '--json']);
  if (status !== 0) throw new Error(`galley ${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** What `galley init` answers. */
export interface FirstRun extends Credentials {
  base_url: string;
  team_id: string;
  project_id: string;
  tenant: string;
  signing_key: string;
  api_key: string;
  set_up_url: string;
}

/** The data directory after `galley init`, in memory: file contents by path, `undefined` for folders. */
interface InitializedData {
  entries: Map<string, Buffer | undefined>;
  first: FirstRun;
}

let initialized: Promise<InitializedData> | undefined;

/**
 * A place with the data directory that `galley init` makes. The command runs once in a test process, and its directory is
 * copied: all these places have the same ids and secrets.
 */
export async function createInitializedDirectory(): Promise<{ place: TestDirectory; first: FirstRun }> {
  initialized ??= initializeData();
  const { entries, first } = await initialized;
  const place = createTestDirectory();
  mkdirSync(place.data, { mode: 0o700 });
  for (const [path, bytes] of entries) {
    if (bytes === undefined) mkdirSync(join(place.data, path), { mode: 0o700 });
    else writeFileSync(join(place.data, path), bytes, { mode: 0o600 });
  }
  return { place, first: { ...first } };
}

async function initializeData(): Promise<InitializedData> {
  const place = createTestDirectory();
  try {
    const first = await askGalley(place, 'init');
    const paths = readdirSync(place.data, { recursive: true, encoding: 'utf8' }).sort();
    const read = (path: string) => (statSync(path).isDirectory() ? undefined : readFileSync(path));
    return { entries: new Map(paths.map((path) => [path, read(join(place.data, path))])), first };
  } finally {
    place.remove();
  }
}

export interface Server {
  url: string;
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Stops reading the log, as a log collector that has crashed. */
  closeLog(): Promise<void>;
  /** Sends SIGTERM and waits for the end; resolves to the exit status. */
  stop(): Promise<number>;
  /** Sends SIGTERM and waits for nothing. */
  signalStop(): void;
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
  exited: Promise<number>;
}

/** Starts `galley serve` on a free port and waits until it answers and has printed what it prints at a first run. */
export async function startServer(
  place: TestDirectory,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Server> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = Bun.spawn([place.binary ?? BINARY, 'serve', ...port, ...args], {
    cwd: place.dir,
    env: { ...place.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  place.servers.add(child);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  let url: string | undefined;
  await waitFor('the server to listen', () => {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`galley serve ended with ${child.exitCode ?? child.signalCode}: ${stderr.text()}`);
    }
    url = /"address":"([^"]+)"/.exec(stderr.text())?.[1];
    return url !== undefined;
  });
  const server = {
    url: `http://${url}`,
    pid: child.pid,
    stdout: stdout.text,
    stderr: stderr.text,
    closeLog: stderr.close,
    exited: child.exited,
    signalStop: () => child.kill('SIGTERM'),
    async stop() {
      child.kill('SIGTERM');
      await waitFor('the server to stop', () => child.exitCode !== null || child.signalCode !== null);
      return child.exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
  await waitFor('the server to answer', async () => {
    const health = await fetch(`${server.url}/api/v1/health`).catch(() => undefined);
    return health?.status === 200;
  });
  // A command that gets through shows that the first run is over and that signals are heeded.
  const given = args.indexOf('--data');
  const data = given < 0 ? (env.GALLEY_DATA ?? place.env.GALLEY_DATA ?? place.data) : String(args[given + 1]);
  const performCommand = await connectControl(resolve(place.dir, data));
  if (performCommand === undefined) throw new Error(`the server takes no commands: ${stderr.text()}`);
  await performCommand('listTeams', {});
  return server;
}

function collect(stream: ReadableStream<Uint8Array>) {
  let text = '';
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
    }
  };
  void read();
  return { text: () => text, close: () => reader.cancel() };
}

export async function waitFor(what: string, isThere: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isThere())) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await Bun.sleep(10);
  }
}

export interface Credentials {
  client_id: string;
  client_secret: string;
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Objects are sent as JSON, texts as they are. */
  body?: unknown;
}

/** Calls the API and reads the answer. */
export async function call(
  url: string,
  method: string,
  path: string,
  { headers = {}, body }: CallOptions = {},
): Promise<Answer> {
  const init: RequestInit = { method, headers: { 'content-type': 'application/json', ...headers } };
  if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
  return readAnswer(await fetch(url + path, init));
}

/** `more`: further fields of the request. */
export function exchangeToken(
  url: string,
  credentials: Credentials,
  tenant: string,
  more: object = {},
): Promise<Answer> {
  const { client_id, client_secret } = credentials;
  return call(url, 'POST', '/api/v1/auth/token', { body: { client_id, client_secret, tenant, ...more } });
}

export interface Tenant {
  token: string;
  /** Path of everything that is the tenant's. */
  base: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

/** A tenant with a token made through the token exchange. */
export async function openTenant(
  url: string,
  credentials: Credentials,
  tenant = 'default',
  more: object = {},
): Promise<Tenant> {
  const answer = await exchangeToken(url, credentials, tenant, more);
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.text}`);
  const { token, project_id } = answer.body;
  const base = `/api/v1/projects/${project_id}/tenants/${encodeURIComponent(tenant)}`;
  return {
    token,
    base,
    call: (method, path, options = {}) =>
      call(url, method, base + path, {
        ...options,
        headers: { authorization: `Bearer ${token}`, ...options.headers },
      }),
  };
}
