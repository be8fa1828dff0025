import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type App, createApp } from '../app.ts';
import {
  findBaseUrl,
  findUnknownVariables,
  loadFirstRunCredentials,
  loadSettings,
  processEnvironment,
  type Settings,
} from '../config/index.ts';
import { connectControl } from '../control/client.ts';
import { type ControlServer, serveControl } from '../control/server.ts';
import { checkMediaBaseUrl, initializeInstance } from '../features/instance/index.ts';
import { listProjects } from '../features/projects/index.ts';
import { type Listeners, listen } from '../http/listen.ts';
import { ADMIN_OPERATIONS } from '../operations.ts';
import { perform } from '../platform/operation.ts';
import { createAdminScope } from '../platform/scope.ts';
import { VERSION } from '../platform/version.ts';
import { addCommonFlags, NEW_FLAG, runAction } from './command.ts';
import { describeFirstRun } from './first-run.ts';
import { printResult } from './output.ts';
import type { Flags } from './session.ts';
import { openWhenFree } from './wait-for-data.ts';

/** How long requests under way may take to finish after a stop was requested. */
const DRAIN_TIMEOUT_MS = 10_000;

export function addServeCommand(program: Command): void {
  addCommonFlags(program.command('serve'))
    .summary('run the server (the default command)')
    .description(
      'Runs the server until it gets SIGINT or SIGTERM. The first run creates the data directory and prints the first credentials.',
    )
    .option('--host <address>', 'address to listen on (env GALLEY_HOST; default 127.0.0.1)')
    .option('--port <number>', 'port to listen on (env GALLEY_PORT; default 4100)')
    .option('--tls-cert <file>', 'PEM file with certificate and chain, to serve HTTPS (env GALLEY_TLS_CERT)')
    .option(
      '--tls-key <file>',
      'its private key, PEM; both are read again when they change (env GALLEY_TLS_KEY)',
    )
    .option('--tls-port <number>', 'port for HTTPS (env GALLEY_TLS_PORT; default 4443)')
    .option('--tls-only', 'redirect plain HTTP to HTTPS (env GALLEY_TLS_ONLY)')
    .option('--base-url <url>', 'address clients use (env GALLEY_BASE_URL; default from host and port)')
    .addOption(
      new Option(
        '--demo [audience]',
        'an editor to try at /demo, "local" for this machine or "public" for everybody (env GALLEY_DEMO)',
      ).preset('local'),
    )
    .option(
      '--demo-editor <folder>',
      'a copy of the published editor, for a demo without internet (env GALLEY_DEMO_EDITOR)',
    )
    .option('--new', NEW_FLAG)
    .option('--log-level <level>', 'debug, info, warn, error or silent (env GALLEY_LOG_LEVEL)')
    .action(runAction(serve));
}

async function serve(flags: Flags): Promise<void> {
  const settings = loadSettings(flags, processEnvironment);
  // A command releases the data soon. A server keeps it, and answers on the control socket.
  const isCommand = async () => (await connectControl(resolve(settings.data))) === undefined;
  const app = await openWhenFree(() => createApp(settings, { startNew: flags.new === true }), isCommand);
  warnOfUnknownVariables(app);
  let listeners: Listeners | undefined;
  try {
    listeners = openListeners(app, settings);
    await checkMediaBaseUrl(app.deps);
    await setUpIfNew(app, flags);
    stopOnSignal(app, listeners, serveControl(app.deps, ADMIN_OPERATIONS));
    announce(app, settings, listeners);
  } catch (error) {
    await (listeners ?? app.http.server)?.stop(true);
    await app.close();
    throw error;
  }
}

/** Without the warning, a mistyped setting would be ignored silently. */
function warnOfUnknownVariables({ deps }: App): void {
  const unknown = findUnknownVariables(processEnvironment);
  if (unknown.length === 0) return;
  const named = unknown.map(({ name, nearest }) => (nearest === undefined ? name : `${name} (${nearest}?)`));
  deps.log.warn(`unknown setting, ignored: ${named.join(', ')}`);
}

function openListeners({ http, deps, realtime }: App, settings: Settings): Listeners {
  const { host, port, tls_cert, tls_key, tls_port, tls_only, base_url } = settings;
  const { clock, log } = deps;
  const only = tls_only && { only: { baseUrl: base_url === '' ? '' : findBaseUrl(settings) } };
  const files = { cert: tls_cert, key: tls_key };
  const tls = tls_cert === '' ? undefined : { files, port: tls_port, ...only };
  const { websocket } = realtime;
  const listeners = listen(http, { host, port, websocket, clock, log, ...(tls && { tls }) });
  // With port 0 the system has chosen the port by now.
  const chosen = { ...settings, port: listeners.port, tls_port: listeners.tlsPort ?? tls_port };
  deps.baseUrl = findBaseUrl(chosen);
  deps.listening = { ...deps.listening, port: listeners.port, tlsPort: listeners.tlsPort };
  const { hostname, protocol } = new URL(deps.baseUrl);
  if (protocol === 'https:' && tls && !listeners.isCertifiedFor(hostname.replace(/^\[|\]$/g, ''))) {
    const message = 'the certificate is not for the host of the base URL: browsers will refuse it there';
    log.warn({ base_url: deps.baseUrl }, `${message}. Name the right one with --base-url`);
  }
  return listeners;
}

/** Logs the last step of the start: once this line is there, everything works. */
function announce({ deps }: App, { host, demo, tls_only }: Settings, { port, tlsPort }: Listeners): void {
  const address = `${host}:${port}`;
  const tlsAddress = tlsPort === undefined ? undefined : `${host}:${tlsPort}`;
  const plain = `http://${address}${tls_only ? ' (redirects only)' : ''}`;
  deps.log.info(
    {
      version: VERSION,
      address,
      ...(tlsAddress && { tls_address: tlsAddress }),
      base_url: deps.baseUrl,
      data: deps.dataDir,
    },
    `Galley is listening on ${plain}${tlsAddress === undefined ? '' : ` and https://${tlsAddress}`}`,
  );
  if (demo !== 'off') deps.log.info({ url: `${deps.baseUrl}/demo` }, 'the demo editor is at /demo');
}

async function setUpIfNew({ deps }: App, flags: Flags): Promise<void> {
  const scope = createAdminScope('first run');
  const { items } = await perform(listProjects, deps, scope, {});
  if (items.length > 0) return;
  const credentials = loadFirstRunCredentials(processEnvironment);
  printResult(flags, await perform(initializeInstance, deps, scope, credentials), describeFirstRun);
}

function stopOnSignal(app: App, listeners: Listeners, control: ControlServer): void {
  const { deps } = app;
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    deps.log.info({ signal }, 'stopping: finishing requests under way');
    // Open websockets would keep the listeners from ending.
    await app.realtime.close();
    const drained = Promise.all([control.stop(), listeners.stop()]);
    await Promise.race([drained, Bun.sleep(DRAIN_TIMEOUT_MS)]);
    await listeners.stop(true);
    await app.close();
    deps.log.info('stopped');
    process.exit(0);
  };
  const fail = (error: unknown) => {
    deps.log.error({ err: error }, 'stopping failed; what was acknowledged is safe');
    process.exit(1);
  };
  process.on('SIGHUP', listeners.reloadCertificate);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal).catch(fail));
}
