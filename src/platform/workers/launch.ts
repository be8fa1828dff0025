/**
 * Entry point of the executable: starts the program or one of its workers. Both are embedded as separate files
 * (scripts/compile.ts), so that each loads only its own code.
 */
import { WORKER_FLAG } from './worker-process.ts';

const [, , flag, name] = process.argv;

// Only a process started by a pool has an IPC channel.
const isWorker = flag === WORKER_FLAG && process.send !== undefined;

/** An option of the runtime: it collects garbage as if the machine had this many bytes of memory. */
const ASSUMED_MEMORY = 'BUN_JSC_forceRAMSize';
const ASSUMED_BYTES = 512 * 1024 * 1024;

/**
 * The runtime lets its heap grow with the size of the machine: 24 GB lead to a peak of 386 MB in the benchmark, where this
 * option leads to 256 MB. It is read from the environment when the runtime starts, so a server replaces itself once, in
 * the same process, which takes 35 ms. Windows cannot replace a process.
 */
const isServer = !isWorker && (flag === undefined || flag === 'serve' || flag.startsWith('-'));
if (isServer && process.platform !== 'win32' && process.env[ASSUMED_MEMORY] === undefined) {
  const env = { ...process.env, [ASSUMED_MEMORY]: String(ASSUMED_BYTES) };
  process.execve?.(process.execPath, [process.execPath, ...process.argv.slice(2)], env);
}

// Embedded files are found by their exact name: `/$bunfs/root/<name>.js`, on Windows `B:/~BUN/root/<name>.js`.
const own = Bun.main.replaceAll('\\', '/');
const folder = own.slice(0, own.lastIndexOf('/'));

require(`${folder}/${isWorker ? name : 'main'}.js`);
