import { CountersByKey } from '../limits/counters-by-key.ts';

interface QuotaLimits {
  /** Of all owners together. */
  total: number;
  /** Of one owner. Default: the total. */
  perOwner?: number | ((owner: string) => number) | undefined;
}

/** Returns what was taken. Calling it again has no effect. */
export type Release = () => void;

/** Counts what owners hold of something that all share, such as permits or bytes, within a limit for all and for each. */
export class Quota {
  readonly #limits: QuotaLimits;
  readonly #byOwner = new CountersByKey<string>();
  #held = 0;

  constructor(limits: QuotaLimits) {
    this.#limits = limits;
  }

  /** What all owners hold. */
  get held(): number {
    return this.#held;
  }

  heldBy(owner: string): number {
    return this.#byOwner.get(owner);
  }

  /**
   * The limit that this amount exceeds, if any. An amount larger than a limit fits while nothing else counts towards that
   * limit.
   */
  exceeds(owner: string, amount: number): 'owner' | 'total' | undefined {
    const { total, perOwner = total } = this.#limits;
    const limit = typeof perOwner === 'function' ? perOwner(owner) : perOwner;
    const isOver = (held: number, most: number) => held > 0 && held + amount > most;
    if (isOver(this.#byOwner.get(owner), limit)) return 'owner';
    return isOver(this.#held, total) ? 'total' : undefined;
  }

  /** Counts an amount, also beyond the limits. */
  take(owner: string, amount: number): Release {
    this.#add(owner, amount);
    return once(() => this.#add(owner, -amount));
  }

  #add(owner: string, amount: number): void {
    this.#held += amount;
    this.#byOwner.add(owner, amount);
  }
}

export function once(release: Release): Release {
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    release();
  };
}
