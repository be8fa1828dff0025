import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { KeyPair } from '../platform/tls-challenges.ts';
import { firstRecordBytes, readClientHello } from './client-hello.ts';

/** The protocol that a certificate authority offers when it checks a challenge (RFC 8737). */
const ACME_TLS = 'acme-tls/1';

const LOOPBACK = '127.0.0.1';

/** How long a client may take to send its hello. */
const HELLO_MS = 10_000;

/** The largest TLS record. */
const MAX_HELLO_BYTES = 16_640;

interface RelayOptions {
  host: string;
  port: number;
  /** Another listener may have the port until it closes (Linux). */
  reusePort: boolean;
  /** Where client connections are relayed: the port of a TLS server on the loopback address. */
  serverPort: number;
  /** Addresses of connected clients, by the port that the relay uses for each. */
  clients: Map<number, string>;
}

/**
 * Listens instead of a TLS server while an authority checks challenges, because the runtime's server cannot choose a
 * certificate by the protocol that a client offers. All other connections are relayed to that server.
 */
export class TlsRelay {
  readonly #options: RelayOptions;
  readonly #listener: Server;
  readonly #challenges = new Map<string, Server>();

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
  }

  /** Opens the port; rejects with the runtime's error if that fails. */
  open(): Promise<void> {
    const { host, port, reusePort } = this.#options;
    return listening(this.#listener, { host, port, reusePort });
  }

  /** Presents these certificates, by name. */
  async show(certificates: ReadonlyMap<string, KeyPair>): Promise<void> {
    for (const [name, server] of this.#challenges) {
      if (certificates.has(name)) continue;
      server.close();
      this.#challenges.delete(name);
    }
    for (const [name, { cert, key }] of certificates) {
      if (this.#challenges.has(name)) continue;
      const server = createTlsServer({ cert, key, ALPNProtocols: [ACME_TLS] }, (socket) => socket.end());
      await listening(server, { host: LOOPBACK, port: 0 });
      this.#challenges.set(name, server);
    }
  }

  /** Accepts no more connections. Relayed ones continue until they end. */
  close(): void {
    this.#listener.close();
    for (const server of this.#challenges.values()) server.close();
  }

  #accept(client: Socket): void {
    const read: Buffer[] = [];
    client.setTimeout(HELLO_MS, () => client.destroy());
    client.on('error', () => client.destroy());
    const onData = (chunk: Buffer) => {
      read.push(chunk);
      const bytes = read.length === 1 ? chunk : Buffer.concat(read);
      const wanted = Math.min(firstRecordBytes(bytes) ?? MAX_HELLO_BYTES, MAX_HELLO_BYTES);
      if (bytes.length < wanted) return;
      client.off('data', onData);
      client.setTimeout(0);
      this.#relay(client, bytes, this.#choosePort(bytes.subarray(0, wanted)));
    };
    client.on('data', onData);
  }

  /** An authority offers only the protocol of the challenge. */
  #choosePort(record: Uint8Array): number {
    const hello = readClientHello(record);
    const isAuthority = hello?.protocols.length === 1 && hello.protocols[0] === ACME_TLS;
    const challenge = isAuthority ? this.#challenges.get(hello.serverName?.toLowerCase() ?? '') : undefined;
    return challenge === undefined ? this.#options.serverPort : (challenge.address() as AddressInfo).port;
  }

  #relay(client: Socket, first: Buffer, port: number): void {
    const { clients } = this.#options;
    client.pause();
    const server = connect({ host: LOOPBACK, port, allowHalfOpen: true, noDelay: true }, () => {
      const { localPort = 0 } = server;
      clients.set(localPort, client.remoteAddress ?? LOOPBACK);
      server.on('close', () => clients.delete(localPort));
      server.write(first);
      client.pipe(server).pipe(client);
      client.resume();
    });
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }
}

function listening(
  server: Server,
  options: { host: string; port: number; reusePort?: boolean },
): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(options, () => {
      server.off('error', fail);
      done();
    });
  });
}
