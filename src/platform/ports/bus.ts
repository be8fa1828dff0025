export type BusMessage = { readonly [name: string]: string | number | boolean | null | undefined };

/**
 * Messages between the servers of an installation, e.g. that a cached row has changed. A message must be plain JSON and
 * small: an id to look up, not the data itself. Delivery to another server is not guaranteed, so what depends on a
 * message also needs a time limit.
 */
export interface Bus {
  /** Calls the listeners of this process before it returns, and those of other servers soon after. Does not throw. */
  publish(topic: string, message: BusMessage): void;
  /** Listeners are called in the order of publication of one server. Returns a function that ends the subscription. */
  subscribe(topic: string, listener: (message: BusMessage) => void): () => void;
  close(): Promise<void>;
}
