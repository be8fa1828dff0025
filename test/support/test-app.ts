import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static } from '@sinclair/typebox';
import { type App, type AppOverrides, createApp } from '../../src/app.ts';
import { loadSettings, type Settings } from '../../src/config/index.ts';
import { initializeInstance } from '../../src/features/instance/index.ts';
import { listen } from '../../src/http/listen.ts';
import type { DomainEvent } from '../../src/platform/events.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { perform } from '../../src/platform/operation.ts';
import { createAdminScope } from '../../src/platform/scope.ts';
import { processCount } from './engine.ts';
import { readOlderNames } from './older-names.ts';
import { openTestDatabase, writeMigratedDatabase } from './test-database.ts';

/** A clock that stands still until a test sets it. */
export function createFakeClock(start = Date.parse('2026-11-21T12:00:00Z')) {
  let now = start;
  return {
    now: () => now,
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
}

/** Data directories are made in memory where there is room: a test makes hundreds of commits, each of which waits for the disk. */

const TEMPORARY_FOLDER = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 1024 ** 3;
  } catch {
    return false;
  }
}

/** A JSON answer with its parsed body. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** See `readOlderNames`. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
  body: any;
}

export type FirstRun = Static<(typeof initializeInstance)['output']>;

export interface TestApp extends Awaited<ReturnType<typeof openTestApp>> {}

export const adminScope = createAdminScope('test');

interface TestOverrides extends AppOverrides {
  /** Of several servers. */
  fakeClock?: ReturnType<typeof createFakeClock>;
  /** Answers the requests of the test instead of the application itself. */
  handle?: (request: Request) => Promise<Response>;
}

/**
 * The real application with a first project. With `GALLEY_TEST_PROCESSES`, so many servers behind a balancer, unless the test replaces parts of
 * the application or brings its own data.
 */
export async function createTestApp(
  settings: Partial<Settings> = {},
  overrides: TestOverrides = {},
  initialized?: FirstRun,
): Promise<TestApp> {
  const isPlain = Object.keys(overrides).length === 0 && initialized === undefined;
  const hasOwnData = settings.data !== undefined || settings.database_url !== undefined;
  if (processCount === 0 || !isPlain || hasOwnData) return openTestApp(settings, overrides, initialized);
  return (await import('./server-processes.ts')).openOnProcesses(processCount, settings);
}

/**
 * The real application on a fresh data directory with real SQLite; only clock and log are the test's. It is set up as
 * by a first run, unless `initialized` has the outcome of that. `await app.stop()` removes everything.
 */
export async function openTestApp(
  settings: Partial<Settings> = {},
  { handle, fakeClock, ...overrides }: TestOverrides = {},
  initialized?: FirstRun,
) {
  const data = settings.data ?? mkdtempSync(join(TEMPORARY_FOLDER, 'galley-test-'));
  const clock = fakeClock ?? createFakeClock();
  const logLines: string[] = [];
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => logLines.push(line) });
  const database = await openTestDatabase(data, settings.database_url);
  const all = {
    ...loadSettings({}, {}),
    allow_ephemeral: true,
    database_url: database.url,
    database_pool: 3,
    ...settings,
    data,
  };
  if (settings.data === undefined && all.database_url === '') await writeMigratedDatabase(data);
  const app: App = await createApp(all, { clock, log, ...overrides }).catch((error) => {
    if (settings.data === undefined) rmSync(data, { recursive: true, force: true });
    throw error;
  });
  const events: DomainEvent[] = [];
  // Reports calls of agents, which may only read.
  app.deps.events.subscribe((event) => void (event.type === 'tool.called' || events.push(event)));
  const first = initialized ?? (await perform(initializeInstance, app.deps, adminScope, {}));

  const answer = handle ?? ((one: Request) => app.http.handle(one));
  return {
    ...app,
    clock,
    data,
    events,
    first,
    logLines,
    ...createCallers(answer, first),
    /** Listens as `galley serve` does, on a free port of 127.0.0.1; returns the port. */
    listen(): number {
      const { clock, log } = app.deps;
      const { websocket } = app.realtime;
      return listen(app.http, { host: '127.0.0.1', port: 0, websocket, clock, log }).port;
    },
    async stop() {
      await app.http.server?.stop(true);
      await app.close();
      await database.drop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** How tests call an application; `handle` takes a request as it is. */
export function createCallers(answer: (request: Request) => Promise<Response>, first: FirstRun) {
  const request = async (method: string, path: string, options: RequestOptions = {}): Promise<Answer> => {
    const headers = new Headers(options.headers);
    if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
    const init: RequestInit = { method, headers };
    if (options.body instanceof FormData) init.body = options.body;
    else if (options.body !== undefined) {
      if (!headers.has('content-type')) headers.set('content-type', 'application/json');
      init.body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
    }
    return readAnswer(await answer(new Request(`http://localhost${path}`, init)));
  };

  /** A token of `tenant`, made through the token exchange; `more`: further fields of the request. */
  const exchangeToken = async (tenant = 'default', more: Record<string, unknown> = {}) => {
    const { client_id, client_secret } = first;
    const answer = await request('POST', '/api/v1/auth/token', {
      body: { client_id, client_secret, tenant, ...more },
    });
    if (answer.status !== 200) throw new Error(`no token: ${answer.text}`);
    return answer.body as { token: string; expires_at: number; project_id: string; tenant: string };
  };

  /** Calls below one tenant's path with that tenant's token. */
  const openTenant = async (tenant = 'default', more: Record<string, unknown> = {}) => {
    const { token, project_id } = await exchangeToken(tenant, more);
    const base = `/api/v1/projects/${project_id}/tenants/${encodeURIComponent(tenant)}`;
    return {
      token,
      base,
      request: (method: string, path: string, options: RequestOptions = {}) =>
        request(method, base + path, { token, ...options }),
    };
  };

  return { handle: answer, request, exchangeToken, openTenant };
}

export interface RequestOptions {
  token?: string;
  headers?: Record<string, string>;
  /** Objects are sent as JSON, texts and forms as they are. */
  body?: unknown;
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  let body: unknown;
  try {
    const parsed = text === '' ? undefined : JSON.parse(text);
    body = response.ok ? readOlderNames(parsed) : parsed;
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, text, body };
}

/** A small complete content. */
export const smallContent = (text = 'Hello') => ({
  blocks: [{ id: 'b1', type: 'paragraph', content: `<p>${text}</p>` }],
  settings: {},
});
