import type { Job } from './worker.ts';

/** Jobs that wait. Each owner gets its turn after the other, and its jobs are done in the order in which they came. */
export interface JobQueue {
  readonly length: number;
  countOf(owner: string): number;
  push(job: Job): void;
  shift(): Job | undefined;
  /** Returns whether it was waiting. */
  remove(job: Job): boolean;
  /** Empties it; returns what was in it. */
  clear(): Job[];
}

export function createJobQueue(): JobQueue {
  /** In the order of their turns; none is empty. */
  const byOwner = new Map<string, Job[]>();
  let length = 0;
  return {
    get length() {
      return length;
    },
    countOf: (owner) => byOwner.get(owner)?.length ?? 0,
    push(job) {
      const waiting = byOwner.get(job.owner);
      if (waiting === undefined) byOwner.set(job.owner, [job]);
      else waiting.push(job);
      length += 1;
    },
    shift() {
      const [next] = byOwner;
      if (next === undefined) return undefined;
      const [owner, waiting] = next;
      const job = waiting.shift();
      byOwner.delete(owner);
      if (waiting.length > 0) byOwner.set(owner, waiting);
      length -= 1;
      return job;
    },
    remove(job) {
      const waiting = byOwner.get(job.owner) ?? [];
      const place = waiting.indexOf(job);
      if (place === -1) return false;
      waiting.splice(place, 1);
      if (waiting.length === 0) byOwner.delete(job.owner);
      length -= 1;
      return true;
    },
    clear() {
      const all = [...byOwner.values()].flat();
      byOwner.clear();
      length = 0;
      return all;
    },
  };
}
