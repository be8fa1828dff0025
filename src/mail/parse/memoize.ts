/** Results of longer keys are not cached: they rarely occur again. */
const MAX_KEY_LENGTH = 1000;
/** Size of the cache; a full cache is cleared. */
const MAX_RESULTS = 2000;

/**
 * Caches the results of a pure function by a key made of its arguments: mails use the same few colors over and over.
 */
export function memoize<A extends readonly unknown[], R>(
  keyOf: (...args: A) => string,
  compute: (...args: A) => R,
): (...args: A) => R {
  const known = new Map<string, R>();
  return (...args) => {
    const key = keyOf(...args);
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as R;
    if (known.size >= MAX_RESULTS) known.clear();
    const result = compute(...args);
    if (key.length <= MAX_KEY_LENGTH) known.set(key, result);
    return result;
  };
}
