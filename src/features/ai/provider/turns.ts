import { providerBusy } from './errors.ts';

/** Requests of one project that may wait, and of all together, for each answer made at once. */
const WAITING_PER_PROJECT = 2;
const WAITING = 10;

export interface Turns {
  /**
   * Waits for a turn; to be called with the answer's end. Projects take turns, whoever of one came first goes first.
   * Throws `rate_limited` if too many wait already, and the signal's reason.
   */
  take(project: string, signal: AbortSignal): Promise<() => void>;
}

/** Lets `limit` answers be made at once. */
export function createTurns(limit: number): Turns {
  /** By project, in the order in which they get their next turn. */
  const queues = new Map<string, (() => void)[]>();
  let waiting = 0;
  let underway = 0;

  const giveNext = (): void => {
    for (const [project, queue] of queues) {
      queues.delete(project);
      const next = queue.shift();
      if (queue.length > 0) queues.set(project, queue);
      if (next === undefined) continue;
      waiting -= 1;
      next();
      return;
    }
    underway -= 1;
  };
  const leave = (project: string, turn: () => void): void => {
    const queue = queues.get(project) ?? [];
    queue.splice(queue.indexOf(turn), 1);
    if (queue.length === 0) queues.delete(project);
    waiting -= 1;
  };
  const wait = (project: string, signal: AbortSignal): Promise<void> => {
    const queue = queues.get(project) ?? [];
    if (waiting >= limit * WAITING || queue.length >= limit * WAITING_PER_PROJECT) throw providerBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      leave(project, turn);
      reject(signal.reason);
    };
    const turn = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    signal.addEventListener('abort', giveUp, { once: true });
    queues.set(project, [...queue, turn]);
    waiting += 1;
    return promise;
  };
  return {
    async take(project, signal) {
      signal.throwIfAborted();
      if (underway < limit) underway += 1;
      else await wait(project, signal);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        giveNext();
      };
    },
  };
}
