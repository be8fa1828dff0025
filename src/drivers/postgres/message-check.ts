import { stopwatch } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Bus } from '../../platform/ports/bus.ts';

/** How long messages of a server may be missing: it may have just started, or be about to be gone. */
const PATIENCE_MS = 15_000;

interface MessageCheckOptions {
  bus: Pick<Bus, 'heard' | 'fault'>;
  log: Pick<Logger, 'warn'>;
  patienceMs?: number;
}

/** Warns the operator once when other servers on the database do not send messages here, because they use another Redis. */
export class MessageCheck {
  readonly #options: MessageCheckOptions;
  #missingFor: (() => number) | undefined;
  #faults: string[] = [];

  constructor({ bus, log, patienceMs = PATIENCE_MS }: MessageCheckOptions) {
    this.#options = { bus, log, patienceMs };
  }

  /** A sentence for the operator, if messages were missing at the last comparison. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  /** `others`: how many other servers there are. */
  compare(others: number): void {
    const { bus, log, patienceMs = 0 } = this.#options;
    const missing = others - (bus.heard?.() ?? others);
    if (missing <= 0 || bus.fault() !== undefined) {
      this.#missingFor = undefined;
      this.#faults = [];
      return;
    }
    this.#missingFor ??= stopwatch();
    if (this.#missingFor() < patienceMs) return;
    const isKnown = this.#faults.length > 0;
    this.#faults = [
      `Messages of ${missing} of ${others} other servers do not arrive through Redis. Give all servers a GALLEY_REDIS_URL that leads to the same Redis: now changes of keys and plans reach others up to 30 seconds late, and limits are counted apart.`,
    ];
    if (!isKnown) for (const fault of this.#faults) log.warn(fault);
  }
}
