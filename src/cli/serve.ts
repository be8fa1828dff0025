import type { Command } from 'commander';
import { ADMIN_OPERATIONS, type App, createApp } from '../app.ts';
import { loadFirstRunCredentials, loadSettings, processEnvironment, type Settings } from '../config/index.ts';
import { type ControlServer, serveControl } from '../control/server.ts';
import { initialiseInstance } from '../features/instance/index.ts';
import { listProjects } from '../features/projects/index.ts';
import { DomainError } from '../platform/errors.ts';
import { perform } from '../platform/operation.ts';
import { createAdminScope } from '../platform/scope.ts';
import { VERSION } from '../platform/version.ts';
import { addCommonFlags, runAction } from './command.ts';
import { describeFirstRun } from './first-run.ts';
import { printResult } from './output.ts';
import type { Flags } from './session.ts';

/** How long requests under way may take to finish once a stop has been asked for. */
const DRAIN_TIMEOUT_MS = 10_000;

/** Seconds without any byte after which a connection is closed. */
const IDLE_TIMEOUT_SECONDS = 30;

/** Above every limit of our own, so that those can answer in JSON before the server cuts the connection. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

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
  const app = await createApp(settings);
  try {
    listen(app, settings);
    await setUpIfNew(app, flags);
    const control = serveControl(app.deps, ADMIN_OPERATIONS);
    stopOnSignal(app, control);
  } catch (error) {
    await app.http.server?.stop(true);
    await app.close();
    throw error;
  }
}

function listen({ http, deps }: App, { host, port }: Settings): void {
  try {
    http.listen({
      hostname: host,
      port,
      // Elysia's default lets a second server share the port, and half of the requests reach the wrong data.
      reusePort: false,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
    });
  } catch (error) {
    const reason =
      (error as { code?: string }).code === 'EADDRINUSE'
        ? 'something else is listening there'
        : (error as Error).message;
    throw new DomainError(
      'conflict',
      `Cannot listen on ${host}:${port}: ${reason}. Choose another with --port.`,
    );
  }
  deps.log.info(
    { version: VERSION, address: `${host}:${http.server?.port}`, base_url: deps.baseUrl, data: deps.dataDir },
    `Galley is listening on http://${host}:${http.server?.port}`,
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
    await control.stop();
    await Promise.race([http.server?.stop(), Bun.sleep(DRAIN_TIMEOUT_MS)]);
    await http.server?.stop(true);
    await app.close();
    deps.log.info('stopped');
    deps.log.flush();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(signal));
}
