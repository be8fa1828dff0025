import type { RealtimeSocket } from './state.ts';

/**
 * The connections of a project that no token has named yet, by network of the client, the oldest first. Everyone
 * who knows the app key can open one, so they give way to others.
 */
export class Strangers {
  readonly #byNetwork = new Map<string, Set<RealtimeSocket>>();

  add(socket: RealtimeSocket): void {
    const sockets = this.#byNetwork.get(socket.network) ?? new Set();
    this.#byNetwork.set(socket.network, sockets.add(socket));
  }

  delete(socket: RealtimeSocket): void {
    const sockets = this.#byNetwork.get(socket.network);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#byNetwork.delete(socket.network);
  }

  count(network: string): number {
    return this.#byNetwork.get(network)?.size ?? 0;
  }

  oldestOf(network: string): RealtimeSocket | undefined {
    return this.#byNetwork.get(network)?.values().next().value;
  }

  /** The oldest of the network with the most, so that one network cannot push out the others. */
  oldestOfLargest(): RealtimeSocket | undefined {
    let largest: ReadonlySet<RealtimeSocket> | undefined;
    for (const sockets of this.#byNetwork.values())
      if (sockets.size > (largest?.size ?? 0)) largest = sockets;
    return largest?.values().next().value;
  }
}
