import type { Connections } from '../connections.ts';
import type { RealtimeSocket } from '../state.ts';
import { ClientLink } from './client-link.ts';

/** Links to all servers that have clients of tenants whose home is this server. */
export class ClientLinks {
  readonly #connections: Connections;
  /** By number of the server. */
  readonly #links = new Map<number, ClientLink>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** The socket for a connection of another server, by its id. `channel`: its messages come to this server from now on. */
  async find(id: string, projectId: string, channel?: string): Promise<RealtimeSocket | undefined> {
    const link = this.#linkTo(Number(id.split('.', 1)[0]));
    if (link === undefined) return undefined;
    const socket = await link.find(id, projectId).catch(() => undefined);
    if (socket !== undefined && channel !== undefined) link.route(id, channel);
    return socket;
  }

  close(): void {
    for (const link of this.#links.values()) link.close();
  }

  #linkTo(serverId: number): ClientLink | undefined {
    const known = this.#links.get(serverId);
    if (known !== undefined) return known;
    const server = this.#connections.deps.homes.server(serverId);
    if (server === undefined) return undefined;
    const link = new ClientLink(this.#connections, server, () => this.#links.delete(serverId));
    // `find` gets the error from the same promise.
    link.opened.catch(() => {});
    this.#links.set(serverId, link);
    return link;
  }
}
