import { validationFailed } from '../errors.ts';

/** Deeper input could overflow the stack of recursive functions. Contents are far less deep. */
export const MAX_INPUT_DEPTH = 100;

/** Most steps of a path in an error message. */
const MAX_NAMED_STEPS = 5;

interface UnsafeValue {
  /** Steps from the input to the value. */
  path: string[];
  message: string;
}

/**
 * Throws `validation_failed` with the path of the first value that could not be stored and returned unchanged: nesting
 * deeper than `MAX_INPUT_DEPTH`, a NUL character, a lone surrogate or a number that is too large.
 */
export function refuseUnsafeValues(input: unknown): void {
  const found = findUnsafeValue(input, 0);
  if (found !== undefined) throw validationFailed({ [found.path.join('.')]: [found.message] });
}

/** Builds the path while returning from an unsafe value, so that safe input needs no paths. */
function findUnsafeValue(value: unknown, depth: number): UnsafeValue | undefined {
  if (typeof value === 'string') return describeUnsafeString(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { path: [], message: 'is a number that is too large.' };
  }
  // The bytes of a file cannot come from JSON.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  if (depth >= MAX_INPUT_DEPTH) {
    return { path: [], message: `is nested more than ${MAX_INPUT_DEPTH} levels deep.` };
  }
  for (const name in value) {
    const child = (value as Record<string, unknown>)[name];
    const found = describeUnsafeString(name) ?? findUnsafeValue(child, depth + 1);
    if (found === undefined) continue;
    found.path = [name, ...found.path].slice(0, MAX_NAMED_STEPS);
    return found;
  }
  return undefined;
}

function describeUnsafeString(text: string): UnsafeValue | undefined {
  if (text.includes('\0')) {
    return { path: [], message: 'contains a NUL character (\\u0000); leave it out.' };
  }
  if (!text.isWellFormed()) {
    return {
      path: [],
      message: 'contains half of a surrogate pair (broken Unicode); send whole characters.',
    };
  }
  return undefined;
}
