import { join, resolve } from 'node:path';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import {
  chooseLogFormat,
  describeSettings,
  findAcmeDirectory,
  findBaseUrl,
  findCertificateFiles,
  findListening,
  findMediaUrl,
  fingerprintSettings,
  readMailServer,
  readOidcProvider,
  readTracing,
  type Settings,
} from './config/index.ts';
import { createDemo } from './demo/demo.ts';
import { docsEndpoints } from './docs/endpoints.ts';
import { type OpeningMode, openDatabase } from './drivers/database.ts';
import { openFiles } from './drivers/files.ts';
import { openScreenshots, openTracing } from './drivers/optional.ts';
import { ServerLease } from './drivers/postgres/lease.ts';
import { openShared } from './drivers/shared.ts';
import { loadPlans, requireKnownPlans } from './features/projects/index.ts';
import { resolveTemplateKey } from './features/templates/index.ts';
import { FEATURES } from './features.ts';
import { createCorsPolicy } from './http/cors.ts';
import { dashboardEndpoints } from './http/dashboard.ts';
import { createClientAddressReader, createProxyTrust, createRequestAddressReader } from './http/proxies.ts';
import { createPublicFiles } from './http/public-files.ts';
import { adminRoutesOf, pageRoutesOf, serverRoutesOf } from './http/route.ts';
import { createHttpServer } from './http/server.ts';
import { metricsEndpoint } from './metrics/endpoint.ts';
import type { Metrics } from './metrics/metrics.ts';
import { serviceMetrics } from './metrics/service-metrics.ts';
import { AGENT_OPERATIONS, CATALOGUE } from './operations.ts';
import { createBridgedEvents } from './platform/bridged-events.ts';
import { CacheBudget } from './platform/caching/cache-budget.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Deps, Services } from './platform/deps.ts';
import { DomainError } from './platform/errors.ts';
import { AnswerBudget } from './platform/fair-use/answer-budget.ts';
import { BodyQueue } from './platform/fair-use/body-queue.ts';
import { FairShare } from './platform/fair-use/fair-share.ts';
import { RunningFeatures } from './platform/feature.ts';
import { createLogger, type Logger } from './platform/logging/log.ts';
import { logTraceIds, tracePublicFetch, traceTransactions } from './platform/logging/tracing.ts';
import type { MailServer } from './platform/network/mail-server.ts';
import { createPublicFetch } from './platform/network/public-fetch/index.ts';
import { toolServers } from './tool-servers.ts';

const DECLARED_ROUTES = FEATURES.flatMap((feature) => feature.routes ?? []);

/** Routes for pages, and for everybody. */
const ROUTES = pageRoutesOf(DECLARED_ROUTES);

/** What people with accounts call. */
const ADMIN_ROUTES = adminRoutesOf(DECLARED_ROUTES);

/** What customers' backends call. */
const SERVER_ROUTES = serverRoutesOf(DECLARED_ROUTES);

/** Where realtime connections go. The path is fixed in the clients of the protocol. */
const SOCKET_PATH = '/app/:key';

/** What tests and commands replace. */
export interface AppOverrides {
  /** `--new`: create a database although the data directory holds files of a former one, whose database is lost. */
  startNew?: boolean;
  clock?: Clock;
  log?: Logger;
  /** Replaces the catalogue of the tool server: the protocol's conformance suite brings its own tools. */
  mcpServerFactory?: McpServerFactory;
  /** Where the settings come from, see `findSources`. */
  settingSources?: Readonly<Record<string, string>>;
}

/** How connections are treated before there is an app: see `holdPorts`. */
export { startingSockets } from './realtime/realtime.ts';

export type App = Awaited<ReturnType<typeof createApp>>;

/**
 * The whole service without the listening socket. Throws `conflict` or `validation_failed` with a message for the operator
 * if it cannot run with these settings or this data.
 */
export async function createApp(settings: Settings, overrides: AppOverrides = {}) {
  const service = await openService(settings, overrides);
  try {
    await service.start();
    const metrics = await openMetrics(service.deps, settings);
    return { ...service, ...createSurfaces(service.deps, settings, overrides, metrics) };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/**
 * Makes the service beside the server that holds the data, and closes it again. Throws what `createApp` would throw for
 * settings or data with which it cannot run.
 */
export async function rehearse(settings: Settings, overrides: AppOverrides): Promise<void> {
  const service = await openService(settings, overrides, 'rehearse');
  try {
    createSurfaces(service.deps, settings, overrides);
    await requireKnownPlans(service.deps).catch((error) => {
      // Other errors may come from a schema that the start migrates first.
      if (error instanceof DomainError) throw error;
    });
  } finally {
    await service.close();
  }
}

/**
 * Opens the database and makes the services of all features. `start` adds their listeners and background
 * work; without it, operations that only read can be performed.
 */
export async function openService(
  settings: Settings,
  overrides: AppOverrides = {},
  mode: OpeningMode = 'hold',
) {
  const mailServer = readMailServer(settings);
  const deps = await createDeps(settings, mailServer, overrides, mode);
  const features = new RunningFeatures(FEATURES, deps, {
    ...settings,
    mailServer,
    oidcProvider: readOidcProvider(settings),
    certificateFiles: findCertificateFiles(settings),
    acmeDirectory: findAcmeDirectory(settings),
    describedSettings: describeSettings(settings, overrides.settingSources),
    agentOperations: AGENT_OPERATIONS,
    agentTools: CATALOGUE.tools.map(({ definition }) => definition.name),
    serverOperations: SERVER_ROUTES.map(({ operation }) => operation),
    adminOperations: ADMIN_ROUTES.map(({ operation }) => operation),
  });
  return {
    deps,
    start: () => features.start(),
    async close() {
      const { leader, rateLimits, locks, roomLogs, bus, db, tracing, screenshots } = deps;
      const parts = [features, leader, rateLimits, locks, roomLogs, bus, db, tracing, screenshots];
      for (const part of parts) await part?.close();
    },
  };
}

async function createDeps(
  settings: Settings,
  mailServer: MailServer | undefined,
  overrides: AppOverrides,
  mode: OpeningMode,
): Promise<Deps> {
  const clock = overrides.clock ?? systemClock;
  const plainLog =
    overrides.log ?? createLogger({ level: settings.log_level, format: chooseLogFormat(settings) });
  const tracing = mode === 'hold' ? await openTracing(readTracing(settings), plainLog) : undefined;
  const log = tracing === undefined ? plainLog : logTraceIds(plainLog, tracing);
  const dataDir = resolve(settings.data);
  const plans = readPlans(settings, dataDir);
  const cacheBudget = new CacheBudget(settings.cache_mb * 1024 * 1024);
  const files = await openFiles(settings, { dataDir, log, mustAnswer: mode !== 'read' });
  const lease =
    mode === 'hold' && settings.database_url !== ''
      ? new ServerLease({ clock, log, isShared: settings.redis_url !== '' })
      : undefined;
  const openedDb = await openDatabase(settings, {
    dataDir,
    mode,
    clock,
    log,
    tracing,
    lease,
    cacheBytes: cacheBudget.databaseBytes,
    startNew: overrides.startNew ?? false,
  });
  const db = tracing === undefined ? openedDb : traceTransactions(openedDb, tracing);
  const publicFetch = createPublicFetch({ allowPrivate: settings.fetch_private });
  const shared = await openShared(settings, {
    ...{ db, clock, log, mode, lease },
    fingerprint: (key) => fingerprintSettings(settings, plans, key),
  }).catch(async (error) => {
    await db.close();
    throw error;
  });
  return {
    clock,
    log,
    db,
    cacheBudget,
    ...shared,
    bodyQueue: new BodyQueue(),
    fairShare: new FairShare({ budgetMs: settings.worker_seconds_per_minute * 1000, tracing }),
    events: createBridgedEvents(log, shared.bus),
    plans,
    unavailable: new Set(mailServer === undefined ? ['test_email'] : []),
    baseUrl: findBaseUrl(settings),
    mediaUrl: findMediaUrl(settings),
    listening: findListening(settings),
    dataDir,
    files,
    incomingDir: join(dataDir, 'media', 'incoming'),
    publicFetch: tracing === undefined ? publicFetch : tracePublicFetch(publicFetch, tracing),
    urlSigningKey: await db.instanceSecret('seal'),
    answers: new AnswerBudget(settings.answers_mb * 1024 * 1024),
    screenshots: await openScreenshots(settings.chromium, log),
    tracing,
    // Filled by `RunningFeatures`.
    services: {} as Services,
  };
}

/** The plans of the file that the settings name, or of the data directory's, which need not exist. */
const readPlans = ({ plans_file }: Settings, dataDir: string) =>
  plans_file === '' ? loadPlans(join(dataDir, 'plans.json')) : loadPlans(plans_file, { mustExist: true });

/** What clients reach: REST routes, endpoints and websockets. */
function createSurfaces(deps: Deps, settings: Settings, overrides: AppOverrides, metrics?: Metrics) {
  const { access, members, projects, realtime } = deps.services;
  const isTrustedProxy = createProxyTrust(settings.trusted_proxies);
  const schemas = Object.assign({}, ...FEATURES.map((feature) => feature.schemas));
  const http = createHttpServer({
    deps,
    routes: [...ROUTES, ...SERVER_ROUTES, ...ADMIN_ROUTES],
    endpoints: [
      ...FEATURES.flatMap((feature) => feature.endpoints?.(deps) ?? []),
      ...toolServers(deps, settings, overrides.mcpServerFactory, metrics),
      ...(metrics ? [metricsEndpoint(metrics, settings.metrics_token)] : []),
      ...dashboardEndpoints(loadDashboard, deps),
      ...docsEndpoints(loadDocs, deps),
      { path: '/sdk/*', isForAnybody: true, handle: createPublicFiles(loadSdk) },
      ...createDemo(deps, settings, (request) => http.handle(request)),
    ],
    sockets: { path: SOCKET_PATH, accept: realtime.accept },
    schemas,
    verifyBearer: access.verifyBearer,
    verifyEvenExpired: access.verifyEvenExpired,
    openBackendScope: access.openBackendScope,
    openPersonScope: members.openScope,
    resolveTemplateKey: (scope, idOrKey) => resolveTemplateKey(scope, deps.db.reader, idOrKey),
    readClientAddress: createClientAddressReader(isTrustedProxy),
    readRequestAddress: createRequestAddressReader(isTrustedProxy),
    cors: createCorsPolicy(settings.cors_origins, projects.origins),
    publicRequestsPerMinute: settings.public_requests_per_minute,
    requestLimits: {
      read: settings.rate_limit_read,
      write: settings.rate_limit_write,
      render: settings.rate_limit_render,
      upload: settings.rate_limit_upload,
    },
    logsRequests: settings.log_requests,
    countRequest: (scope) => projects.dailyUsage.count(scope, 'requests'),
    onAnswered: metrics && ((request) => metrics.countRequest(request)),
  });
  return { http, routes: ROUTES, serverRoutes: SERVER_ROUTES, adminRoutes: ADMIN_ROUTES, schemas, realtime };
}

/** The browser client; without the executable it is built at the first request. */
const loadSdk = async () => (await import('./sdk/bundle.ts')).SDK_FILES;

/** The same for the dashboard. */
const loadDashboard = async () => (await import('./dashboard/bundle.ts')).DASHBOARD_FILES;

/** The documentation, in the look of the dashboard. */
const loadDocs = async () => ({
  files: (await import('./docs/files.ts')).readDocs(),
  look: await loadDashboard(),
});

/** Undefined if no token for metrics is set. The library is loaded only here. */
async function openMetrics(deps: Deps, settings: Settings): Promise<Metrics | undefined> {
  if (settings.metrics_token === '') return undefined;
  const { Metrics } = await import('./metrics/metrics.ts');
  return new Metrics([
    ...serviceMetrics(deps),
    ...FEATURES.flatMap((feature) => feature.metrics?.(deps) ?? []),
  ]);
}
