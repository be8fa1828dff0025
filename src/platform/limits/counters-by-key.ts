/** A sum for each key. A key whose sum is 0 takes no memory. */
export class CountersByKey<Key> {
  readonly #sums = new Map<Key, number>();

  get(key: Key): number {
    return this.#sums.get(key) ?? 0;
  }

  /** Adds an amount, which may be negative. */
  add(key: Key, amount: number): void {
    const sum = this.get(key) + amount;
    if (sum === 0) this.#sums.delete(key);
    else this.#sums.set(key, sum);
  }

  /** The keys whose sum is not 0. */
  keys(): Iterable<Key> {
    return this.#sums.keys();
  }
}
