import { callPage, type SdkError, toSdkError } from './error.ts';

/** Reports the failure of a promise, unless the page has ended the call by its signal. */
export type Guard = <T>(work: Promise<T>, signal?: AbortSignal) => Promise<T>;

/** `report` passes a failure to the page once, even if several calls fail with it. */
export function createReporter(onError: ((error: SdkError) => void) | undefined) {
  const reported = new WeakSet<SdkError>();
  const report = (error: SdkError) => {
    if (reported.has(error)) return;
    reported.add(error);
    callPage(() => onError?.(error));
  };
  const guard: Guard = (work, signal) =>
    work.catch((fault) => {
      signal?.throwIfAborted();
      const error = toSdkError(fault);
      report(error);
      throw error;
    });
  return { report, guard };
}
