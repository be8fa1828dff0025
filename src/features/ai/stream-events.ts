/** An event sent to the editor. */
export interface AiEvent {
  type: string;
  [field: string]: unknown;
}

/**
 * An iterable of the events that `work` emits. The result of `work` is the last event. The work starts with the request
 * of the first event, and is aborted when the consumer stops or `signal` aborts.
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
  // The error is handled below. This avoids an unhandled rejection until then.
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
