/** Functions that wait for an answer of one client. Beyond it, the oldest are dropped and never run. */
const MAX_WAITING = 100;

/**
 * Finds out which messages a client has received. A websocket gives no error for messages that a cut connection loses. But
 * messages arrive in order, so the answer to a ping shows that everything before the ping has arrived. Only one such ping
 * is under way at a time, so a client answers once per round trip, however much is sent to it.
 */
export class Receipts {
  readonly #whenEnded = new Set<() => void>();
  #isEnded = false;
  #pings = 0;
  #answers = 0;
  /** The number of the ping that is under way, and what runs with its answer. */
  #asked: { ping: number; whenAnswered: (() => void)[] } | undefined;
  /** What runs with the answer to the next ping. */
  #next: (() => void)[] = [];

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
    // A client may answer without having been asked.
    this.#answers = Math.min(this.#answers + 1, this.#pings);
    if (this.#asked === undefined || this.#asked.ping > this.#answers) return;
    const { whenAnswered } = this.#asked;
    this.#asked = undefined;
    for (const run of whenAnswered) run();
    if (this.#next.length > 0) this.#askNext(ping);
  }

  /** Runs a function when the connection ends, because no answer will come. Returns a function that cancels this. */
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
