import { toDomainError } from '../errors.ts';
import { deserializeError, type WorkerMessage, workerProcess } from './worker-process.ts';

/**
 * Runs one long job in a worker process of its own, which ends with it: `name` as for `workerProcess`. Many short jobs use
 * a `WorkerPool` instead. Throws the worker's DomainError, `internal` if the worker crashes, or the reason of `signal`,
 * whose abortion kills the worker.
 */
export async function runOnce<Input, Output>(
  name: string,
  input: Input,
  signal?: AbortSignal,
): Promise<Output> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  const worker = workerProcess(name)({
    onMessage(received) {
      const message = received as WorkerMessage;
      if (message.kind === 'ready') worker.send(input);
      else if (message.kind === 'done') resolve(message.output as Output);
      else if (message.kind === 'failed') reject(deserializeError(message.error));
    },
    onExit: (how) => reject(toDomainError(new Error(`the worker ${name} ${how}`))),
  });
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', abort);
    worker.kill();
  }
}
