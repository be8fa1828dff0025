import { HOUR_MS } from '../clock.ts';

/** Most bytes of lines in memory. */
const MAX_BYTES = 1024 * 1024;

/** The log lines of the last hour, at most 1 MB, for people who cannot read the log on the machine. */
export class RecentLog {
  readonly #now: () => number;
  readonly #lines: { at: number; text: string }[] = [];
  #bytes = 0;
  #first = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(line: string): void {
    this.#lines.push({ at: this.#now(), text: line });
    this.#bytes += line.length;
    this.#removeOld();
  }

  /** The oldest first. */
  read(): string[] {
    this.#removeOld();
    return this.#lines.slice(this.#first).map(({ text }) => text);
  }

  #removeOld(): void {
    const since = this.#now() - HOUR_MS;
    for (;;) {
      const oldest = this.#lines[this.#first];
      if (oldest === undefined || (this.#bytes <= MAX_BYTES && oldest.at >= since)) break;
      this.#bytes -= oldest.text.length;
      this.#first += 1;
    }
    // Removing from the start of an array moves all other items, so it is done rarely.
    if (this.#first < 1_000 || this.#first < this.#lines.length / 2) return;
    this.#lines.splice(0, this.#first);
    this.#first = 0;
  }
}
