import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { describeError, packError, type WorkerMessage } from './messages.ts';

/** Signals a terminal or a service manager sends to the whole group: the server then finishes its jobs, with us. */
const SIGNALS_OF_THE_SERVER = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does what an input asks for; `tell` sends a part of the answer ahead. */
type Handler<Input, Output, Part> = (input: Input, tell: (part: Part) => void) => Output | Promise<Output>;

/**
 * Makes this process a worker: each input the pool sends is given to `handle`, one at a time, and what it returns
 * (or throws) is sent back. Inputs, parts and outputs are what `structuredClone` takes. Called once, last, at the top of a
 * file named `*.worker.ts`; ends with the process that started it.
 */
export function serveWorker<Input, Output, Part = never>(handle: Handler<Input, Output, Part>): void {
  for (const signal of SIGNALS_OF_THE_SERVER) process.on(signal, () => undefined);
  for (const fault of ['uncaughtException', 'unhandledRejection']) process.on(fault, die);
  silenceLibraries();
  process.on('disconnect', () => process.exit(0));
  process.on('message', (input) => void answer(handle, input as Input));
  volunteerToDie();
  stepBack();
  say({ kind: 'ready' });
}

async function answer<Input, Output, Part>(handle: Handler<Input, Output, Part>, input: Input) {
  try {
    say({ kind: 'done', output: await handle(input, (part) => say({ kind: 'part', part })) });
  } catch (thrown) {
    say({ kind: 'failed', error: packError(thrown) });
  }
}

function say(message: WorkerMessage): void {
  if (process.send === undefined) throw new Error('a worker is started by the pool, not by hand');
  process.send(message);
}

/** Standard error is for the one text before the end, which the pool logs. Nobody reads it before: it would fill up. */
function silenceLibraries(): void {
  Object.assign(console, { warn: () => undefined, error: () => undefined, trace: () => undefined });
}

function die(fault: unknown): void {
  process.stderr.write(describeError(fault));
  process.exit(1);
}

/**
 * Where cores are few, the server's short turns go before our long ones. On Linux each thread has a priority of its
 * own, which those it starts inherit: pictures are decoded by threads that were started before us.
 */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
    if (process.platform !== 'linux') return;
    for (const thread of readdirSync('/proc/self/task')) {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    }
  } catch {}
}

/** On Linux, if memory runs out the kernel ends a worker rather than the server. Elsewhere there is no such file. */
function volunteerToDie(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {}
}
