import { isFields } from '../record.ts';

/** Beyond this, values are compared as text: a document nested thousands deep must not exhaust the stack. */
const MAX_DEPTH = 100;

/** Whether two JSON values mean the same; the order of keys does not matter. */
export function isEqual(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (depth > MAX_DEPTH) return JSON.stringify(one) === JSON.stringify(other);
  if (Array.isArray(one)) return Array.isArray(other) && areListsEqual(one, other, depth);
  return isFields(one) && isFields(other) && isEqualBut(undefined, one, other, depth);
}

/** As isEqual, for objects of which one field is left aside. */
export function isEqualBut(
  key: string | undefined,
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
  depth = 0,
): boolean {
  let count = 0;
  for (const name in one) {
    if (name === key) continue;
    count += 1;
    // "__proto__" and "constructor" are there in any object, but not as its own.
    if (!Object.hasOwn(other, name) || !isEqual(one[name], other[name], depth + 1)) return false;
  }
  for (const name in other) if (name !== key) count -= 1;
  return count === 0;
}

function areListsEqual(one: readonly unknown[], other: readonly unknown[], depth: number): boolean {
  return one.length === other.length && one.every((item, index) => isEqual(item, other[index], depth + 1));
}
