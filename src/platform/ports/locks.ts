/** Mutual exclusion by key among all servers of an installation. */
export interface Locks {
  /**
   * Runs `job` while it holds all of `keys` exclusively. Other jobs wait; those of one server in order of arrival. Nested locks
   * must be taken in a fixed order, or two jobs could wait for each other: `trash …` or `upload …` keys first, then `file …`
   * keys. A lock is a lease: if the server that holds it ends or loses its connection, others get the lock and `signal`
   * aborts; `job` must not start another write after that. `isShared`: jobs of other servers may share the locks if they
   * say so too.
   */
  withLock<Result>(
    keys: readonly string[],
    job: (signal: AbortSignal) => Promise<Result>,
    options?: { isShared?: boolean },
  ): Promise<Result>;
  /** The same with one key, but without waiting: `isHeld` tells that another job holds it, and `job` was not run. */
  tryLock<Result>(
    key: string,
    job: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ isHeld: true } | { isHeld: false; result: Result }>;
  /** Whether a job of any server holds the lock at this moment. */
  isHeld(key: string): Promise<boolean>;
  close(): Promise<void>;
}
