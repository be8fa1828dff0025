import { join, resolve } from 'node:path';
import { WORKER_FLAG } from '../../src/platform/workers/worker-process.ts';

/**
 * `bun run check` sets GALLEY_TEST_WORKERS to the executable that it has just built. Then workers are started from it and
 * not from their source, which takes a fifth of the processor time: a test process starts dozens. Preloaded (bunfig.toml).
 */
const executable = process.env.GALLEY_TEST_WORKERS;

const source = join(resolve(import.meta.dir, '../../src'), '/');
const ENDING = '.worker.ts';

function commandOf(command: readonly string[]): string[] {
  const [runtime, file = '', ...others] = command;
  const isWorker = runtime === process.execPath && others.length === 0;
  if (!isWorker || !file.startsWith(source) || !file.endsWith(ENDING)) return [...command];
  return [executable as string, WORKER_FLAG, file.slice(source.length, -'.ts'.length).replaceAll('\\', '/')];
}

if (executable !== undefined) {
  const spawn = Bun.spawn as (command: readonly string[] | object, options?: object) => Bun.Subprocess;
  Bun.spawn = ((command: readonly string[] | object, options?: object) =>
    spawn(Array.isArray(command) ? commandOf(command) : command, options)) as typeof Bun.spawn;
}
