import type { Deps } from './deps.ts';

/**
 * Something there is once in each application, such as a memory or a pool of workers: made when it is first asked for,
 * and gone with the application.
 */
export function perApplication<Value>(make: (deps: Deps) => Value): (deps: Deps) => Value {
  const made = new WeakMap<Deps, { value: Value }>();
  return (deps) => {
    let entry = made.get(deps);
    if (entry === undefined) {
      entry = { value: make(deps) };
      made.set(deps, entry);
    }
    return entry.value;
  };
}
