import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { lockNumber } from './lock-number.ts';

/** Number of shards, into which all tenants are divided. A shard moves between servers as a whole. */
export const SHARDS = 64;

/** How long a request on a server that has lost a shard may still be running. It must not change anything. */
const LOST_MS = 60_000;

export const shardOf = (tenantId: number): number => tenantId % SHARDS;

/** Transactions of a shard's tenants hold it shared; moving the shard to another server holds it exclusively. */
export const lockOfShard = (shard: number): bigint => lockNumber(`shard ${shard}`);

interface Term {
  number: number;
  /** When it began (ms). */
  since: number;
}

/**
 * The shards of this server, each with its term. Every transaction of a tenant compares the term, so that a server that
 * has lost a shard without noticing cannot change anything.
 */
export class ShardTerms {
  readonly #clock: Clock;
  readonly #held = new Map<number, Term>();
  /** When shards were lost. */
  readonly #lost = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#held.size;
  }

  shards(): number[] {
    return [...this.#held.keys()];
  }

  of(shard: number): Term | undefined {
    return this.#held.get(shard);
  }

  begin(shard: number, number: number): void {
    this.#held.set(shard, { number, since: this.#clock.now() });
    this.#lost.delete(shard);
  }

  /** `isLost`: requests for its tenants may still be running here. */
  end(shard: number, isLost: boolean): void {
    if (this.#held.delete(shard) && isLost) this.#lost.set(shard, this.#clock.now());
  }

  /**
   * What a transaction of this tenant must find. Undefined for work of the service on a tenant of another server. Throws
   * `unavailable` if this server has lost the tenant a moment ago.
   */
  expected(tenantId: number): { shard: number; term: number } | undefined {
    const shard = shardOf(tenantId);
    const term = this.#held.get(shard);
    if (term !== undefined) return { shard, term: term.number };
    const lostAt = this.#lost.get(shard);
    if (lostAt !== undefined && this.#clock.now() - lostAt < LOST_MS) throw tenantMoved();
    return undefined;
  }
}

export const tenantMoved = () =>
  new DomainError('unavailable', 'Another server has just taken over. Nothing was changed. Try again.', {
    retryAfterSeconds: 1,
  });

export const noHome = () =>
  new DomainError('unavailable', 'No server can work on this at the moment. Try again in a few seconds.', {
    retryAfterSeconds: 2,
  });
