import { createBrake } from './brake.ts';
import type { PoolOptions } from './options.ts';
import { type Crash, type Job, type Limits, startWorker, type Worker } from './worker.ts';

/** Workers that crashed in a row without a job, after which waiting for one is pointless. */
const HOPELESS = 3;

export interface CrewEvents {
  /** Somebody may be free, or may be started again. */
  onChange(): void;
  /** No worker starts any more. */
  onHopeless(fault: Error): void;
}

/** The workers of a pool: started when wanted, replaced when they crash, ended when idle. */
export interface Crew {
  workers: ReadonlySet<Worker>;
  counts: { started: number; crashed: number };
  count(state: Worker['state']): number;
  /** An idle worker, of several the one that rested the shortest, so that the others can end. */
  findIdle(): Worker | undefined;
  give(worker: Worker, job: Job): void;
  /** Starts workers until so many are starting, as far as size and brake allow. */
  want(starting: number): void;
  /** From now on a worker ends with its job, and none is started. */
  retire(): void;
}

export function createCrew(
  options: PoolOptions & { size: number },
  limits: Limits,
  events: CrewEvents,
): Crew {
  const workers = new Set<Worker>();
  const counts = { started: 0, crashed: 0 };
  const brake = createBrake(() => performance.now());
  const idleTimers = new Map<Worker, Timer>();
  let crashesWithoutJob = 0;
  let nextTry: Timer | undefined;
  let isRetired = false;

  const inState = (state: Worker['state']) => [...workers].filter((worker) => worker.state === state);

  function stopResting(worker: Worker): void {
    clearTimeout(idleTimers.get(worker));
    idleTimers.delete(worker);
  }

  function rest(worker: Worker, didJob: boolean): void {
    crashesWithoutJob = 0;
    if (didJob) brake.release();
    if (isRetired) {
      worker.dismiss(undefined);
      return;
    }
    // To the end of the set, which is thereby in the order of resting.
    workers.delete(worker);
    workers.add(worker);
    const timer = setTimeout(() => worker.dismiss(undefined), options.idleMs);
    timer.unref();
    idleTimers.set(worker, timer);
    events.onChange();
  }

  function part(worker: Worker, crash: Crash | undefined): void {
    workers.delete(worker);
    stopResting(worker);
    if (crash !== undefined) noteCrash(crash);
    events.onChange();
  }

  function noteCrash({ fault, hadJob }: Crash): void {
    counts.crashed += 1;
    brake.press();
    options.log.error({ err: fault }, `${limits.what}: a worker crashed`);
    crashesWithoutJob = hadJob ? 0 : crashesWithoutJob + 1;
    if (crashesWithoutJob >= HOPELESS && workers.size === 0) events.onHopeless(fault);
  }

  function start(): void {
    counts.started += 1;
    const worker = startWorker(options.start, limits, {
      onIdle: (didJob) => rest(worker, didJob),
      onEnd: (crash) => part(worker, crash),
    });
    workers.add(worker);
  }

  function tryAgainIn(pauseMs: number): void {
    nextTry = setTimeout(() => {
      nextTry = undefined;
      events.onChange();
    }, pauseMs);
  }

  return {
    workers,
    counts,
    count: (state) => inState(state).length,
    findIdle: () => inState('idle').at(-1),
    give(worker, job) {
      stopResting(worker);
      worker.give(job);
    },
    want(starting) {
      for (let missing = starting - inState('starting').length; missing > 0; missing -= 1) {
        if (isRetired || workers.size >= options.size || nextTry !== undefined) return;
        const pause = brake.pause();
        if (pause > 0) {
          tryAgainIn(pause);
          return;
        }
        start();
      }
    },
    retire() {
      isRetired = true;
      clearTimeout(nextTry);
      for (const worker of [...inState('idle'), ...inState('starting')]) worker.dismiss(undefined);
    },
  };
}
