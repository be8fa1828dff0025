import { join, resolve } from 'node:path';
import type { Settings } from './config/index.ts';
import {
  accessRoutes,
  createApiKey,
  createBearerVerifier,
  createCustomerDirectory,
  createTokenAuthority,
  defineExchangeToken,
  FAILED_EXCHANGES,
  listApiKeys,
  listTokenKeys,
  regenerateApiKey,
  revokeApiKey,
  rotateTokenKey,
} from './features/access/index.ts';
import { checkIntegrity, initialiseInstance, instanceRoutes } from './features/instance/index.ts';
import {
  createProject,
  createTeam,
  deleteTenant,
  listProjects,
  listTeams,
  listTenants,
  loadPlans,
  projectRoutes,
  requireKnownPlans,
  rotateClientSecret,
  setProjectPlan,
} from './features/projects/index.ts';
import { snapshotRoutes } from './features/snapshots/index.ts';
import { contentSchemas, templateRoutes } from './features/templates/index.ts';
import { createClientAddressReader } from './http/client-address.ts';
import { createCorsPolicy } from './http/cors.ts';
import { createHttpServer } from './http/server.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openDb } from './platform/db/index.ts';
import type { Deps } from './platform/deps.ts';
import { createEventBus } from './platform/events.ts';
import { createLogger, type Logger } from './platform/log.ts';
import type { AnyOperation } from './platform/operation.ts';
import { createRateLimiter } from './platform/rate-limit.ts';

/** What tests replace. */
export interface AppOverrides {
  clock?: Clock;
  log?: Logger;
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** Operations of the operator: what the command line, and later the dashboard, can call. */
export const ADMIN_OPERATIONS: readonly AnyOperation[] = [
  initialiseInstance,
  checkIntegrity,
  createTeam,
  listTeams,
  createProject,
  listProjects,
  rotateClientSecret,
  setProjectPlan,
  listTenants,
  deleteTenant,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  regenerateApiKey,
  listTokenKeys,
  rotateTokenKey,
];

/**
 * Opens the data directory and puts the service together: everything but the listening socket.
 * Throws `conflict` or `validation_failed` with a sentence for the operator when it cannot run like this.
 */
export async function createApp(settings: Settings, overrides: AppOverrides = {}) {
  const deps = createDeps(settings, overrides);
  try {
    await requireKnownPlans(deps);
    const authority = createTokenAuthority(deps);
    const failures = createRateLimiter(deps.clock, FAILED_EXCHANGES);
    const routes = [
      ...instanceRoutes,
      ...accessRoutes(defineExchangeToken(authority, createCustomerDirectory(deps), failures)),
      ...projectRoutes,
      ...templateRoutes,
      ...snapshotRoutes,
    ];
    const http = createHttpServer({
      deps,
      routes,
      schemas: contentSchemas,
      verifyBearer: createBearerVerifier(deps, authority),
      readClientAddress: createClientAddressReader(settings.trusted_proxies),
      cors: createCorsPolicy(settings.cors_origins),
    });
    return { deps, http, routes, close: () => deps.db.close() };
  } catch (error) {
    await deps.db.close();
    throw error;
  }
}

/** What operations work with, on a database that `open` opens once the directory is known. */
export function createDeps(settings: Settings, overrides: AppOverrides, open = openDb): Deps {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLogger({ level: settings.log_level, format: chooseLogFormat(settings) });
  const dataDir = resolve(settings.data);
  const plans =
    settings.plans_file === ''
      ? loadPlans(join(dataDir, 'plans.json'))
      : loadPlans(settings.plans_file, { mustExist: true });
  const db = open(dataDir, { clock, log, allowEphemeral: settings.allow_ephemeral });
  return {
    clock,
    log,
    db,
    events: createEventBus(log),
    plans,
    baseUrl: findBaseUrl(settings),
    dataDir,
    cursorKey: db.instanceSecret('cursor'),
  };
}

function chooseLogFormat({ log_format }: Settings): 'json' | 'pretty' {
  if (log_format !== 'auto') return log_format;
  return process.stderr.isTTY === true ? 'pretty' : 'json';
}

/** The address clients use: as set, or that of the listening socket. */
export function findBaseUrl({ base_url, host, port }: Settings): string {
  if (base_url !== '') return base_url.replace(/\/+$/, '');
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name === '0.0.0.0' || name === '[::]' ? 'localhost' : name}:${port}`;
}
