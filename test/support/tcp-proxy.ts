import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in this process that can drop connections like a broken network. */
export interface TcpProxy {
  port: number;
  /**
   * Drops all data from now on, without telling the client. The connection to the target is closed, as if it had
   * noticed that the client is gone.
   */
  drop(): void;
  /** Passes new connections on again. The former ones end. */
  heal(): void;
  /** Connects to another port from now on. Present connections end. */
  lead(to: number): void;
  stop(): void;
}

export async function startTcpProxy(to: number): Promise<TcpProxy> {
  let target = to;
  let isDropping = false;
  const clients = new Set<Socket>();
  const targets = new Set<Socket>();
  const keep = (socket: Socket, among: Set<Socket>) => {
    among.add(socket);
    socket.on('error', () => {}).on('close', () => among.delete(socket));
  };
  const server = createServer({ noDelay: true }, (client) => {
    keep(client, clients);
    if (isDropping) return void client.pause();
    const remote = connect({ port: target, host: '127.0.0.1', noDelay: true });
    keep(remote, targets);
    client.on('data', (data) => remote.write(data));
    remote.on('data', (data) => client.write(data));
    client.on('close', () => remote.destroy());
    remote.on('close', () => {
      if (!isDropping) client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = (sockets: Set<Socket>) => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    drop() {
      isDropping = true;
      for (const client of clients) client.pause();
      end(targets);
    },
    heal() {
      isDropping = false;
      end(clients);
    },
    lead(other) {
      target = other;
      end(clients);
    },
    stop() {
      server.close();
      end(clients);
      end(targets);
    },
  };
}
