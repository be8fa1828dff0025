const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** Slows down the starting of workers that crash again and again. */
export interface Brake {
  /** A worker crashed. The first one is replaced at once, then the pauses double. */
  press(): void;
  /** A worker did its job: all is well. */
  release(): void;
  /** Milliseconds until another worker may be started; 0: now. */
  pause(): number;
}

/** `now`: milliseconds of a monotonic clock. */
export function createBrake(now: () => number): Brake {
  let crashes = 0;
  let freeAt = 0;
  return {
    press() {
      crashes += 1;
      if (crashes === 1) return;
      freeAt = now() + Math.min(FIRST_PAUSE_MS * 2 ** (crashes - 2), LONGEST_PAUSE_MS);
    },
    release() {
      crashes = 0;
      freeAt = 0;
    },
    pause: () => Math.max(0, freeAt - now()),
  };
}
