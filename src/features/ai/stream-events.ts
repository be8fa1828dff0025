/** An event sent to the editor. */
export interface AiEvent {
  type: string;
  [field: string]: unknown;
}

/**
 * The events that `work` emits while it runs, as an iterable; its result is the last event. It starts when the first event
 * is requested. Leaving the iterable early, like aborting `signal`, aborts the work.
 */
export async function* streamEvents(
  work: (emit: (event: AiEvent) => void, signal: AbortSignal) => Promise<AiEvent>,
  signal?: AbortSignal,
): AsyncGenerator<AiEvent, void, undefined> {
  const leaving = new AbortController();
  const either = signal === undefined ? leaving.signal : AbortSignal.any([signal, leaving.signal]);
  const waiting: AiEvent[] = [];
  let wake = Promise.withResolvers<void>();
  const emit = (event: AiEvent) => {
    waiting.push(event);
    wake.resolve();
  };
  let last: AiEvent | undefined;
  const done = work(emit, either).then((event) => {
    last = event;
  });
  // The error is handled below; this keeps it from counting as unhandled until then.
  done.catch(() => {});
  try {
    while (last === undefined) {
      await Promise.race([done, wake.promise]);
      wake = Promise.withResolvers<void>();
      yield* waiting.splice(0);
    }
    yield last;
  } finally {
    leaving.abort();
  }
}
