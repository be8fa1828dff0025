import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/log.ts';

/** Most seconds by which the clock may differ: servers store and compare times of their own clocks. */
const MAX_SECONDS = 2;

interface ClockCheckOptions {
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

/** Warns the operator once when the clock of this server differs from that of the database. */
export class ClockCheck {
  readonly #options: ClockCheckOptions;
  #faults: string[] = [];

  constructor({ clock, log }: ClockCheckOptions) {
    this.#options = { clock, log };
  }

  /** A sentence for the operator, if the clocks differed at the last comparison. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  now(): number {
    return this.#options.clock.now();
  }

  /**
   * `now`: of the database, read between `askedAt` of this server's clock and this moment (ms). An answer that takes
   * long is no difference.
   */
  compare(now: number, askedAt: number): void {
    const { clock, log } = this.#options;
    const [ahead, behind] = [askedAt - now, now - clock.now()];
    const difference = Math.round((ahead > 0 ? ahead : -Math.max(behind, 0)) / 1000);
    const seconds = Math.abs(difference);
    const isKnown = this.#faults.length > 0;
    this.#faults =
      seconds > MAX_SECONDS
        ? [
            `The clock of this server is ${seconds} seconds ${difference > 0 ? 'ahead of' : 'behind'} that of the database. Synchronize both, for example with chrony: the clocks of several servers may differ by ${MAX_SECONDS} seconds.`,
          ]
        : [];
    if (!isKnown) for (const fault of this.#faults) log.warn({ seconds: difference }, fault);
  }
}
