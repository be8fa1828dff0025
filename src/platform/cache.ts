import type { Clock } from './clock.ts';
import type { Bus } from './ports/bus.ts';

interface CacheOptions {
  /** Most entries; the least recently used one is evicted. Default: no limit. */
  maxEntries?: number;
  /** Most bytes, counted as given to `set`. Default: no limit. */
  maxBytes?: number;
  /** Clears the cache at these topics of the bus and drops entries older than `maxAgeMs`, because messages can get lost. */
  invalidation?: { bus: Bus; topics: readonly string[]; clock: Clock; maxAgeMs?: number };
}

/** How long a lost message can leave an entry stale. */
const DEFAULT_MAX_AGE_MS = 5 * 60_000;

interface Entry<Value> {
  value: Value;
  bytes: number;
  storedAt: number;
}

/**
 * A bounded LRU cache. Entries must not be stale: either the key contains a version or a hash of the source, or
 * `invalidation` is set.
 */
export class Cache<Value> {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #invalidation: CacheOptions['invalidation'];
  /** In the order of last use. */
  readonly #entries = new Map<string, Entry<Value>>();
  /** Loads whose value will be stored. */
  readonly #loads = new Map<string, Promise<Value | undefined>>();
  #bytes = 0;

  constructor({ maxEntries, maxBytes, invalidation }: CacheOptions) {
    this.#maxEntries = maxEntries ?? Number.POSITIVE_INFINITY;
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY;
    this.#invalidation = invalidation;
    for (const topic of invalidation?.topics ?? []) invalidation?.bus.subscribe(topic, () => this.clear());
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (this.#isExpired(entry)) {
      this.#bytes -= entry.bytes;
      return undefined;
    }
    // A map keeps the order of insertion.
    this.#entries.set(key, entry);
    return entry.value;
  }

  /**
   * The entry, loaded and stored if it is missing; concurrent callers share one load. `undefined` is not stored, so that
   * misses cannot fill the cache. If the entry was set, deleted or cleared during the load, the loaded value is returned
   * but not stored.
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

  /** `bytes`: the size of the value. A value larger than the whole cache is not stored. */
  set(key: string, value: Value, bytes = 0): void {
    this.delete(key);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { value, bytes, storedAt: this.#now() });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes && this.#entries.size <= this.#maxEntries) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#loads.delete(key);
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#loads.clear();
    this.#bytes = 0;
  }

  #now(): number {
    return this.#invalidation?.clock.now() ?? 0;
  }

  /** After the clock was set back, the age of an entry is unknown. */
  #isExpired({ storedAt }: Entry<Value>): boolean {
    if (this.#invalidation === undefined) return false;
    const age = this.#now() - storedAt;
    return age < 0 || age >= (this.#invalidation.maxAgeMs ?? DEFAULT_MAX_AGE_MS);
  }
}
