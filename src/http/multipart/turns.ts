import { tooManyUploads, uploadAborted } from './errors.ts';

export interface TurnLimits {
  /** At once, over all owners. */
  total: number;
  /** At once for one owner, so that nobody takes all of them. */
  perOwner: number;
  /** How long to wait for a turn. */
  waitMs: number;
}

/** Who may work now: a few at once, the others wait in the order in which they came. */
export interface Turns {
  /**
   * Resolves when it is the owner's turn, to what ends it. Throws `unavailable` after too long a wait, and
   * `request_timeout` when `signal` is aborted.
   */
  take(owner: string, signal: AbortSignal): Promise<() => void>;
}

export function createTurns({ total, perOwner, waitMs }: TurnLimits): Turns {
  const working = new Map<string, number>();
  const waiting = new Set<{ owner: string; begin(): void }>();
  let free = total;

  const canBegin = (owner: string) => free > 0 && (working.get(owner) ?? 0) < perOwner;
  const begin = (owner: string): (() => void) => {
    free -= 1;
    working.set(owner, (working.get(owner) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      free += 1;
      const left = (working.get(owner) ?? 1) - 1;
      if (left === 0) working.delete(owner);
      else working.set(owner, left);
      for (const next of waiting) {
        if (canBegin(next.owner)) next.begin();
      }
    };
  };
  const wait = (owner: string, signal: AbortSignal): Promise<() => void> => {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const entry = {
      owner,
      begin() {
        leave();
        resolve(begin(owner));
      },
    };
    const giveUp = (reason: unknown) => {
      leave();
      reject(reason);
    };
    const onAbort = () => giveUp(uploadAborted(signal.reason));
    const timer = setTimeout(() => giveUp(tooManyUploads(Math.ceil(waitMs / 1000))), waitMs);
    const leave = () => {
      waiting.delete(entry);
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort);
    waiting.add(entry);
    return promise;
  };
  return {
    async take(owner, signal) {
      if (signal.aborted) throw uploadAborted(signal.reason);
      return canBegin(owner) ? begin(owner) : wait(owner, signal);
    },
  };
}
