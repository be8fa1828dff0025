import { MINUTE_MS } from '../../platform/clock.ts';
import type { Stamp } from './entry.ts';
import type { Member } from './member.ts';

/** How long a tab that has left can come back. */
const KEPT_MS = 10 * MINUTE_MS;

/** A server that appends nothing for so long is gone, and its tabs with it. Each appends something every minute. */
const MAX_SILENCE_MS = 3 * MINUTE_MS;
const SWEEP_MS = MINUTE_MS;

const MAX_MEMBERS = 1_000;

/** The tabs of a room. The time is that of its entries, so each server forgets a tab at the same entry. */
export class MemberTable {
  readonly byId = new Map<string, Member>();
  /** Server → time of its last entry. */
  readonly heard = new Map<string, number>();
  time = 0;
  #sweptAt = 0;

  hear({ server, time }: Stamp): void {
    this.time = Math.max(this.time, time);
    this.heard.set(server, this.time);
  }

  /** Forgets a tab that has left if there are too many. Returns false if all are connected. */
  makeRoom(): boolean {
    if (this.byId.size < MAX_MEMBERS) return true;
    const gone = this.byId.values().filter(({ left }) => left !== undefined);
    const oldest = [...gone].sort((one, other) => (one.left?.serial ?? 0) - (other.left?.serial ?? 0))[0];
    if (oldest !== undefined) this.byId.delete(oldest.id);
    return oldest !== undefined;
  }

  /** Forgets tabs that have left long ago. Returns servers that are gone, with their connections. */
  sweep(): string[] {
    if (this.time < this.#sweptAt + SWEEP_MS) return [];
    this.#sweptAt = this.time;
    const silent = [...this.heard].filter(([, time]) => time < this.time - MAX_SILENCE_MS);
    for (const [server] of silent) this.heard.delete(server);
    for (const { id, left } of this.byId.values())
      if (left !== undefined && left.time < this.time - KEPT_MS) this.byId.delete(id);
    return silent.map(([server]) => server);
  }
}
