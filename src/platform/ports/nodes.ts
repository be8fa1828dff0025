/** Tells whether servers have the same settings, without naming their values. */
export interface Fingerprint {
  /** Of Galley. */
  version: string;
  /** Short hashes by variable. Left out: it has its default. */
  hashes: Readonly<Record<string, string>>;
}

/** Another server of the installation. */
export interface OtherNode {
  id: number;
  settings: Fingerprint;
  /** Names of shared parts that it cannot reach, separated by commas. */
  faults: string;
}

/** The servers of an installation, each of which answers any request. A server takes part as long as it renews its lease. */
export interface Nodes {
  /** Whether there may be others at the same time. */
  readonly isShared: boolean;
  /**
   * Whether this server may answer requests: false once another one may have taken its place, because the lease could not be
   * renewed in time. Servers that share an installation always may; what the lease protects is refused by the database.
   */
  readonly mayServe: boolean;
  /** How many others there are. */
  readonly others: number;
  /** Sentences for the operator: servers whose settings differ from those of this one, a wrong clock, lost messages. */
  readonly faults: readonly string[];
  /**
   * Writes the lease of this server with the names of shared parts that it cannot reach. Returns those that another server reaches.
   * Throws `unavailable` if the database does not answer or refuses.
   */
  probe(faults: readonly string[]): Promise<string[]>;
  /** Calls `listener` when another server has taken the place of this one, which then must end. */
  onReplaced(listener: () => void): void;
  /** Gives up all locks and ends the lease. */
  close(): Promise<void>;
}
