/** Characters of a key that is remembered; what is longer hardly comes again. */
const LONGEST = 1000;
/** Results kept before all are forgotten. */
const MOST = 2000;

/** A pure function that remembers results by a key made of its arguments: mails use the same few colors over and over. */
export function memoize<A extends readonly unknown[], R>(
  keyOf: (...args: A) => string,
  compute: (...args: A) => R,
): (...args: A) => R {
  const known = new Map<string, R>();
  return (...args) => {
    const key = keyOf(...args);
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as R;
    if (known.size >= MOST) known.clear();
    const result = compute(...args);
    if (key.length <= LONGEST) known.set(key, result);
    return result;
  };
}
