import type { EventBus } from './events.ts';

/** Remembers what was loaded until an event says that it may have changed. */
export interface Memory<Value> {
  recall(key: string): Value | undefined;
  /** Loads and remembers; `undefined` is returned and not remembered, so that nobody fills the memory with misses. */
  learn(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>;
  forget(key: string): void;
}

/** `forgetOn`: types of the events after which nothing remembered can be trusted. The oldest goes beyond `maxEntries`. */
export function createMemory<Value>(
  events: EventBus,
  { forgetOn, maxEntries }: { forgetOn: readonly string[]; maxEntries: number },
): Memory<Value> {
  const values = new Map<string, Value>();
  let generation = 0;
  events.subscribe((event) => {
    if (!forgetOn.includes(event.type)) return;
    generation += 1;
    values.clear();
  });
  return {
    recall: (key) => values.get(key),
    async learn(key, load) {
      const startedIn = generation;
      const value = await load();
      // What was loaded while something changed may be the old state: right for this caller, not to be kept.
      if (value === undefined || generation !== startedIn) return value;
      if (values.size >= maxEntries) values.delete(values.keys().next().value as string);
      values.set(key, value);
      return value;
    },
    forget: (key) => void values.delete(key),
  };
}
