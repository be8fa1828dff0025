import type { RealtimeSocket } from './connection.ts';

/**
 * Strangers: sockets of a project for which no token has asked for a channel yet. They are kept by network of the client,
 * the oldest first. Everyone who knows the app key can open one, so they are the first to be closed when places are rare.
 */
export class UnauthorizedSockets {
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

  /** The oldest of the network with most strangers, so that one network cannot displace the others. */
  oldestOfLargest(): RealtimeSocket | undefined {
    let largest: ReadonlySet<RealtimeSocket> | undefined;
    for (const sockets of this.#byNetwork.values())
      if (sockets.size > (largest?.size ?? 0)) largest = sockets;
    return largest?.values().next().value;
  }
}
