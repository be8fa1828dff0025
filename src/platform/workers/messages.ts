import { DomainError, type ErrorCode, type ErrorDetails, toDomainError } from '../errors.ts';

/** What a worker process says to the process that started it. It is given one input at a time, and nothing else. */
export type WorkerMessage =
  /** It has loaded its code and takes inputs. Once. */
  | { kind: 'ready' }
  /** Part of the answer to the last input; more follows. */
  | { kind: 'part'; part: unknown }
  /** The answer to the last input. */
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; error: SentError };

/** An error as plain data: what crosses a process border loses its class. */
export type SentError =
  | { isDomainError: true; code: ErrorCode; message: string; details: ErrorDetails }
  | { isDomainError: false; text: string };

export function packError(thrown: unknown): SentError {
  if (thrown instanceof DomainError) {
    const { code, message, details } = thrown;
    return { isDomainError: true, code, message, details };
  }
  return { isDomainError: false, text: describeError(thrown) };
}

/** Longest text of an error: some repeat what they were given. */
const TEXT_LIMIT = 10_000;

/** Name, message and stack. Not every stack begins with the message. */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown).slice(0, TEXT_LIMIT);
  const { name, message, stack = '' } = thrown;
  const text = stack.includes(message) ? stack : `${name}: ${message}\n${stack}`;
  return text.slice(0, TEXT_LIMIT);
}

/** What was no domain error in the worker is `internal` here, with its text and stack as the cause. */
export function unpackError(sent: SentError): DomainError {
  if (sent.isDomainError) return new DomainError(sent.code, sent.message, sent.details);
  return toDomainError(new Error(`a worker's job failed: ${sent.text}`));
}
