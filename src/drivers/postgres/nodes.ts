import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Bus } from '../../platform/ports/bus.ts';
import type { Fingerprint, Nodes, OtherNode } from '../../platform/ports/nodes.ts';
import { ClockCheck } from './clock-check.ts';
import type { Renewal, ServerLease } from './lease.ts';
import { MessageCheck } from './message-check.ts';

interface Options {
  settings: Fingerprint;
  bus: Pick<Bus, 'heard' | 'fault'>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** The servers with a lease on one database. Each renewal of this one's compares it with the others. */
export class PostgresServers implements Nodes {
  readonly isShared: boolean;
  readonly #lease: ServerLease;
  readonly #options: Options;
  readonly #clockCheck: ClockCheck;
  readonly #messageCheck: MessageCheck;
  #others: readonly OtherNode[] = [];
  #differences: readonly string[] = [];

  constructor(lease: ServerLease, options: Options) {
    this.#lease = lease;
    this.#options = options;
    this.isShared = lease.isShared;
    this.#clockCheck = new ClockCheck(options);
    this.#messageCheck = new MessageCheck(options);
    lease.onRenewed((renewal) => this.#compare(renewal));
  }

  get mayServe(): boolean {
    return this.isShared || this.#lease.isCurrent;
  }

  get others(): number {
    return this.#others.length;
  }

  get faults(): readonly string[] {
    return [...this.#differences, ...this.#clockCheck.faults, ...this.#messageCheck.faults];
  }

  async probe(faults: readonly string[]): Promise<string[]> {
    await this.#lease.renew(faults.join());
    return faults.filter((fault) => this.#others.some((other) => !other.faults.split(',').includes(fault)));
  }

  onReplaced(listener: () => void): void {
    this.#lease.onReplaced(listener);
  }

  close(): Promise<void> {
    return this.#lease.close();
  }

  #compare({ others, now, askedAt }: Renewal): void {
    const { settings, log } = this.#options;
    this.#clockCheck.compare(now, askedAt);
    this.#messageCheck.compare(others.length);
    const namesOf = (servers: readonly OtherNode[]) =>
      servers
        .map(({ id }) => id)
        .sort()
        .join();
    const before = namesOf(this.#others);
    this.#others = others;
    const differences = describeDifferences(settings, others);
    if (before !== namesOf(others)) log.info({ servers: others.length + 1 }, 'servers have come or gone');
    for (const fault of differences) if (!this.#differences.includes(fault)) log.warn(fault);
    this.#differences = differences;
  }
}

/** A sentence for the operator about the settings in which other servers differ from this one. */
export function describeDifferences(own: Fingerprint, others: readonly OtherNode[]): string[] {
  const names = new Set(others.flatMap(({ settings }) => findDifferences(own, settings)));
  if (names.size === 0) return [];
  return [
    `This server and another one differ in ${[...names].sort().join(', ')}. Give all servers of the installation the same values, and start those again that you change.`,
  ];
}

/** Another version can have other settings and plans. It is replaced soon. */
function findDifferences(own: Fingerprint, other: Fingerprint): string[] {
  if (own.version !== other.version) return [];
  const names = new Set([...Object.keys(own.hashes), ...Object.keys(other.hashes)]);
  return [...names].filter((name) => own.hashes[name] !== other.hashes[name]);
}
