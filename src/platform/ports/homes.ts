/** Tells whether servers have the same settings, without naming their values. */
export interface Fingerprint {
  /** Of Galley. */
  version: string;
  /** Short hashes by variable. Left out: it has its default. */
  hashes: Readonly<Record<string, string>>;
}

/** Another server of the installation. */
export interface OtherServer {
  id: number;
  /** Its address for servers, without a trailing slash. */
  address: string;
  settings: Fingerprint;
}

/**
 * Of several servers, each tenant has one that works for it, its home: what it keeps in memory about a tenant, such as who has a
 * template open, is all there is. Requests that reach another server are sent there.
 */
export interface Homes {
  /** Whether there may be other servers. */
  readonly isShared: boolean;
  /** Names this server among those of the installation, until others take it for gone. Undefined: it takes no part yet. */
  readonly id: number | undefined;
  /**
   * The other server that is the home of a tenant; undefined if this one is. Waits while the tenant moves or its server is gone,
   * and throws `unavailable` if that lasts.
   */
  find(tenantId: number): OtherServer | undefined | Promise<OtherServer | undefined>;
  /** Runs a request for a tenant whose home this is: the tenant is not given away meanwhile, unless it takes long. */
  during<Result>(tenantId: number, job: () => Promise<Result>): Promise<Result>;
  /** Whether this server is the home of a tenant at this moment. */
  has(tenantId: number): boolean;
  /**
   * Since when this server is the home of a tenant (ms), rounded up by what clocks may differ: others worked for it before.
   * Undefined: since it started.
   */
  since(tenantId: number): number | undefined;
  /** All servers but this one. */
  others(): OtherServer[];
  /** Sentences for the operator: servers whose settings differ from those of this one, and a wrong clock. */
  faults(): string[];
  /** A server by its `id`. Undefined if it is gone. */
  server(id: number): OtherServer | undefined;
  /** The secret that a request from another server carries to the server with this id. */
  passFor(id: number): string;
  /**
   * Calls `listener` when this server becomes the home of tenants, before their first request: it reads what another server has
   * stored for it.
   */
  onArrive(listener: (isArriving: (tenantId: number) => boolean) => Promise<void>): void;
  /**
   * Calls `listener` when tenants leave this server. It must end what it does for those for which `isLeaving`, and may store it
   * for the next server, which waits for that unless this server has lost the tenants already.
   */
  onLeave(listener: (isLeaving: (tenantId: number) => boolean) => void | Promise<void>): void;
  /** Forgets what it knows of other servers' tenants, because one of them did not answer as their home. */
  refresh(): void;
  /** Takes part. `address`: where other servers reach this one. */
  open(address: string): Promise<void>;
  /** Gives all tenants to other servers, if there are any. */
  leave(): Promise<void>;
  close(): Promise<void>;
}
