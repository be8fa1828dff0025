import { writeFileSync } from 'node:fs';
import { lowerPriority } from './low-priority.ts';
import { describeError, serializeError, type WorkerMessage } from './worker-process.ts';

/**
 * A terminal or service manager sends these to the whole process group, but the server decides when its workers end.
 */
const IGNORED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Handles one job. `sendPart` sends a part of the answer before it is complete. */
type Handler<Input, Output, Part> = (
  input: Input,
  sendPart: (part: Part) => void,
) => Output | Promise<Output>;

/**
 * Makes this process a worker: `handle` gets each input of the pool, one at a time, and its result or error is sent
 * back. Inputs, parts and outputs must be cloneable (`structuredClone`). To be called once, at the end of a file named
 * `*.worker.ts`. The worker ends with the process that started it.
 */
export function serveWorker<Input, Output, Part = never>(handle: Handler<Input, Output, Part>): void {
  for (const signal of IGNORED_SIGNALS) process.on(signal, () => undefined);
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, exitWithError);
  silenceConsole();
  process.on('disconnect', () => process.exit(0));
  process.on('message', (input) => void answer(handle, input as Input));
  preferForOomKill();
  lowerPriority();
  send({ kind: 'ready' });
}

async function answer<Input, Output, Part>(handle: Handler<Input, Output, Part>, input: Input) {
  const before = process.cpuUsage();
  const processorMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  try {
    send({ kind: 'begun' });
    const output = await handle(input, (part) => send({ kind: 'part', part }));
    send({ kind: 'done', output, processorMs: processorMs() });
  } catch (thrown) {
    send({ kind: 'failed', error: serializeError(thrown), processorMs: processorMs() });
  }
}

function send(message: WorkerMessage): void {
  if (process.send === undefined) throw new Error('a worker must be started by a pool');
  process.send(message);
}

/** The pool reads standard error only after the exit, so other output would fill the pipe. */
function silenceConsole(): void {
  Object.assign(console, { warn: () => undefined, error: () => undefined, trace: () => undefined });
}

function exitWithError(error: unknown): void {
  process.stderr.write(describeError(error));
  process.exit(1);
}

/** If memory runs out, Linux then kills a worker rather than the server. */
function preferForOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {}
}
