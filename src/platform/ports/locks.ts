/** Mutual exclusion by key among all servers of an installation. */
export interface Locks {
  /**
   * Runs `job` while it alone holds all of `keys`; others wait in order of arrival. A job that holds an `upload …` key
   * may lock `file …` keys, never the reverse, or two jobs could wait for each other. A lock is a lease: if the server that holds it dies or loses its connection,
   * others get the lock, and `signal` aborts. `job` must not start another write after that.
   */
  withLock<Result>(keys: readonly string[], job: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}
