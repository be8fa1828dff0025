import type { App } from '../app.ts';
import { HAND_OVER, INFO, REPLACE, type ServerInfo, serveControl } from '../control/server.ts';
import type { Listeners } from '../http/listen.ts';
import { ADMIN_OPERATIONS } from '../operations.ts';
import { DomainError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import { HandOver } from './hand-over.ts';
import { identifyExecutable } from './own-executable.ts';
import { stopServer } from './stop-server.ts';

const alreadyStopping = () =>
  new DomainError(
    'conflict',
    'The running server is stopping already. Another server may take its place; try again once it runs.',
  );

/** Takes commands, and stops on a signal, or when another server replaces this one. */
export function stopOnRequest(app: App, listeners: Listeners): void {
  const { log } = app.deps;
  let isStopping = false;
  let handOver: HandOver | undefined;
  const stop = async (facts: { signal: string } | { replaced: true } | { lease: 'lost' }) => {
    if (isStopping) return;
    isStopping = true;
    log.info(facts, 'stopping: finishing requests under way');
    try {
      await stopServer({ app, listeners, control }, 'replaced' in facts);
      await handOver?.finish();
      // Whatever started this server is to start it again, as a standby.
      process.exit('lease' in facts ? 1 : 0);
    } catch (error) {
      log.error({ err: error }, 'stopping failed; what was acknowledged is safe');
      process.exit(1);
    }
  };
  const control = serveControl(app.deps, ADMIN_OPERATIONS, {
    [INFO]: () => describeServer(app),
    [REPLACE]() {
      if (isStopping) throw alreadyStopping();
      void stop({ replaced: true });
    },
    [HAND_OVER](input) {
      if (isStopping || handOver !== undefined) throw alreadyStopping();
      handOver = new HandOver(app.deps, input);
      void handOver
        .start(() => isStopping)
        .then((isUnderWay) => {
          if (!isUnderWay) handOver = undefined;
        });
    },
  });
  app.deps.nodes.onReplaced(() => void stop({ lease: 'lost' }));
  process.on('SIGHUP', listeners.reloadCertificate);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      handOver?.abandon();
      void stop({ signal });
    });
}

/** Throws `unavailable` if the server cannot read and write. */
async function describeServer({ deps }: App): Promise<ServerInfo> {
  await deps.services.instance.readiness.check(deps);
  const { dataDir, db } = deps;
  return { version: VERSION, pid: process.pid, ...identifyExecutable(), dataDir, isRemote: db.isRemote };
}
