import { type Fields, isFields } from '../record.ts';
import { isEqual } from './is-equal.ts';

/** Operations are refused when they are nested deeper. */
const DEEPEST = 90;

/**
 * The JSON Merge Patch that turns one object into another; empty when they are equal, undefined when there is none:
 * such a patch cannot set a field to null. `leftOut`: a field that is not looked at.
 */
export function makePatch(before: Fields, after: Fields, leftOut?: string, depth = 0): Fields | undefined {
  if (depth > DEEPEST) return undefined;
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(before)) {
    if (key !== leftOut && !Object.hasOwn(after, key)) entries.push([key, null]);
  }
  for (const [key, value] of Object.entries(after)) {
    const past = Object.hasOwn(before, key) ? before[key] : undefined;
    if (key === leftOut || isEqual(past, value)) continue;
    const change = isFields(value)
      ? makePatch(isFields(past) ? past : {}, value, undefined, depth + 1)
      : value;
    if (change === undefined || change === null) return undefined;
    entries.push([key, change]);
  }
  // Not by assignment: a field may be called "__proto__".
  return Object.fromEntries(entries);
}
