/**
 * Entry point of the executable: starts the program or one of its workers. Both are embedded as separate files
 * (scripts/compile.ts), so that each loads only its own code.
 */
import { lowerPriority } from './low-priority.ts';
import { findOwnExecutable, WORKER_FLAG } from './worker-process.ts';

const [, , flag, name] = process.argv;

// Only a process started by a pool has an IPC channel.
const isWorker = flag === WORKER_FLAG && process.send !== undefined;

/**
 * Options of the runtime's garbage collector. It lets the heap grow with the size of the machine: 24 GB lead to a peak of 386 MB
 * in the benchmark. With 512 MB assumed and a heap above 51 MB that grows to 1.5 times of what is used, and not to twice, the
 * peak is 236 MB. A heap may grow to 48 MB before all of it is collected: with 32 MB, which is usual, each second collection
 * was one, and an update took a fifth more processor time, at the same peak.
 */
const HEAP_OPTIONS = {
  BUN_JSC_forceRAMSize: String(512 * 1024 * 1024),
  BUN_JSC_smallHeapRAMFraction: '0.1',
  BUN_JSC_mediumHeapGrowthFactor: '1.5',
  BUN_JSC_largeHeapSize: String(48 * 1024 * 1024),
};

/**
 * They are read from the environment when the runtime starts, so a server replaces itself once, in the same process, which
 * takes 35 ms. Windows cannot replace a process.
 */
const isServer = !isWorker && (flag === undefined || flag === 'serve' || flag.startsWith('-'));
if (isServer && process.platform !== 'win32' && process.env.BUN_JSC_forceRAMSize === undefined) {
  const env = { ...process.env, ...HEAP_OPTIONS };
  const args = [process.execPath, ...process.argv.slice(2)];
  let failure: string | undefined;
  // By its path, which names the process; by the other one where this user may not enter its folder.
  for (const file of [process.execPath, findOwnExecutable()]) {
    try {
      process.execve?.(file, args, env);
    } catch (error) {
      failure = (error as Error).message;
    }
  }
  if (failure !== undefined) {
    process.stderr.write(
      `galley: the server cannot be started: ${failure}. Install it where this user may run it, for example in /usr/local/bin.\n`,
    );
    process.exit(1);
  }
}

// Before it loads its code, which takes 150 ms of processor time.
if (isWorker) lowerPriority();

// Embedded files are found by their exact name: `/$bunfs/root/<name>.js`, on Windows `B:/~BUN/root/<name>.js`.
const own = Bun.main.replaceAll('\\', '/');
const folder = own.slice(0, own.lastIndexOf('/'));

require(`${folder}/${isWorker ? name : 'main'}.js`);
