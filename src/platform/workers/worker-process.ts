import { existsSync, readFileSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import { DomainError, type ErrorCode, type ErrorDetails, toDomainError } from '../errors.ts';

/** First argument of the executable when it runs as a worker; the second is the worker's name. */
export const WORKER_FLAG = '--run-worker';

/** Most characters of a worker's standard error that are logged after a crash. */
const MAX_LOGGED_OUTPUT = 2000;

/** A started process, as the pool sees it. */
export interface WorkerProcess {
  pid: number;
  /** Throws if the input cannot be cloned. */
  send(input: unknown): void;
  /** Kills it. */
  kill(): void;
  /** Whether the parent process stays alive for it. */
  setRef(isRef: boolean): void;
}

export interface ProcessEvents {
  onMessage(message: unknown): void;
  /** Called once, also after `kill`. `how` is for the log. */
  onExit(how: string): void;
}

export type StartProcess = (events: ProcessEvents) => WorkerProcess;

/**
 * How to start the worker in `src/<name>.ts`, such as `features/rendering/rendering.worker`. The compiled executable
 * starts itself again and loads the file embedded under that name.
 *
 * A worker is a process and not a thread, because a thread that crashes or runs out of memory ends the server too, and
 * its memory cannot be limited. It receives neither the environment nor the working directory, so it has no secrets. It
 * trusts the same certificate authorities as the server.
 */
export function workerProcess(name: string): StartProcess {
  return (events) => {
    const child = Bun.spawn(commandFor(name), {
      // The worker ends with its parent, even if the worker hangs and the parent is killed.
      env: { BUN_FEATURE_FLAG_NO_ORPHANS: '1', ...trustedAuthorities() },
      // The executable would read .env and bunfig.toml of its working directory.
      cwd: parse(process.execPath).root,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Read after the exit only: a pending read would keep the parent process alive.
      lazy: true,
      serialization: 'advanced',
      windowsHide: true,
      ipc: events.onMessage,
    });
    void child.exited.then(async () => {
      const output = (await child.stderr.text().catch(() => '')).trim().slice(0, MAX_LOGGED_OUTPUT);
      events.onExit(`ended with ${child.signalCode ?? child.exitCode}${output && `: ${output}`}`);
    });
    return {
      pid: child.pid,
      send: (input) => void child.send(input),
      kill: () => child.kill('SIGKILL'),
      setRef: (isRef) => (isRef ? child.ref() : child.unref()),
    };
  };
}

function commandFor(name: string): string[] {
  if (Bun.isStandaloneExecutable) return [findOwnExecutable(), WORKER_FLAG, name];
  return [process.execPath, resolve(import.meta.dir, '../..', `${name}.ts`)];
}

/** On Linux the file that this process was started from, even if an update has replaced it or its folder may not be entered. */
function findOwnExecutable(): string {
  const own = '/proc/self/exe';
  return existsSync(own) ? own : process.execPath;
}

/** Resident memory of another process in bytes. Linux only; undefined elsewhere. */
export function readResidentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Messages from a worker process to the pool. The pool sends one input at a time. */
export type WorkerMessage =
  /** Sent once: the code is loaded and inputs are accepted. */
  | { kind: 'ready' }
  /** The current input has arrived. */
  | { kind: 'begun' }
  /** Part of the answer to the current input; more follows. */
  | { kind: 'part'; part: unknown }
  /** The answer to the current input, and the processor time it took, on all threads. */
  | { kind: 'done'; output: unknown; processorMs: number }
  | { kind: 'failed'; error: SerializedError; processorMs: number };

/** An error as plain data, because messages between processes lose classes. */
type SerializedError =
  | { isDomainError: true; code: ErrorCode; message: string; details: ErrorDetails; cause?: SerializedCause }
  | { isDomainError: false; text: string };

/** For the log. An error of the system has a code and names a file. */
type SerializedCause = Pick<NodeJS.ErrnoException, 'message' | 'code' | 'path'> & { dest?: string };

export function serializeError(thrown: unknown): SerializedError {
  if (!(thrown instanceof DomainError)) return { isDomainError: false, text: describeError(thrown) };
  const { code, message, details, cause } = thrown;
  return {
    ...{ isDomainError: true, code, message, details },
    ...(cause instanceof Error && { cause: serializeCause(cause) }),
  };
}

function serializeCause({ message, code, path, dest }: SerializedCause): SerializedCause {
  return {
    message: message.slice(0, MAX_ERROR_TEXT),
    ...(code !== undefined && { code }),
    ...(path !== undefined && { path }),
    ...(dest !== undefined && { dest }),
  };
}

/** Longest error text, because some errors repeat their input. */
const MAX_ERROR_TEXT = 10_000;

/** Name, message and stack. Some stacks do not begin with the message. */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown).slice(0, MAX_ERROR_TEXT);
  const { name, message, stack = '' } = thrown;
  const text = stack.includes(message) ? stack : `${name}: ${message}\n${stack}`;
  return text.slice(0, MAX_ERROR_TEXT);
}

/** Any other error than a DomainError becomes `internal`, with its text and stack as the cause. */
export function deserializeError(error: SerializedError): DomainError {
  if (error.isDomainError) {
    const { code, message, details, cause } = error;
    return new DomainError(code, message, details, cause && { cause: Object.assign(new Error(), cause) });
  }
  return toDomainError(new Error(`a worker's job failed: ${error.text}`));
}

/** The file with further authorities, for workers that read a database over TLS. */
function trustedAuthorities(): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS: file = '' } = process.env;
  return file === '' ? {} : { NODE_EXTRA_CA_CERTS: resolve(file) };
}
