export type BusMessage = { readonly [name: string]: string | number | boolean | null | undefined };

/**
 * Messages between the servers of an installation, e.g. that a cached row has changed. A message must be plain JSON and
 * small: an id to look up, not the data itself. Delivery to another server is not guaranteed, so what depends on a
 * message also needs a time limit.
 */
export interface Bus {
  /**
   * Calls the listeners of this process before it returns, and those of other servers soon after. Does not throw. All
   * servers listen to the same topics: a message to which this process does not listen is not sent.
   */
  publish(topic: string, message: BusMessage): void;
  /** Listeners are called in the order of publication of one server. Returns a function that ends the subscription. */
  subscribe(topic: string, listener: (message: BusMessage) => void): () => void;
  /** Calls `listener` when messages of other servers may have been lost: what it caches must be read again. */
  onGap(listener: () => void): () => void;
  /** Milliseconds after which cached things are read again that messages keep up to date. */
  readonly maxCacheAgeMs: number;
  /** How many other servers sent something in the last seconds. Undefined: there are no others. */
  heard?(): number;
  /** Why messages do not reach other servers at the moment, for the operator. Undefined: they do, or there are no others. */
  fault(): string | undefined;
  /** Checks what carries the messages. Throws an error for the operator, or returns sentences about what could fail. */
  probe?(): Promise<{ warnings: string[] }>;
  close(): Promise<void>;
}
