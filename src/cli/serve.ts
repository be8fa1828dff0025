import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ADMIN_OPERATIONS, type App, createApp, findBaseUrl } from '../app.ts';
import { loadFirstRunCredentials, loadSettings, processEnvironment, type Settings } from '../config/index.ts';
import { connectControl } from '../control/client.ts';
import { type ControlServer, serveControl } from '../control/server.ts';
import { initialiseInstance } from '../features/instance/index.ts';
import { listProjects } from '../features/projects/index.ts';
import { DomainError } from '../platform/errors.ts';
import { perform } from '../platform/operation.ts';
import { IDLE_TIMEOUT_SECONDS } from '../platform/request-body.ts';
import { createAdminScope } from '../platform/scope.ts';
import { VERSION } from '../platform/version.ts';
import { addCommonFlags, runAction } from './command.ts';
import { describeFirstRun } from './first-run.ts';
import { printResult } from './output.ts';
import type { Flags } from './session.ts';
import { openWhenFree } from './wait-for-data.ts';

/** How long requests under way may take to finish once a stop has been asked for. */
const DRAIN_TIMEOUT_MS = 10_000;

/** A terabyte, above every limit of our own: those answer in JSON, where the server would only cut the connection. */
const MAX_BODY_BYTES = 1024 ** 4;

export function addServeCommand(program: Command): void {
  addCommonFlags(program.command('serve'))
    .summary('run the server; what `galley` alone does')
    .description('Runs the server until it gets SIGINT or SIGTERM. The first run sets the data directory up.')
    .option('--host <address>', 'address to listen on (env GALLEY_HOST; default 127.0.0.1)')
    .option('--port <number>', 'port to listen on (env GALLEY_PORT; default 4100)')
    .option('--base-url <url>', 'address clients use (env GALLEY_BASE_URL; default from host and port)')
    .option('--log-level <level>', 'debug, info, warn, error or silent (env GALLEY_LOG_LEVEL)')
    .action(runAction(serve));
}

async function serve(flags: Flags): Promise<void> {
  const settings = loadSettings(flags, processEnvironment);
  // A command lets go of the data soon; a server, which answers, does not.
  const isCommand = async () => (await connectControl(resolve(settings.data))) === undefined;
  const app = await openWhenFree(() => createApp(settings), isCommand);
  try {
    listen(app, settings);
    await setUpIfNew(app, flags);
    stopOnSignal(app, serveControl(app.deps, ADMIN_OPERATIONS));
    announce(app, settings);
  } catch (error) {
    await app.http.server?.stop(true);
    await app.close();
    throw error;
  }
}

function listen({ http, deps }: App, settings: Settings): void {
  const { host, port } = settings;
  try {
    http.listen({
      hostname: host,
      port,
      // Elysia's default lets a second server share the port, and half of the requests reach the wrong data.
      reusePort: false,
      development: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
    });
  } catch (error) {
    throw new DomainError('conflict', `Cannot listen on ${host}:${port}: ${describeListenError(error)}`);
  }
  // With port 0 the system chose one only now.
  deps.baseUrl = findBaseUrl({ ...settings, port: http.server?.port ?? port });
}

function describeListenError(error: unknown): string {
  const { code, message } = error as Error & { code?: string };
  if (code === 'EADDRINUSE') return 'something else is listening there. Choose another port with --port.';
  if (code === 'EACCES') return 'this user may not. Choose a port above 1023 with --port.';
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address. Choose another with --host.';
  return message;
}

/** The last step of starting: whoever waits for this line can rely on everything. */
function announce({ http, deps }: App, { host }: Settings): void {
  const address = `${host}:${http.server?.port}`;
  deps.log.info(
    { version: VERSION, address, base_url: deps.baseUrl, data: deps.dataDir },
    `Galley is listening on http://${address}`,
  );
}

async function setUpIfNew({ deps }: App, flags: Flags): Promise<void> {
  const scope = createAdminScope('first run');
  const { items } = await perform(listProjects, deps, scope, {});
  if (items.length > 0) return;
  const credentials = loadFirstRunCredentials(processEnvironment);
  printResult(flags, await perform(initialiseInstance, deps, scope, credentials), describeFirstRun);
}

function stopOnSignal(app: App, control: ControlServer): void {
  const { deps, http } = app;
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    deps.log.info({ signal }, 'stopping: finishing requests under way');
    const drained = Promise.all([control.stop(), http.server?.stop()]);
    await Promise.race([drained, Bun.sleep(DRAIN_TIMEOUT_MS)]);
    await http.server?.stop(true);
    await app.close();
    deps.log.info('stopped');
    process.exit(0);
  };
  const fail = (error: unknown) => {
    deps.log.error({ err: error }, 'stopping failed; what was acknowledged is safe');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal).catch(fail));
}
