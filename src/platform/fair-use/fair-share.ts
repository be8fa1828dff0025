import { availableParallelism } from 'node:os';
import { MINUTE_MS } from '../clock.ts';
import type { Tracing } from '../ports/tracing.ts';

/** The most that an owner can owe, in budgets. After a minute or two without jobs it is within its budget again. */
const MAX_USED_BUDGETS = 2;

interface FairShareOptions {
  tracing?: Tracing | undefined;
  /** Milliseconds of processor time per minute that an owner may use before it yields to others. */
  budgetMs?: number;
  /** Most running jobs of one owner, in all pools. Default: one more than there are cores. */
  maxRunning?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

interface Account {
  /** Processor time in milliseconds, as of `at`. It decreases by one budget a minute. */
  used: number;
  at: number;
  /** When the running jobs were started. */
  running: Set<{ startedAt: number }>;
}

/** What metrics need of a pool of worker processes. */
interface ObservedPool {
  what: string;
  stats(): { workers: number; busy: number; queued: number; crashed: number };
}

/**
 * Ends the accounting of a job. `processorMs` is undefined if the worker did not report it; then the job's duration
 * counts.
 */
type FinishJob = (processorMs: number | undefined) => void;

/**
 * Accounts for what each owner uses of the worker processes, in all pools: its running jobs and its processor time (a
 * leaky bucket, so that overuse in one minute is paid back in the next). The pools use it to decide whose turn it is.
 */
export class FairShare {
  /** All pools of the application. */
  readonly pools: ObservedPool[] = [];
  /** For the jobs of all pools. */
  readonly tracing: Tracing | undefined;
  readonly #budgetMs: number;
  readonly #maxRunning: number;
  readonly #now: () => number;
  /** In the order of the last finished job. */
  readonly #accounts = new Map<string, Account>();
  readonly #listeners = new Set<() => void>();

  constructor({
    budgetMs = 20_000,
    maxRunning,
    now = () => performance.now(),
    tracing,
  }: FairShareOptions = {}) {
    this.tracing = tracing;
    this.#budgetMs = budgetMs;
    this.#maxRunning = maxRunning ?? availableParallelism() + 1;
    this.#now = now;
  }

  /** Calls `listener` whenever a job has ended, because its owner may then start another in any pool. */
  onFinish(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** How many further jobs the owner may start now. */
  allowance(owner: string): number {
    return this.#maxRunning - (this.#accounts.get(owner)?.running.size ?? 0);
  }

  isOverBudget(owner: string): boolean {
    return this.#debtOf(owner) > 0;
  }

  /** Seconds until the owner is within its budget if it starts no job; 0 if it already is. */
  secondsOverBudget(owner: string): number {
    return Math.ceil((this.#debtOf(owner) / this.#budgetMs) * (MINUTE_MS / 1000));
  }

  /** Owners with running jobs or processor time used in the last minutes. */
  get size(): number {
    return this.#accounts.size;
  }

  /** Counts a job as running until the returned function is called. */
  start(owner: string): FinishJob {
    const account = this.#accounts.get(owner) ?? { used: 0, at: this.#now(), running: new Set() };
    this.#accounts.set(owner, account);
    const job = { startedAt: this.#now() };
    account.running.add(job);
    return (processorMs) => {
      if (!account.running.delete(job)) return;
      const now = this.#now();
      const used = this.#decayed(account, now) + (processorMs ?? now - job.startedAt);
      account.used = Math.min(used, MAX_USED_BUDGETS * this.#budgetMs);
      account.at = now;
      this.#accounts.delete(owner);
      this.#accounts.set(owner, account);
      this.#forgetPaid(now);
      // Later, because the worker that did the job is not idle yet.
      queueMicrotask(() => this.#notify());
    };
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Milliseconds over the budget. Running jobs count as if they were computing all the time. */
  #debtOf(owner: string): number {
    const account = this.#accounts.get(owner);
    if (account === undefined) return 0;
    const now = this.#now();
    let used = this.#decayed(account, now);
    for (const { startedAt } of account.running) used += now - startedAt;
    return Math.max(0, used - this.#budgetMs);
  }

  #decayed({ used, at }: Account, now: number): number {
    return Math.max(0, used - ((now - at) / MINUTE_MS) * this.#budgetMs);
  }

  /** Forgets owners that owe nothing, beginning with the one that has been idle longest. */
  #forgetPaid(now: number): void {
    for (const [owner, account] of this.#accounts) {
      if (account.running.size > 0 || this.#decayed(account, now) > 0) return;
      this.#accounts.delete(owner);
    }
  }
}
