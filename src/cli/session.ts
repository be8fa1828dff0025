import { resolve } from 'node:path';
import type { Static, TSchema } from '@sinclair/typebox';
import { openService } from '../app.ts';
import { loadSettings, processEnvironment, type Settings } from '../config/index.ts';
import { connectControl } from '../control/client.ts';
import { databaseFile, findLostDatabase, hasDatabase } from '../drivers/sqlite/index.ts';
import { DomainError } from '../platform/errors.ts';
import { createLogger, type Logger } from '../platform/logging/log.ts';
import { type Operation, perform } from '../platform/operation.ts';
import { createAdminScope } from '../platform/scope.ts';
import { requirePermission } from './data-permission.ts';
import { openWhenFree } from './wait-for-data.ts';

/** Flags as the settings name them: `base-url` → `base_url`. */
export type Flags = Readonly<Record<string, unknown>>;

/** Performs admin operations: in the server if one holds the data, otherwise in this process. */
export interface Session {
  call<Kind extends 'admin' | 'project', Input extends TSchema, Output extends TSchema>(
    operation: Operation<Kind, Input, Output>,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<Static<Output>>;
  close(): Promise<void>;
  /** Whether other processes cannot open the data until the session is closed. */
  holdsData: boolean;
}

/**
 * Opens the data directory of the settings. Throws `not_found` if it has no Galley data, unless `mayCreate`: a mistyped
 * path must not create a new installation.
 */
export async function openSession(flags: Flags, { mayCreate = false } = {}): Promise<Session> {
  const settings = loadSettings(flags, processEnvironment);
  const dataDir = resolve(settings.data);
  if (!mayCreate) requireDatabase(settings);
  const startNew = flags.new === true;
  return openWhenFree(async () => (await openRemoteSession(dataDir)) ?? openLocalSession(settings, startNew));
}

/** A session in the server that holds the data; undefined if no server does. */
async function openRemoteSession(dataDir: string): Promise<Session | undefined> {
  const remote = await connectControl(dataDir);
  if (remote === undefined) return undefined;
  return {
    call: async (operation, input, signal) => (await remote(operation.name, input, signal)) as never,
    close: async () => {},
    holdsData: false,
  };
}

/** Opens the data for reading beside a running server, for long operations that must not block it. */
export async function openReadingSession(flags: Flags): Promise<Session> {
  const settings = loadSettings(flags, processEnvironment);
  requireDatabase(settings);
  return toSession(await openService(settings, { log: createCommandLog() }, 'read'));
}

/** For PostgreSQL, missing data is noticed when the database is opened. */
export function requireDatabase(settings: Settings): void {
  if (settings.database_url !== '') return;
  const dataDir = resolve(settings.data);
  requirePermission(databaseFile(dataDir));
  if (hasDatabase(dataDir)) return;
  const lost = findLostDatabase(dataDir);
  if (lost !== undefined) throw lost;
  throw new DomainError(
    'not_found',
    `There is no Galley data in ${dataDir}. Pass the right directory with --data, or create one with "galley init".`,
  );
}

async function openLocalSession(settings: Settings, startNew: boolean): Promise<Session> {
  const service = await openService(settings, { log: createCommandLog(), startNew });
  try {
    await service.start();
  } catch (error) {
    await service.close();
    throw error;
  }
  return toSession(service);
}

function toSession({ deps, close }: Awaited<ReturnType<typeof openService>>): Session {
  return {
    call: (operation, input, signal) =>
      perform(operation, deps, createAdminScope('command line') as never, input, { signal }),
    close,
    holdsData: true,
  };
}

/** Commands log only warnings and errors, because their output is the result. */
export function createCommandLog(): Logger {
  return createLogger({ level: 'warn', format: 'pretty' });
}
