/** Functions that wait for an answer of one client. Beyond it, the oldest are dropped and never run. */
const MAX_WAITING = 100;

/**
 * Finds out which messages a client has received. A websocket gives no error for messages that a cut connection loses. But
 * messages arrive in order, so the answer to a ping shows that everything before the ping has arrived. Only one such ping
 * is under way at a time, so a client answers once per round trip, however much is sent to it.
 */
export class Receipts {
  #pings = 0;
  #answers = 0;
  /** The number of the ping that is under way, and what runs with its answer. */
  #asked: { ping: number; whenAnswered: (() => void)[] } | undefined;
  /** What runs with the answer to the next ping. */
  #next: (() => void)[] = [];

  /** Whether a ping is not answered yet. */
  get isExpected(): boolean {
    return this.#answers < this.#pings;
  }

  /** Call it for each ping that is sent. */
  recordPing(): void {
    this.#pings += 1;
  }

  /** Runs a function when the client has received all that was sent until now. */
  ask(ping: () => void, whenAnswered: () => void): void {
    if (this.#next.length >= MAX_WAITING) this.#next.shift();
    this.#next.push(whenAnswered);
    if (this.#asked === undefined) this.#askNext(ping);
  }

  /** Call it for each answer. `ping` sends another one. */
  recordAnswer(ping: () => void): void {
    // A client may answer without having been asked.
    this.#answers = Math.min(this.#answers + 1, this.#pings);
    if (this.#asked === undefined || this.#asked.ping > this.#answers) return;
    const { whenAnswered } = this.#asked;
    this.#asked = undefined;
    for (const run of whenAnswered) run();
    if (this.#next.length > 0) this.#askNext(ping);
  }

  #askNext(ping: () => void): void {
    ping();
    this.#asked = { ping: this.#pings, whenAnswered: this.#next };
    this.#next = [];
  }
}
