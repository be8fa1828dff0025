import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * State of the network. `cut`: connections are closed and new ones refused. `stalled`: connections stay open without
 * data, as after a change of networks. `slow`: everything arrives later.
 */
export type Network = 'open' | 'cut' | 'stalled' | 'slow';

const SLOW_MS = 120;

interface Pair {
  client: Socket;
  server: Socket;
}

/** A TCP proxy between one page and the servers. It passes TLS on without reading it. */
export class CutProxy {
  readonly port: number;
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  #network: Network = 'open';

  private constructor(listener: Server, nextTarget: () => number) {
    this.#listener = listener;
    this.port = (listener.address() as { port: number }).port;
    listener.on('connection', (client) => this.#accept(client, nextTarget()));
  }

  /** @param nextTarget the port of the server for the next connection */
  static async open(nextTarget: () => number): Promise<CutProxy> {
    const listener = createServer();
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
    return new CutProxy(listener, nextTarget);
  }

  /** Closes stalled connections, as timeouts would, because they never recover. */
  set(network: Network): void {
    const isEnding = network === 'cut' || this.#network === 'stalled';
    this.#network = network;
    if (isEnding) this.#closeAll();
  }

  async close(): Promise<void> {
    this.#closeAll();
    await new Promise((done) => this.#listener.close(done));
  }

  #accept(client: Socket, target: number): void {
    client.on('error', () => client.destroy());
    if (this.#network === 'cut') {
      client.destroy();
      return;
    }
    const server = connect(target, '127.0.0.1');
    const pair = { client, server };
    this.#pairs.add(pair);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as [Socket, Socket][]) {
      from.setNoDelay(true);
      from.on('data', (bytes) => this.#pass(to, bytes as Buffer));
      from.on('error', () => this.#end(pair));
      from.on('close', () => this.#end(pair));
    }
  }

  #pass(to: Socket, bytes: Buffer): void {
    if (this.#network === 'stalled') return;
    if (this.#network !== 'slow') to.write(bytes);
    // Keeps the order, because timers of equal length fire in the order of their start.
    else setTimeout(() => to.write(bytes), SLOW_MS);
  }

  #end(pair: Pair): void {
    if (!this.#pairs.delete(pair)) return;
    pair.client.destroy();
    pair.server.destroy();
  }

  #closeAll(): void {
    for (const pair of [...this.#pairs]) this.#end(pair);
  }
}
