import type { Logger } from '../logging/log.ts';
import { type Crash, type Job, type JobLimits, Worker } from './worker.ts';
import type { StartProcess } from './worker-process.ts';

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;

/** Exponential back-off for workers that crash repeatedly. The first crash is restarted without a delay. */
export class RestartBackoff {
  readonly #now: () => number;
  #crashes = 0;
  #restartAt = 0;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  recordCrash(): void {
    this.#crashes += 1;
    if (this.#crashes === 1) return;
    this.#restartAt = this.#now() + Math.min(FIRST_DELAY_MS * 2 ** (this.#crashes - 2), MAX_DELAY_MS);
  }

  recordSuccess(): void {
    this.#crashes = 0;
    this.#restartAt = 0;
  }

  /** Milliseconds until the next worker may be started; 0: now. */
  delay(): number {
    return Math.max(0, this.#restartAt - this.#now());
  }
}

/** Consecutive failed starts after which waiting jobs are refused. */
const MAX_START_FAILURES = 3;

interface SupervisorOptions {
  start: StartProcess;
  /** Most workers at a time. */
  size: number;
  /** A worker without a job ends after this time. */
  idleMs: number;
  log: Pick<Logger, 'error'>;
}

interface SupervisorEvents {
  /** A worker has started. Called before `onChange`. */
  onStart(): void;
  /** A worker may have become free, or may be started again. */
  onChange(): void;
  /** A worker crashed before it began the job. Another worker is to run it. */
  onUntaken(job: Job): void;
  /** Workers repeatedly fail to start. */
  onStartFailure(error: Error): void;
}

/** The workers of a pool: starts them on demand, replaces them after a crash, ends them when idle. */
export class WorkerSupervisor {
  readonly workers = new Set<Worker>();
  readonly counts = { started: 0, crashed: 0 };
  /** Exits of processes that are still ending. */
  readonly #exits = new Set<Promise<void>>();
  readonly #options: SupervisorOptions;
  readonly #limits: JobLimits;
  readonly #events: SupervisorEvents;
  readonly #backoff = new RestartBackoff(() => performance.now());
  readonly #idleTimers = new Map<Worker, Timer>();
  #startFailures = 0;
  #retryTimer: Timer | undefined;
  #isStopping = false;

  constructor(options: SupervisorOptions, limits: JobLimits, events: SupervisorEvents) {
    this.#options = options;
    this.#limits = limits;
    this.#events = events;
  }

  count(state: Worker['state']): number {
    return this.#inState(state).length;
  }

  /** The most recently used idle worker, so that the others can end. */
  findIdle(): Worker | undefined {
    return this.#inState('idle').at(-1);
  }

  run(worker: Worker, job: Job): void {
    this.#clearIdleTimer(worker);
    worker.run(job);
  }

  /** Starts workers until `wanted` are starting, within the limits of size and back-off. */
  ensureStarting(wanted: number): void {
    for (let missing = wanted - this.count('starting'); missing > 0; missing -= 1) {
      const isFull = this.workers.size >= this.#options.size;
      if (this.#isStopping || isFull || this.#retryTimer !== undefined) return;
      const delay = this.#backoff.delay();
      if (delay > 0) {
        this.#retryIn(delay);
        return;
      }
      this.#start();
    }
  }

  /** Ends idle workers now and busy ones after their job. Starts no more. */
  stop(): void {
    this.#isStopping = true;
    clearTimeout(this.#retryTimer);
    for (const worker of [...this.#inState('idle'), ...this.#inState('starting')]) worker.stop(undefined);
  }

  /** Resolves when the processes of all workers are gone. */
  async waitForExits(): Promise<void> {
    await Promise.all(this.#exits);
  }

  #inState(state: Worker['state']): Worker[] {
    return [...this.workers].filter((worker) => worker.state === state);
  }

  #start(): void {
    this.counts.started += 1;
    const worker: Worker = new Worker(this.#options.start, this.#limits, {
      onIdle: (didJob) => this.#handleIdle(worker, didJob),
      onUntaken: (job) => this.#events.onUntaken(job),
      onEnd: (crash) => this.#handleEnd(worker, crash),
    });
    this.workers.add(worker);
    const { exited } = worker;
    this.#exits.add(exited);
    void exited.then(() => this.#exits.delete(exited));
  }

  #retryIn(delayMs: number): void {
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#events.onChange();
    }, delayMs);
  }

  #handleIdle(worker: Worker, didJob: boolean): void {
    this.#startFailures = 0;
    if (didJob) this.#backoff.recordSuccess();
    else this.#events.onStart();
    if (this.#isStopping) {
      worker.stop(undefined);
      return;
    }
    // Moved to the end, so that the set is in order of last use.
    this.workers.delete(worker);
    this.workers.add(worker);
    const timer = setTimeout(() => worker.stop(undefined), this.#options.idleMs);
    timer.unref();
    this.#idleTimers.set(worker, timer);
    this.#events.onChange();
  }

  #handleEnd(worker: Worker, crash: Crash | undefined): void {
    this.workers.delete(worker);
    this.#clearIdleTimer(worker);
    if (crash !== undefined) this.#recordCrash(crash);
    this.#events.onChange();
  }

  #recordCrash({ error, hadJob }: Crash): void {
    this.counts.crashed += 1;
    this.#backoff.recordCrash();
    this.#options.log.error({ err: error }, `${this.#limits.what}: a worker crashed`);
    this.#startFailures = hadJob ? 0 : this.#startFailures + 1;
    if (this.#startFailures >= MAX_START_FAILURES && this.workers.size === 0) {
      this.#events.onStartFailure(error);
    }
  }

  #clearIdleTimer(worker: Worker): void {
    clearTimeout(this.#idleTimers.get(worker));
    this.#idleTimers.delete(worker);
  }
}
