/** Lets those who name the same key in one after the other, and those who name different ones in at once. */
export interface KeyedLock {
  /** Runs `job` while nobody else holds any of `keys`. It must not ask for keys of the same lock. */
  hold<Result>(keys: readonly string[], job: () => Promise<Result>): Promise<Result>;
}

export function createKeyedLock(): KeyedLock {
  /** By key, what the last in line waits for and everybody behind it. */
  const lines = new Map<string, Promise<void>>();

  const enter = async (key: string): Promise<() => void> => {
    const before = lines.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    lines.set(key, promise);
    await before;
    return () => {
      if (lines.get(key) === promise) lines.delete(key);
      resolve();
    };
  };

  return {
    async hold(keys, job) {
      const leave: (() => void)[] = [];
      try {
        // In one order for all: two who need the same two keys cannot each hold one and wait for the other.
        for (const key of [...new Set(keys)].sort()) leave.push(await enter(key));
        return await job();
      } finally {
        for (const one of leave) one();
      }
    },
  };
}
