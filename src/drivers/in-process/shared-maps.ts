import { Cache } from '../../platform/caching/cache.ts';
import { CacheBudget } from '../../platform/caching/cache-budget.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SharedMaps } from '../../platform/ports/shared-maps.ts';

const MAX_MAPS = 20_000;
const MAX_BYTES = 32 * 1024 * 1024;

interface Kept {
  fields: Map<string, string>;
  until: number;
}

/** The maps of a single server. The ones not used for longest are forgotten first. */
export class InProcessMaps implements SharedMaps {
  readonly #clock: Clock;
  readonly #maps = new Cache<Kept>({ maxEntries: MAX_MAPS, budget: new CacheBudget(MAX_BYTES) });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async read(name: string): Promise<Readonly<Record<string, string>>> {
    return Object.fromEntries(this.#find(name)?.fields ?? []);
  }

  write(name: string, fields: Readonly<Record<string, string>>, seconds: number): void {
    const kept = this.#find(name)?.fields ?? new Map<string, string>();
    for (const [field, value] of Object.entries(fields)) kept.set(field, value);
    const bytes = kept.entries().reduce((sum, [field, value]) => sum + field.length + value.length, 0);
    this.#maps.set(name, { fields: kept, until: this.#clock.now() + seconds * 1000 }, bytes);
  }

  remove(name: string, field: string): void {
    this.#find(name)?.fields.delete(field);
  }

  #find(name: string): Kept | undefined {
    const kept = this.#maps.get(name);
    return kept !== undefined && kept.until > this.#clock.now() ? kept : undefined;
  }
}
