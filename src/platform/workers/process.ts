import { existsSync } from 'node:fs';
import { parse, resolve } from 'node:path';

/** First argument of the executable when it is to be a worker; the second is the worker's name. */
export const WORKER_FLAG = '--run-worker';

/** How much of what a worker printed on standard error goes into the log of its crash. */
const KEPT_CHARACTERS = 2000;

/** A started process, as the pool sees it. */
export interface WorkerProcess {
  pid: number;
  /** Throws if the input cannot be copied. */
  send(input: unknown): void;
  /** At once, whatever it is doing. */
  kill(): void;
  /** Whether the process that started it waits for it at its own end. */
  hold(isHeld: boolean): void;
}

export interface ProcessEvents {
  onMessage(message: unknown): void;
  /** Once, also after `kill`. `how` is for the log. */
  onExit(how: string): void;
}

export type StartProcess = (events: ProcessEvents) => WorkerProcess;

/**
 * How to start the worker in `src/<name>.ts`, such as `features/templates/render.worker`. In the executable it is
 * the executable once more, for the file embedded under that name.
 *
 * A process and not a thread: a thread that runs out of memory or crashes takes the server with it, and its memory
 * cannot be limited. It gets none of the environment and not the working directory, so no secrets.
 */
export function workerProcess(name: string): StartProcess {
  return (events) => {
    const child = Bun.spawn(commandFor(name), {
      // Ends it with us even if it hangs and we are killed.
      env: { BUN_FEATURE_FLAG_NO_ORPHANS: '1' },
      // An executable reads .env and bunfig.toml of the directory it is started in.
      cwd: parse(process.execPath).root,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Read when it has ended only: a read that waits would keep this process from ending.
      lazy: true,
      serialization: 'advanced',
      windowsHide: true,
      ipc: events.onMessage,
    });
    void child.exited.then(async () => {
      const printed = await child.stderr.text().catch(() => '');
      const said = printed.trim().slice(0, KEPT_CHARACTERS);
      events.onExit(`ended with ${child.signalCode ?? child.exitCode}${said && `: ${said}`}`);
    });
    return {
      pid: child.pid,
      send: (input) => void child.send(input),
      kill: () => child.kill('SIGKILL'),
      hold: (isHeld) => (isHeld ? child.ref() : child.unref()),
    };
  };
}

function commandFor(name: string): string[] {
  if (Bun.isStandaloneExecutable) return [findOwnExecutable(), WORKER_FLAG, name];
  return [process.execPath, resolve(import.meta.dir, '../..', `${name}.ts`)];
}

/** On Linux the file we run from, even if an update has since put another version in its place. */
function findOwnExecutable(): string {
  const own = '/proc/self/exe';
  return existsSync(own) ? own : process.execPath;
}
