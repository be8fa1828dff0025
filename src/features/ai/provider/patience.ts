import { ModelFailure } from './failure.ts';

/** A whole answer may take so many times what the provider may be silent. */
const WHOLE_ANSWER = 10;

export interface Patience {
  /** Aborts with the caller's reason, or with a `ModelFailure`: `silent` or `slow`. */
  signal: AbortSignal;
  /** There was a sign of life. */
  renew(): void;
  end(): void;
}

/** Waits for a provider that may be silent for so long, until the caller leaves. */
export function createPatience(timeoutSeconds: number, caller: AbortSignal): Patience {
  const over = new AbortController();
  const giveUp = (kind: 'silent' | 'slow') => () => over.abort(new ModelFailure(kind));
  const silence = setTimeout(giveUp('silent'), timeoutSeconds * 1000);
  const whole = setTimeout(giveUp('slow'), timeoutSeconds * 1000 * WHOLE_ANSWER);
  return {
    signal: AbortSignal.any([caller, over.signal]),
    renew: () => void silence.refresh(),
    end() {
      clearTimeout(silence);
      clearTimeout(whole);
    },
  };
}
