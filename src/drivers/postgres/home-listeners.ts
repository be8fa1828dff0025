import type { Homes } from '../../platform/ports/homes.ts';
import { shardOf } from './shard-terms.ts';

type ArriveListener = Parameters<Homes['onArrive']>[0];
type LeaveListener = Parameters<Homes['onLeave']>[0];

/** Listeners that are told when shards arrive at this server or leave it. */
export class HomeListeners {
  readonly onArrive: ArriveListener[] = [];
  readonly onLeave: LeaveListener[] = [];

  /** Rejects if a listener fails. */
  async tellArriving(shards: readonly number[]): Promise<void> {
    const arriving = new Set(shards);
    const isArriving = (tenantId: number) => arriving.has(shardOf(tenantId));
    await Promise.all(this.onArrive.map((listener) => listener(isArriving)));
  }

  /** Calls all listeners at once. Returns the errors of those that fail. */
  async tellLeaving(shards: readonly number[]): Promise<unknown[]> {
    const leaving = new Set(shards);
    if (leaving.size === 0) return [];
    const isLeaving = (tenantId: number) => leaving.has(shardOf(tenantId));
    const outcomes = await Promise.allSettled(this.onLeave.map((listener) => listener(isLeaving)));
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  }
}
