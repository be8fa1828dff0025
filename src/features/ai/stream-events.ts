/** An event on the way to the editor; `type` names it. */
export interface AiEvent {
  type: string;
  [field: string]: unknown;
}

/**
 * Work that tells of itself while it goes on, as an iterable of events. It begins when the first event is asked for;
 * what it returns is the last one. Leaving the iterable early, like aborting `signal`, aborts the work.
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
