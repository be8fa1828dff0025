import { busy } from './errors.ts';

export interface Limiter {
  /**
   * Waits for a place and returns the function that gives it back. Throws `unavailable` when too many wait already or
   * `signal` is aborted before a place is free.
   */
  enter(signal: AbortSignal): Promise<() => void>;
}

/** Lets `atOnce` callers in at a time and up to `maxWaiting` wait, first come, first served. */
export function createLimiter(atOnce: number, maxWaiting: number): Limiter {
  const waiting = new Set<() => void>();
  let inside = 0;

  /** Giving back twice must not let two in. */
  function createLeave(): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const [next] = waiting;
      if (next === undefined) inside--;
      else next();
    };
  }

  return {
    enter(signal) {
      if (signal.aborted || (inside >= atOnce && waiting.size >= maxWaiting)) return Promise.reject(busy());
      if (inside < atOnce) {
        inside++;
        return Promise.resolve(createLeave());
      }
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(admit);
          reject(busy());
        };
        const admit = () => {
          waiting.delete(admit);
          signal.removeEventListener('abort', giveUp);
          resolve(createLeave());
        };
        waiting.add(admit);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
