/** What the budget needs of a cache. */
interface BudgetedCache {
  /**
   * The number that `nextUse` gave when the least recently used entry was last used; undefined if the cache is empty.
   */
  oldestUse(): number | undefined;
  evictOldest(): void;
}

/** Share of the budget for the page caches of the database's two connections together. */
const DATABASE_SHARE = 1 / 8;

/** Largest entry as a share of the bytes for all caches, so that one entry does not evict most others. */
const LARGEST_ENTRY_SHARE = 1 / 4;

/**
 * The memory that all caches of the process share (`GALLEY_CACHE_MB`). A cache may use what the others leave free.
 * Beyond the budget, the least recently used entry of all caches is evicted.
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

  /** A counter that orders the uses of entries. */
  nextUse(): number {
    this.#uses += 1;
    return this.#uses;
  }

  /** Whether an entry of this size may be cached. */
  takes(bytes: number): boolean {
    return bytes <= this.maxBytes * LARGEST_ENTRY_SHARE;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.maxBytes;
  }

  /** Counts bytes that a cache has stored (negative: removed). Evicts entries beyond the budget. */
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
