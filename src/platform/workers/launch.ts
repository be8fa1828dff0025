/**
 * What the executable starts with: the program, or one of its workers. Both are embedded as files of their own
 * (scripts/compile.ts), so that the server neither loads nor keeps what only workers need, and the reverse.
 */
import { WORKER_FLAG } from './process.ts';

const [, , flag, name] = process.argv;

// Nobody gets here by hand: only a process started by a pool has a channel to it.
const isWorker = flag === WORKER_FLAG && process.send !== undefined;

// Embedded files are found by their exact name: `/$bunfs/root/<name>.js`, on Windows `B:/~BUN/root/<name>.js`.
const own = Bun.main.replaceAll('\\', '/');
const folder = own.slice(0, own.lastIndexOf('/'));

require(`${folder}/${isWorker ? name : 'main'}.js`);
