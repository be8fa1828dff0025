/** Functions that wait for an answer, of one client. The oldest are dropped, as if they were never answered. */
const MAX_WAITING = 100;

/**
 * Which messages a client has received for sure: messages arrive in order, so the answer to a ping means that everything
 * before the ping has arrived. What was written to a connection that is cut is lost without an error. One question at a
 * time is under way, so that a client answers once per round trip, however much is sent to it.
 */
export class Receipts {
  readonly #whenEnded = new Set<() => void>();
  #isEnded = false;
  #pings = 0;
  #answers = 0;
  /** The ping that the question under way has waited for, and what runs with its answer. */
  #asked: { ping: number; whenAnswered: (() => void)[] } | undefined;
  /** What needs another ping after that. */
  #next: (() => void)[] = [];

  /** Whether an answer is due. */
  get isAwaited(): boolean {
    return this.#answers < this.#pings;
  }

  /** Call it for each ping that is sent. */
  notePing(): void {
    this.#pings += 1;
  }

  /** Runs a function when the client has received all that was sent until now. */
  ask(ping: () => void, whenAnswered: () => void): void {
    if (this.#next.length >= MAX_WAITING) this.#next.shift();
    this.#next.push(whenAnswered);
    if (this.#asked === undefined) this.#askNext(ping);
  }

  /** Call it for each answer. `ping` sends another one. */
  noteAnswer(ping: () => void): void {
    // A client that answers more often than it was asked deceives only itself.
    this.#answers = Math.min(this.#answers + 1, this.#pings);
    if (this.#asked === undefined || this.#asked.ping > this.#answers) return;
    const { whenAnswered } = this.#asked;
    this.#asked = undefined;
    for (const run of whenAnswered) run();
    if (this.#next.length > 0) this.#askNext(ping);
  }

  /** Runs a function when the client is gone: no answer will come. Returns what takes that back. */
  onEnd(run: () => void): () => void {
    if (this.#isEnded) run();
    else this.#whenEnded.add(run);
    return () => this.#whenEnded.delete(run);
  }

  end(): void {
    this.#isEnded = true;
    for (const run of this.#whenEnded) run();
    this.#whenEnded.clear();
  }

  #askNext(ping: () => void): void {
    ping();
    this.#asked = { ping: this.#pings, whenAnswered: this.#next };
    this.#next = [];
  }
}
