/** Mutual exclusion by key among all servers of an installation. */
export interface Locks {
  /**
   * Runs `job` while it holds all of `keys` exclusively. Other jobs wait in order of arrival. Nested locks must be taken
   * in a fixed order, or two jobs could wait for each other: `trash …` or `upload …` keys first, then `file …` keys. A lock is a
   * lease: if the server that holds it ends or loses its connection, others get the lock and `signal` aborts; `job` must
   * not start another write after that.
   */
  withLock<Result>(keys: readonly string[], job: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}
