import { rmSync } from 'node:fs';

/** A server of tests that can be killed and started again. */
export interface Restartable {
  running(): Bun.Subprocess;
  /** Ends it without waiting for connections. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** `start` resolves when the server answers. `signal`: ends it at once. */
export async function startRestartable(
  folder: string,
  start: () => Promise<Bun.Subprocess>,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<Restartable> {
  let server = await start();
  const kill = async () => {
    server.kill(signal);
    await server.exited;
  };
  return {
    running: () => server,
    kill,
    async restart() {
      await kill();
      server = await start();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
