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

/** A sender that is quiet for so long is slower than the disk. */
const LULL_MS = 100;

/**
 * Passes chunks on while it is our turn, and lets others work while the sender is quiet: slow lines need next to no
 * memory, and must not hold up the fast ones. Throws what `takeTurn` throws.
 */
export async function* readInTurn<Chunk>(
  chunks: AsyncIterable<Chunk>,
  takeTurn: () => Promise<() => void>,
  { lullMs = LULL_MS } = {},
): AsyncGenerator<Chunk> {
  const iterator = chunks[Symbol.asyncIterator]();
  let endTurn = await takeTurn();
  try {
    for (;;) {
      const next = iterator.next();
      if (await isLate(next, lullMs)) {
        endTurn();
        await next;
        endTurn = await takeTurn();
      }
      const { done, value } = await next;
      if (done) return;
      yield value;
    }
  } finally {
    endTurn();
    await iterator.return?.();
  }
}

async function isLate(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), milliseconds);
  const isDone = work.then(() => false);
  return Promise.race([isDone, promise]).finally(() => clearTimeout(timer));
}
