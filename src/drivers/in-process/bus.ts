import type { Logger } from '../../platform/logging/log.ts';
import type { Bus, BusMessage } from '../../platform/ports/bus.ts';

/** A bus for an installation of one server. */
export class InProcessBus implements Bus {
  /** There are no other servers, so no message gets lost. */
  readonly maxCacheAgeMs: number = Number.POSITIVE_INFINITY;
  readonly #listeners = new Map<string, Set<(message: BusMessage) => void>>();
  readonly #log: Pick<Logger, 'error'>;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  publish(topic: string, message: BusMessage): void {
    const listeners = this.#listeners.get(topic);
    if (listeners === undefined) return;
    // A copy, because other servers would receive one.
    const copy = JSON.parse(JSON.stringify(message)) as BusMessage;
    for (const listener of listeners) {
      try {
        listener(copy);
      } catch (error) {
        this.#log.error({ err: error, topic }, 'a listener of the message bus failed');
      }
    }
  }

  subscribe(topic: string, listener: (message: BusMessage) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  hasListeners(topic: string): boolean {
    return this.#listeners.has(topic);
  }

  onGap(_listener: () => void): () => void {
    return () => {};
  }

  fault(): undefined {
    return undefined;
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }
}
