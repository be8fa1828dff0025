import { type Fields, isFields } from '../record.ts';

/**
 * The outcome of a JSON Merge Patch (RFC 7396): objects merge, null removes, anything else replaces.
 * Changes neither argument, shares what it can with both, and is `target` itself when nothing changes.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const base = isFields(target) ? target : {};
  let merged: Fields | undefined;
  for (const [key, change] of Object.entries(patch)) {
    const isThere = Object.hasOwn(base, key);
    if (change === undefined || (change === null && !isThere)) continue;
    const before = isThere ? base[key] : undefined;
    const after = change === null ? undefined : mergePatch(before, change);
    if (change !== null && isThere && after === before) continue;
    merged ??= { ...base };
    if (change === null) delete merged[key];
    else setField(merged, key, after);
  }
  return merged ?? base;
}

/** Assigning to "__proto__" would change the prototype instead of making a field. */
function setField(fields: Fields, key: string, value: unknown): void {
  Object.defineProperty(fields, key, { value, enumerable: true, writable: true, configurable: true });
}
