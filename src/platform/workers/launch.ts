/**
 * Entry point of the executable: starts the program or one of its workers. Both are embedded as separate files
 * (scripts/compile.ts), so that each loads only its own code.
 */
import { lowerPriority } from './low-priority.ts';
import { WORKER_FLAG } from './worker-process.ts';

const [, , flag, name] = process.argv;

// Only a process started by a pool has an IPC channel.
const isWorker = flag === WORKER_FLAG && process.send !== undefined;

// Before it loads its code, which takes 150 ms of processor time.
if (isWorker) lowerPriority();

// Embedded files are found by their exact name: `/$bunfs/root/<name>.js`, on Windows `B:/~BUN/root/<name>.js`.
const own = Bun.main.replaceAll('\\', '/');
const folder = own.slice(0, own.lastIndexOf('/'));

require(`${folder}/${isWorker ? name : 'main'}.js`);
