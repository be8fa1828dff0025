/** Requests that wait for an answer, of one client. The oldest are dropped, as if they were never answered. */
const MAX_WAITING = 100;

/**
 * Which messages a client has received for sure: messages arrive in order, so the answer to a ping means that everything
 * before the ping has arrived. What was written to a connection that is cut is lost without an error.
 */
export class Receipts {
  #pings = 0;
  #answers = 0;
  readonly #waiting: { ping: number; onReceived: () => void }[] = [];

  /** Call it for each ping that is sent. */
  notePing(): void {
    this.#pings += 1;
  }

  /** Runs a function when the last ping is answered. */
  whenAnswered(onReceived: () => void): void {
    if (this.#waiting.length >= MAX_WAITING) this.#waiting.shift();
    this.#waiting.push({ ping: this.#pings, onReceived });
  }

  /** Call it for each answer. */
  noteAnswer(): void {
    // A client that answers more often than it was asked deceives only itself.
    this.#answers = Math.min(this.#answers + 1, this.#pings);
    while (this.#waiting[0] !== undefined && this.#waiting[0].ping <= this.#answers)
      this.#waiting.shift()?.onReceived();
  }
}
