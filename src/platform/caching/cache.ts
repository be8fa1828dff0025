import type { Clock } from '../clock.ts';
import type { Bus } from '../ports/bus.ts';
import { CacheBudget } from './cache-budget.ts';

interface CacheOptions {
  /**
   * The memory that all caches share. Only counters leave it out, because other entries must not evict them; they set
   * `maxEntries`.
   */
  budget?: CacheBudget;
  /** Most entries; the least recently used one is evicted. Default: limited by the budget only. */
  maxEntries?: number;
  /**
   * While the budget is used up, only one in this many new entries is stored. Otherwise reads of more entries than fit
   * would replace all of them again and again, which costs more than it saves. Default: 1.
   */
  admitsOneIn?: number;
  /**
   * Clears the cache on messages of these topics. Entries also expire after `maxAgeMs`, because messages can get lost.
   */
  invalidation?: { bus: Bus; topics: readonly string[]; clock: Clock; maxAgeMs?: number };
}

/** How long an entry can be stale after a lost message, unless the bus has a shorter limit. */
const DEFAULT_MAX_AGE_MS = 5 * 60_000;

/** Estimated overhead of an entry in bytes: key, maps and small objects. */
const ENTRY_BYTES = 256;

interface Entry<Value> {
  value: Value;
  bytes: number;
  lastUse: number;
  storedAt: number;
}

/**
 * A bounded LRU cache. Entries must not be stale: either the key contains a version or a hash of the source, or
 * `invalidation` is set.
 */
export class Cache<Value> {
  readonly #budget: CacheBudget;
  readonly #maxEntries: number;
  readonly #admitsOneIn: number;
  readonly #invalidation: CacheOptions['invalidation'];
  /** In the order of last use. */
  readonly #entries = new Map<string, Entry<Value>>();
  /** Loads in progress whose value will be stored. */
  readonly #loads = new Map<string, Promise<Value | undefined>>();
  #refused = 0;

  constructor({ budget, maxEntries, admitsOneIn, invalidation }: CacheOptions) {
    this.#budget = budget ?? new CacheBudget(Number.MAX_SAFE_INTEGER);
    this.#maxEntries = maxEntries ?? Number.POSITIVE_INFINITY;
    this.#admitsOneIn = admitsOneIn ?? 1;
    this.#invalidation = invalidation;
    this.#budget.add(this);
    for (const topic of invalidation?.topics ?? []) invalidation?.bus.subscribe(topic, () => this.clear());
    invalidation?.bus.onGap(() => this.clear());
  }

  get(key: string): Value | undefined {
    const entry = this.#findFresh(key);
    if (entry === undefined) {
      this.#budget.misses += 1;
      return undefined;
    }
    this.#budget.hits += 1;
    // Moves it to the end: a map keeps the order of insertion.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.lastUse = this.#budget.nextUse();
    return entry.value;
  }

  /**
   * Returns the entry; loads and stores it if it is missing. Concurrent callers share one load. `undefined` is not
   * stored, so that misses cannot fill the cache. If the entry was set, deleted or cleared during the load, the loaded
   * value is returned but not stored.
   */
  async getOrLoad<Loaded extends Value | undefined>(
    key: string,
    load: () => Promise<Loaded>,
    sizeOf: (value: Value) => number = () => 0,
  ): Promise<Loaded | Value> {
    const known = this.get(key);
    if (known !== undefined) return known;
    const pending = this.#loads.get(key);
    if (pending !== undefined) return pending as Promise<Loaded>;
    const loading = load();
    this.#loads.set(key, loading);
    try {
      const value = await loading;
      if (value !== undefined && this.#loads.get(key) === loading) {
        this.set(key, value as Value, sizeOf(value as Value));
      }
      return value;
    } finally {
      if (this.#loads.get(key) === loading) this.#loads.delete(key);
    }
  }

  /** `valueBytes`: the size of the value. Values that are too large for the budget are not stored. */
  set(key: string, value: Value, valueBytes = 0): void {
    const bytes = valueBytes + ENTRY_BYTES;
    const isNew = !this.#entries.has(key);
    this.delete(key);
    if (!this.#budget.takes(bytes) || (isNew && !this.#admits(bytes))) return;
    this.#entries.set(key, { value, bytes, lastUse: this.#budget.nextUse(), storedAt: this.#now() });
    this.#budget.count(bytes);
    if (this.#entries.size > this.#maxEntries) this.evictOldest();
  }

  #admits(bytes: number): boolean {
    if (this.#admitsOneIn === 1 || this.#budget.hasRoomFor(bytes)) return true;
    this.#refused = (this.#refused + 1) % this.#admitsOneIn;
    return this.#refused === 0;
  }

  delete(key: string): void {
    this.#loads.delete(key);
    this.#remove(key);
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.#remove(key);
    this.#loads.clear();
  }

  oldestUse(): number | undefined {
    for (const entry of this.#entries.values()) return entry.lastUse;
    return undefined;
  }

  evictOldest(): void {
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.delete(oldest);
  }

  #findFresh(key: string): Entry<Value> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || !this.#isExpired(entry)) return entry;
    this.#remove(key);
    return undefined;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#budget.count(-entry.bytes);
  }

  #now(): number {
    return this.#invalidation?.clock.now() ?? 0;
  }

  /** If the clock was set back, the age of an entry is unknown. */
  #isExpired({ storedAt }: Entry<Value>): boolean {
    if (this.#invalidation === undefined) return false;
    const { bus, maxAgeMs = DEFAULT_MAX_AGE_MS } = this.#invalidation;
    const age = this.#now() - storedAt;
    return age < 0 || age >= Math.min(maxAgeMs, bus.maxCacheAgeMs);
  }
}
