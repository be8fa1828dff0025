import { type FailureKind, ModelFailure } from './failure.ts';

const FIRST_WAIT_MS = 250;

/** Longest delay before a retry. If the provider asks for more, the caller gets the error at once. */
const LONGEST_WAIT_MS = 20_000;

const TEMPORARY: ReadonlySet<FailureKind> = new Set(['rate_limited', 'overloaded', 'network', 'cut']);

interface RetryOptions {
  signal: AbortSignal;
  /** Further tries after the first. */
  atMost: number;
  mayRetry(): boolean;
  onRetry(failure: ModelFailure): void;
}

/**
 * Repeats a call until it succeeds, its failure is permanent, or `mayRetry` says no. The delay doubles each time,
 * unless the provider names one. `attempt` rejects with a `ModelFailure` or the signal's reason.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { signal, atMost, mayRetry, onRetry } = options;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ModelFailure) || retries === atMost) throw error;
      const wait = error.facts.retryAfterMs ?? FIRST_WAIT_MS * 2 ** retries;
      if (!TEMPORARY.has(error.kind) || wait > LONGEST_WAIT_MS || !mayRetry()) throw error;
      onRetry(error);
      await sleep(wait, signal);
    }
  }
}

/** Rejects with the signal's reason as soon as it aborts. */
async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
