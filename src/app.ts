import { join, resolve } from 'node:path';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { readMailServer, type Settings } from './config/index.ts';
import { createDemo } from './demo/demo.ts';
import { createLocalFileStore } from './drivers/local-files.ts';
import {
  accessRoutes,
  createBearerVerifier,
  createCustomerDirectory,
  createDurableRateLimiter,
  createTokenAuthority,
  createToolAccess,
  defineExchangeToken,
  FAILED_EXCHANGES,
} from './features/access/index.ts';
import { activityRoutes, recordActivity } from './features/activity/index.ts';
import { aiRoutes, type ModelSettings, setUpModel } from './features/ai/index.ts';
import { createToolCallRecorder, toolCallEvents } from './features/audit/index.ts';
import { commentRoutes, declareCommentUses } from './features/comments/index.ts';
import { importingRoutes } from './features/importing/index.ts';
import { instanceRoutes } from './features/instance/index.ts';
import {
  createMediaEndpoint,
  keepLibrary,
  MEDIA_PATH,
  mediaRoutes,
  mediaSchemas,
} from './features/media/index.ts';
import {
  createOriginDirectory,
  loadPlans,
  projectRoutes,
  requireKnownPlans,
} from './features/projects/index.ts';
import { createImageEndpoint, IMAGE_PATH, renderingRoutes } from './features/rendering/index.ts';
import { declareModuleUses, savedModuleRoutes } from './features/saved-modules/index.ts';
import { scoringRoutes } from './features/scoring/index.ts';
import { declareSnapshotUses, keepStateBeforeAgents, snapshotRoutes } from './features/snapshots/index.ts';
import { contentSchemas, templateRoutes } from './features/templates/index.ts';
import { createMailer, defineSendTestEmail, testEmailRoutes } from './features/test-email/index.ts';
import { createCorsPolicy } from './http/cors.ts';
import { findTlsServer } from './http/listen.ts';
import { createClientAddressReader, createProxyTrust, createReachReader } from './http/proxies.ts';
import { createPublicFiles } from './http/public-files.ts';
import { createHttpServer } from './http/server.ts';
import { createMcpEndpoint } from './mcp/endpoint.ts';
import { createHostCheck } from './mcp/host-check.ts';
import { CATALOGUE } from './operations.ts';
import { openDatabase } from './platform/../drivers/sqlite/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Deps } from './platform/deps.ts';
import { createEventBus } from './platform/events.ts';
import { createLifetime } from './platform/lifetime.ts';
import { createLogger, type Logger } from './platform/log.ts';
import type { MailServer } from './platform/mail-server.ts';
import { createPublicFetch } from './platform/public-fetch/index.ts';
import { createRateLimiter } from './platform/rate-limit.ts';
import { clearIncoming } from './platform/upload.ts';
import { VERSION } from './platform/version.ts';
import { createRealtime } from './realtime/realtime.ts';
import { realtimeRoutes } from './realtime/routes.ts';

/** Where realtime connections go. The path is fixed in the clients of the protocol. */
const SOCKET_PATH = '/app/:key';

/** What tests replace. */
export interface AppOverrides {
  clock?: Clock;
  log?: Logger;
  /** What the tool server offers instead of the catalogue; the protocol's conformance suite brings its own tools. */
  mcpServerFactory?: McpServerFactory;
}

export type App = Awaited<ReturnType<typeof createApp>>;

/**
 * Opens the data directory and puts the service together: everything but the listening socket.
 * Throws `conflict` or `validation_failed` with a sentence for the operator when it cannot run like this.
 */
export async function createApp(settings: Settings, overrides: AppOverrides = {}) {
  const mailServer = readMailServer(settings);
  const deps = await createDeps(settings, overrides);
  try {
    await requireKnownPlans(deps);
    await forgetUnfinishedFiles(deps);
    keepStateBeforeAgents(deps);
    recordActivity(deps, { retentionDays: settings.audit_days });
    keepLibrary(deps);
    declareSnapshotUses(deps);
    declareCommentUses(deps);
    declareModuleUses(deps);
    setUpModel(deps, toModelSettings(settings));
    const authority = createTokenAuthority(deps);
    const failures = createRateLimiter(deps.clock, FAILED_EXCHANGES);
    const routes = [
      ...instanceRoutes,
      ...accessRoutes(defineExchangeToken(authority, createCustomerDirectory(deps), failures)),
      ...projectRoutes,
      ...templateRoutes,
      ...mediaRoutes,
      ...renderingRoutes,
      ...testEmailRoutes(defineSendTestEmail(mailServer && createMailer(mailServer, deps.log), deps.clock)),
      ...importingRoutes,
      ...snapshotRoutes,
      ...commentRoutes,
      ...savedModuleRoutes,
      ...activityRoutes,
      ...scoringRoutes,
      ...aiRoutes,
      ...realtimeRoutes,
    ];
    const realtime = createRealtime(deps, { maxSocketsPerProject: settings.realtime_sockets });
    const isTrustedProxy = createProxyTrust(settings.trusted_proxies);
    const handleTools = createToolServer(deps, settings, overrides);
    const demo = createDemoEndpoints(deps, settings, mailServer, (request) => http.handle(request));
    const schemas = { ...contentSchemas, ...mediaSchemas };
    const http = createHttpServer({
      deps,
      routes,
      endpoints: [
        { path: '/api/v1/mcp', handle: handleTools },
        { path: `${MEDIA_PATH}/*`, handle: createMediaEndpoint(deps), isForAnybody: true, isNative: true },
        { path: `${IMAGE_PATH}/*`, isForAnybody: true, handle: createImageEndpoint(deps) },
        { path: '/sdk/*', isForAnybody: true, handle: createPublicFiles(VERSION, loadSdk) },
        ...demo,
      ],
      sockets: {
        path: SOCKET_PATH,
        accept: (request, server) => realtime.accept(request, findTlsServer(request) ?? server),
      },
      schemas,
      verifyBearer: createBearerVerifier(deps, authority),
      readClientAddress: createClientAddressReader(isTrustedProxy),
      readReach: createReachReader(isTrustedProxy),
      cors: createCorsPolicy(settings.cors_origins, await createOriginDirectory(deps)),
    });
    const close = async () => {
      await deps.lifetime.close();
      await deps.db.close();
    };
    return { deps, http, routes, schemas, realtime, close };
  } catch (error) {
    await deps.db.close();
    throw error;
  }
}

/** A full or read-only disk must not keep the service from what it can still do. */
async function forgetUnfinishedFiles({ incomingDir, log }: Deps): Promise<void> {
  await clearIncoming(incomingDir).catch((error) => {
    log.warn({ err: error, folder: incomingDir }, 'unfinished files could not be removed');
  });
}

function toModelSettings(settings: Settings): ModelSettings {
  return {
    provider: settings.ai_provider,
    baseUrl: settings.ai_base_url,
    model: settings.ai_model,
    visionModel: settings.ai_vision_model,
    apiKey: settings.ai_api_key,
    timeoutSeconds: settings.ai_timeout_seconds,
    concurrency: settings.ai_concurrency,
    tokensPerDay: settings.ai_tokens_per_day,
    tokensPerDayPerKey: settings.ai_tokens_per_day_per_key,
    retentionDays: settings.audit_days,
  };
}
/** The demo, if it is wanted. Its test mails go to the sender: nobody else has agreed to any. */
function createDemoEndpoints(
  deps: Deps,
  { demo, host }: Settings,
  mailServer: MailServer | undefined,
  handle: (request: Request) => Promise<Response>,
) {
  if (demo === 'off') return [];
  const recipients = mailServer === undefined ? [] : [mailServer.from.address];
  return createDemo(deps, { audience: demo, host, handle, recipients });
}

/** The browser client: only who asks for it has it built, where it is not part of the executable. */
const loadSdk = async () => (await import('./sdk/bundle.ts')).SDK_FILES;

/** The tool server with its gate, its limits and its record of calls. */
function createToolServer(deps: Deps, settings: Settings, { mcpServerFactory }: AppOverrides) {
  const access = createToolAccess(deps);
  const limiter = createDurableRateLimiter(deps, [
    { limit: settings.mcp_requests_per_minute, windowMs: 60_000 },
    { limit: settings.mcp_requests_per_hour, windowMs: 3_600_000 },
  ]);
  const recorder = createToolCallRecorder(deps, { retentionDays: settings.audit_days });
  deps.lifetime.onClose(limiter.close);
  deps.lifetime.onClose(recorder.close);
  return createMcpEndpoint({
    deps,
    catalogue: CATALOGUE,
    gatekeeper: { ...access, takeRate: limiter.take },
    checkHost: createHostCheck(() => deps.baseUrl, settings.mcp_hosts),
    async recordCall(scope, { isWrite, ...call }) {
      const kept = recorder.record({ at: deps.clock.now(), scope, ...call }, { durable: isWrite });
      // The call itself is done. What could not be recorded has been logged, and is tried again.
      await kept.catch(() => {});
      deps.events.publish(toolCallEvents(call), scope);
    },
    ...(mcpServerFactory && { serverFactory: mcpServerFactory }),
  });
}

/** What operations work with, on a database that `open` opens once the directory is known. */
export async function createDeps(
  settings: Settings,
  overrides: AppOverrides,
  open = openDatabase,
): Promise<Deps> {
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
    lifetime: createLifetime(),
    plans,
    baseUrl: findBaseUrl(settings),
    listening: {
      port: settings.port,
      tlsPort: settings.tls_cert === '' ? undefined : settings.tls_port,
      isBaseUrlSet: settings.base_url !== '',
    },
    dataDir,
    files: createLocalFileStore(join(dataDir, 'media', 'files')),
    incomingDir: join(dataDir, 'media', 'incoming'),
    publicFetch: createPublicFetch({ allowPrivate: settings.fetch_private }),
    sealKey: await db.instanceSecret('seal'),
  };
}

function chooseLogFormat({ log_format }: Settings): 'json' | 'pretty' {
  if (log_format !== 'auto') return log_format;
  return process.stderr.isTTY === true ? 'pretty' : 'json';
}

/** The address clients use: as set, or that of the listening socket, the one for TLS if there is one. */
export function findBaseUrl({ base_url, host, port, tls_cert, tls_port }: Settings): string {
  if (base_url !== '') return base_url.replace(/\/+$/, '');
  const name = host.includes(':') ? `[${host}]` : host;
  const shown = name === '0.0.0.0' || name === '[::]' ? 'localhost' : name;
  return tls_cert === '' ? `http://${shown}:${port}` : `https://${shown}:${tls_port}`;
}
