/** A queue for several owners: owners take turns (round-robin), items of one owner keep their order. */
export class FairQueue<Item> {
  /** Owners in the order of their next turn. No list is empty. */
  readonly #byOwner = new Map<string, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Number of owners with waiting items. */
  get owners(): number {
    return this.#byOwner.size;
  }

  countOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  /** Owners with their number of waiting items, in the order of their turns. */
  *counts(): Generator<[owner: string, count: number]> {
    for (const [owner, items] of this.#byOwner) yield [owner, items.length];
  }

  push(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) this.#byOwner.set(owner, [item]);
    else items.push(item);
    this.#length += 1;
  }

  /** Adds an item in front of the owner's other items. */
  unshift(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) this.#byOwner.set(owner, [item]);
    else items.unshift(item);
    this.#length += 1;
  }

  /** The next item of the first owner for which `mayStart` is true; that owner then moves to the end. */
  shift(mayStart: (owner: string) => boolean = () => true): Item | undefined {
    for (const [owner, items] of this.#byOwner) {
      if (!mayStart(owner)) continue;
      const item = items.shift();
      this.#byOwner.delete(owner);
      if (items.length > 0) this.#byOwner.set(owner, items);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }

  /** Removes and returns the owner's newest item. */
  pop(owner: string): Item | undefined {
    const item = this.#byOwner.get(owner)?.at(-1);
    if (item !== undefined) this.remove(owner, item);
    return item;
  }

  /** Returns whether the item was waiting. */
  remove(owner: string, item: Item): boolean {
    const items = this.#byOwner.get(owner) ?? [];
    const index = items.indexOf(item);
    if (index === -1) return false;
    items.splice(index, 1);
    if (items.length === 0) this.#byOwner.delete(owner);
    this.#length -= 1;
    return true;
  }

  /** Removes and returns every item. */
  clear(): Item[] {
    const items = [...this.#byOwner.values()].flat();
    this.#byOwner.clear();
    this.#length = 0;
    return items;
  }
}
