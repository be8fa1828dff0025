export interface KeyPair {
  /** PEM. */
  cert: string;
  key: string;
}

type Listener = (
  certificates: ReadonlyMap<string, KeyPair>,
  relayedClients: Map<number, string>,
) => Promise<void>;

/**
 * Certificates for the ACME challenge tls-alpn-01, by which an authority checks that names belong to this server. While
 * there are any, the TLS listener presents them and relays the connections of other clients.
 */
export class TlsChallenges {
  /** Addresses of the clients whose connections are relayed, by the port that the relay uses for each. */
  readonly relayedClients = new Map<number, string>();
  readonly #certificates = new Map<string, KeyPair>();
  #listener: Listener | undefined;
  #changes = Promise.resolve();

  /** `listener` receives all certificates after each change. It is not called again before its promise has resolved. */
  onChange(listener: Listener): void {
    this.#listener = listener;
  }

  /**
   * Resolves when the listener presents the certificate to clients that ask for this name with the challenge's
   * protocol.
   */
  show(name: string, certificate: KeyPair): Promise<void> {
    this.#certificates.set(name.toLowerCase(), certificate);
    return this.#announce();
  }

  hide(name: string): Promise<void> {
    this.#certificates.delete(name.toLowerCase());
    return this.#announce();
  }

  #announce(): Promise<void> {
    const listener = this.#listener;
    if (listener === undefined) return Promise.reject(new Error('the port for TLS is not open'));
    const change = this.#changes.then(() => listener(this.#certificates, this.relayedClients));
    this.#changes = change.catch(() => {});
    return change;
  }
}
