import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type App, createApp } from '../app.ts';
import {
  chooseLogFormat,
  findBaseUrl,
  findSources,
  findUnknownVariables,
  loadFirstRunCredentials,
  loadSettings,
  processEnvironment,
  type Settings,
} from '../config/index.ts';
import { connectControl } from '../control/client.ts';
import { checkMediaBaseUrl, findSeparateFiles, initializeInstance } from '../features/instance/index.ts';
import { listProjects } from '../features/projects/index.ts';
import { type HeldPorts, type Listeners, listen } from '../http/listen.ts';
import { createLogger } from '../platform/logging/log.ts';
import { perform } from '../platform/operation.ts';
import { createAdminScope } from '../platform/scope.ts';
import { VERSION } from '../platform/version.ts';
import { addCommonFlags, NEW_FLAG, runAction } from './command.ts';
import { describeFirstRun } from './first-run.ts';
import { printResult } from './output.ts';
import { closePorts, listenAddresses, replaceServer } from './replace-server.ts';
import type { Flags } from './session.ts';
import { holdAsStandby, openAsStandby } from './standby.ts';
import { stopOnRequest } from './stop-on-request.ts';
import { openWhenFree, REPLACING_STEPS } from './wait-for-data.ts';

export function addServeCommand(program: Command): void {
  addCommonFlags(program.command('serve'))
    .summary('run the server (the default command)')
    .description(
      'Runs the server until it gets SIGINT or SIGTERM. The first run creates the data directory and prints the first credentials.',
    )
    .option('--host <address>', 'address to listen on (env GALLEY_HOST; default localhost)')
    .option('--port <number>', 'port to listen on (env GALLEY_PORT; default 4100)')
    .option('--tls-cert <file>', 'PEM file with certificate and chain, to serve HTTPS (env GALLEY_TLS_CERT)')
    .option(
      '--tls-key <file>',
      'its private key, PEM; both are read again when they change (env GALLEY_TLS_KEY)',
    )
    .option('--tls-port <number>', 'port for HTTPS (env GALLEY_TLS_PORT; default 4443)')
    .option('--tls-only', 'redirect plain HTTP to HTTPS (env GALLEY_TLS_ONLY)')
    .option(
      '--acme <domains>',
      'host names, separated by commas, for which to get a certificate and renew it (env GALLEY_ACME_DOMAINS)',
    )
    .option(
      '--acme-staging',
      "use the staging directory of Let's Encrypt, to try it (env GALLEY_ACME_STAGING)",
    )
    .option(
      '--acme-challenge <name>',
      'http-01, asked on port 80, or dns-01, by a record that GALLEY_ACME_DNS_HOOK sets (env GALLEY_ACME_CHALLENGE; default http-01)',
    )
    .option(
      '--acme-eab-kid <id>',
      'key ID of the authority for external account binding; the key: GALLEY_ACME_EAB_HMAC_KEY (env GALLEY_ACME_EAB_KID)',
    )
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
    .option(
      '--replace',
      'take the place of the server that runs on this data, without refusing a request (Linux)',
    )
    .option('--log-level <level>', 'debug, info, warn, error or silent (env GALLEY_LOG_LEVEL)')
    .action(runAction(serve));
}

async function serve(flags: Flags): Promise<void> {
  const settings = loadSettings(flags, processEnvironment);
  const log = createLogger({ level: settings.log_level, format: chooseLogFormat(settings) });
  const held =
    flags.replace === true
      ? await replaceServer(settings, log)
      : settings.standby
        ? holdAsStandby(settings, log)
        : undefined;
  let app: App | undefined;
  let listeners: Listeners | undefined;
  try {
    const start = () =>
      createApp(settings, {
        log,
        startNew: flags.new === true,
        settingSources: findSources(flags, processEnvironment),
      });
    app = settings.standby
      ? await openAsStandby(settings, start, log)
      : held
        ? await openWhenFree(start, undefined, REPLACING_STEPS)
        : await openWhenFree(start, () => isHeldByCommand(settings));
    warnOfUnknownVariables(app);
    listeners = openListeners(app, settings, held);
    warnOfSeparateFiles(app);
    await checkMediaBaseUrl(app.deps);
    const { locks } = app.deps;
    const running = app;
    // Several servers may start on a new database at the same time.
    await locks.withLock(['first run'], () => setUpIfNew(running, flags));
    stopOnRequest(app, listeners);
    announce(app, settings, listeners);
  } catch (error) {
    await (listeners ?? app?.http.server)?.stop(true);
    await closePorts(held);
    await app?.close();
    throw error;
  }
}

/** A command releases the data soon. A server keeps it, and answers on the control socket. */
async function isHeldByCommand({ data }: Settings): Promise<boolean> {
  return (await connectControl(resolve(data))) === undefined;
}

/** Without the warning, a mistyped setting would be ignored silently. */
function warnOfUnknownVariables({ deps }: App): void {
  const unknown = findUnknownVariables(processEnvironment);
  if (unknown.length === 0) return;
  const named = unknown.map(({ name, nearest }) => (nearest === undefined ? name : `${name} (${nearest}?)`));
  deps.log.warn(`unknown setting, ignored: ${named.join(', ')}`);
}

function warnOfSeparateFiles({ deps }: App): void {
  const fault = findSeparateFiles(deps);
  if (fault !== undefined) deps.log.warn(fault);
}

function openListeners({ http, deps, realtime }: App, settings: Settings, held?: HeldPorts): Listeners {
  const { tls_port } = settings;
  const { clock, log } = deps;
  const addresses = listenAddresses(settings);
  const { tls } = addresses;
  const listeners = listen(http, { ...addresses, websocket: realtime.websocket, held, clock, log });
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

/** Logs the last step of the start: after this line, everything works. */
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
  if (demo !== 'off')
    deps.log.info(
      { url: `${deps.baseUrl}/demo` },
      'the demo editor is at /demo; "Connect an agent" there shows the key of the demo',
    );
}

async function setUpIfNew({ deps }: App, flags: Flags): Promise<void> {
  const scope = createAdminScope('first run');
  const { items } = await perform(listProjects, deps, scope, {});
  if (items.length > 0) return;
  const credentials = loadFirstRunCredentials(processEnvironment);
  printResult(flags, await perform(initializeInstance, deps, scope, credentials), describeFirstRun);
}
