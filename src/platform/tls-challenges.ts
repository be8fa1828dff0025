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
 * Certificates that an authority looks at to see whether names belong to this server (ACME, challenge tls-alpn-01). The
 * listener for TLS shows them, and it relays connections of clients meanwhile.
 */
export class TlsChallenges {
  /** Addresses of the clients whose connections are relayed, by the port that the relay uses for each. */
  readonly relayedClients = new Map<number, string>();
  readonly #certificates = new Map<string, KeyPair>();
  #listener: Listener | undefined;
  #changes = Promise.resolve();

  /** `listener` gets all certificates after each change, and not again before it has resolved. */
  onChange(listener: Listener): void {
    this.#listener = listener;
  }

  /** Resolves when the certificate is shown to who asks for this name with the protocol of the challenge. */
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
