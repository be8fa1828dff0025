import { estimateTextTokens } from './estimate.ts';
import type { ModelUsage } from './model-request.ts';

/** What a request uses over all its calls of the provider. */
export interface Meter {
  /** The provider is about to be called. */
  begin(): void;
  /** A call is over; what the provider does not say is estimated. */
  count(said: { inputTokens?: number | undefined; outputTokens?: number | undefined }, text: string): void;
  /** Whether the provider has been called at all. */
  hasBegun(): boolean;
  read(): ModelUsage;
}

/** `expected`: what the request has to read, as far as that is known beforehand. */
export function createMeter(expected: number): Meter {
  const usage = { inputTokens: 0, outputTokens: 0 };
  let hasBegun = false;
  return {
    begin: () => {
      hasBegun = true;
    },
    count({ inputTokens, outputTokens }, text) {
      usage.inputTokens += readCount(inputTokens) ?? expected;
      usage.outputTokens += readCount(outputTokens) ?? estimateTextTokens(text);
    },
    hasBegun: () => hasBegun,
    read: () => ({ ...usage }),
  };
}

/** A server that counts wrongly must not give tokens back. */
function readCount(said: number | undefined): number | undefined {
  return said !== undefined && Number.isSafeInteger(said) && said >= 0 ? said : undefined;
}
