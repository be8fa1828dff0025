/** Options that every function takes after its input. */
export interface CallOptions {
  /** Who acts, for the activity feed: the name of a person or a job. Instead of the client's. */
  actor?: string;
  /** Ends the call early; its promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds that one attempt may take. Instead of the client's. */
  timeoutMs?: number;
  /** Further attempts after "429 Too Many Requests" and "503 Service Unavailable". Instead of the client's. */
  maxRetries?: number;
}
