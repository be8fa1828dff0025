/** What ends a fetch early: its time is up, a server stalls, or the caller does not want it any more. */
export interface Stop {
  signal: AbortSignal;
  /** Ends the fetch; `reason` is what its caller gets. */
  stop(reason: unknown): void;
  /** The fetch is over, well or not: lets go of timer and listener, and closes whatever is still open. */
  end(): void;
}

/** Stops with `late` after `timeoutMs`, or with the caller's own reason once `caller` is aborted. */
export function createStop(timeoutMs: number, late: Error, caller: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  const stop = (reason: unknown) => controller.abort(reason);
  const timer = setTimeout(() => stop(late), timeoutMs);
  const onCallerAbort = () => stop(caller?.reason);
  if (caller?.aborted) onCallerAbort();
  caller?.addEventListener('abort', onCallerAbort, { once: true });
  return {
    signal: controller.signal,
    stop,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCallerAbort);
      stop(undefined);
    },
  };
}

/** `promise`, or the signal's reason as soon as it is aborted: for work that cannot be called off, such as a lookup. */
export function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
