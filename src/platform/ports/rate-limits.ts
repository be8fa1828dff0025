/** At most `limit` requests within a window of `windowMs` milliseconds. */
export interface RateLimit {
  limit: number;
  windowMs: number;
}

/** The state of one limit. */
export interface LimitState {
  limit: number;
  windowSeconds: number;
  /** Requests left in the current window. */
  remaining: number;
  /** Seconds until the current window ends; 0 if nothing is counted in it. */
  resetSeconds: number;
}

export interface RateDecision {
  allowed: boolean;
  /** Seconds after which the request would be allowed; 0 if it is. */
  retryAfterSeconds: number;
  /** In the order of the limits. */
  windows: LimitState[];
}

/**
 * Request counts by key, shared by all servers of an installation and kept over a restart. A key is stored as it is: it
 * must not contain a secret. The number of keys is bounded; the least recently used one is dropped.
 */
export interface RateLimits {
  /** Counts one request for `key` if every limit has room. A refused request is not counted. */
  take(key: string, limits: readonly RateLimit[]): Promise<RateDecision>;
  /** The decision of `take`, without counting. */
  peek(key: string, limits: readonly RateLimit[]): Promise<RateDecision>;
  /** Stores all counts and stops. */
  close(): Promise<void>;
}
