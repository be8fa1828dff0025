import { type Clock, MINUTE_MS } from '../platform/clock.ts';
import { rateLimited } from '../platform/errors.ts';
import { MAX_PUBLIC_BODY_BYTES } from '../platform/json/request-body.ts';
import { MemoryRateLimiter, refuseAfterDelay } from '../platform/limits/rate-limit.ts';
import type { Logger } from '../platform/logging/log.ts';
import { networkOf } from '../platform/network/ip-addresses.ts';

/** Bytes of a body that count as one more request, because large bodies take longer to check. */
const BYTES_PER_REQUEST = 4 * 1024;

/**
 * Limits requests without credentials by the client's address (IPv6: by its /64 network), before their body is read.
 */
export class PublicLimit {
  readonly #limiter: MemoryRateLimiter;
  /** Limits the log to one line a minute, however many addresses are refused. */
  readonly #lines: MemoryRateLimiter;
  readonly #log: Logger;

  constructor({ perMinute, clock, log }: { perMinute: number; clock: Clock; log: Logger }) {
    this.#limiter = new MemoryRateLimiter({ limit: perMinute, windowMs: MINUTE_MS }, clock);
    this.#lines = new MemoryRateLimiter({ limit: 1, windowMs: MINUTE_MS }, clock);
    this.#log = log;
  }

  /**
   * Counts a request; rejects with `rate_limited` after a delay. GET requests are not counted: they cost little, and
   * probes need answers.
   */
  take(request: Request, address: string): Promise<never> | undefined {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    const cost = Math.max(1, Math.ceil(announcedBytes(request.headers) / BYTES_PER_REQUEST));
    const seconds = this.#limiter.take(networkOf(address), cost);
    if (seconds === 0) return undefined;
    if (this.#lines.take('') === 0) {
      const message = 'requests without a token are limited for this address, and perhaps for others';
      this.#log.warn({ address, limited_seconds: seconds }, message);
    }
    return refuseAfterDelay(rateLimited('Too many requests from this address.', seconds));
  }
}

/** The size of the body as far as the headers tell it. Bodies that turn out larger than the limit are refused later. */
function announcedBytes(headers: Headers): number {
  const length = Number(headers.get('content-length') ?? 0);
  const isUnknown = headers.has('transfer-encoding') || Number.isNaN(length);
  return isUnknown ? MAX_PUBLIC_BODY_BYTES : Math.min(length, MAX_PUBLIC_BODY_BYTES);
}
