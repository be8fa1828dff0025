/** A cache as far as the budget needs it. */
interface BudgetedCache {
  /** When its least recently used entry was used, as `nextUse` gave it; undefined if the cache is empty. */
  oldestUse(): number | undefined;
  evictOldest(): void;
}

/** Share of the whole budget that the page caches of the database's two connections get together. */
const DATABASE_SHARE = 1 / 8;

/** Largest entry as a share of what all caches may hold, so that one entry does not displace most others. */
const LARGEST_ENTRY_SHARE = 1 / 4;

/**
 * The memory that all caches of the process share (`GALLEY_CACHE_MB`). Each cache may use as much as the others leave;
 * beyond the budget, the entry of all caches that was unused for longest is evicted.
 */
export class CacheBudget {
  /** Bytes for the pages that the database keeps in memory. */
  readonly databaseBytes: number;
  /** Bytes for the entries of all caches. */
  readonly maxBytes: number;
  readonly #caches: BudgetedCache[] = [];
  /** Since the start of the process. */
  hits = 0;
  misses = 0;
  #bytes = 0;
  #uses = 0;

  constructor(totalBytes: number) {
    this.databaseBytes = Math.floor(totalBytes * DATABASE_SHARE);
    this.maxBytes = totalBytes - this.databaseBytes;
  }

  /** Bytes of all entries. */
  get bytes(): number {
    return this.#bytes;
  }

  add(cache: BudgetedCache): void {
    this.#caches.push(cache);
  }

  /** A number that grows with each use of an entry. */
  nextUse(): number {
    this.#uses += 1;
    return this.#uses;
  }

  /** Whether one entry may be so large. */
  takes(bytes: number): boolean {
    return bytes <= this.maxBytes * LARGEST_ENTRY_SHARE;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.maxBytes;
  }

  /** Counts bytes that a cache has stored or, if negative, removed. Evicts entries beyond the budget. */
  count(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.maxBytes) {
      const oldest = this.#findOldest();
      if (oldest === undefined) return;
      oldest.evictOldest();
    }
  }

  #findOldest(): BudgetedCache | undefined {
    let oldest: BudgetedCache | undefined;
    let oldestUse = Number.POSITIVE_INFINITY;
    for (const cache of this.#caches) {
      const use = cache.oldestUse();
      if (use === undefined || use >= oldestUse) continue;
      oldest = cache;
      oldestUse = use;
    }
    return oldest;
  }
}
