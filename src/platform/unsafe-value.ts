import { validationFailed } from './errors.ts';

/** Deeper input could overflow the stack of recursive functions. Contents are far less deep. */
export const MAX_INPUT_DEPTH = 100;

/** Most steps of a path in an error message. */
const MAX_NAMED_STEPS = 5;

interface UnsafeValue {
  /** Steps from the input to the value. */
  path: string[];
  message: string;
}

/** Parts of parsed JSON that have been checked already. */
const checked = new WeakSet<object>();

/**
 * Throws `validation_failed` with the path of the first value that could not be stored and returned unchanged: nesting
 * deeper than `MAX_INPUT_DEPTH`, a NUL character, a lone surrogate or a number that is too large.
 */
export function refuseUnsafeValues(input: unknown): void {
  report(findUnsafeValue(input, 0, true));
}

/**
 * Parses JSON that was decoded from well-formed UTF-8, and checks it like `refuseUnsafeValues`. Strings are checked only
 * if the JSON has an escape of an unsafe character, because a template has thousands of strings. Throws a `SyntaxError` if
 * it is not JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  report(findUnsafeValue(value, 0, mayHoldUnsafeStrings(text)));
  markChecked(value);
  return value;
}

/**
 * Parses a message whose part at `inputPath` becomes the input of an operation. It accepts unsafe values: the check of
 * the input refuses them, with the path within the input. If the message has none, that check is skipped. Throws a
 * `SyntaxError` if it is not JSON.
 */
export function parseMessage(text: string, inputPath: readonly string[]): unknown {
  const message: unknown = JSON.parse(text);
  if (findUnsafeValue(message, 0, mayHoldUnsafeStrings(text)) !== undefined) return message;
  let input = message;
  for (const step of inputPath) input = Object(input)[step];
  markChecked(input);
  return message;
}

/** Escapes of unsafe characters: NUL and surrogates. Other unsafe characters cannot occur in UTF-8. */
const UNSAFE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

function mayHoldUnsafeStrings(text: string): boolean {
  return text.includes('\\u') && UNSAFE_ESCAPE.test(text);
}

/** The value itself is often copied to add fields, so its children are marked. */
function markChecked(value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null) checked.add(child);
  }
}

function report(found: UnsafeValue | undefined): void {
  if (found !== undefined) throw validationFailed({ [found.path.join('.')]: [found.message] });
}

/** Builds the path while returning from an unsafe value, so that safe input needs no paths. */
function findUnsafeValue(value: unknown, depth: number, checksStrings: boolean): UnsafeValue | undefined {
  if (typeof value === 'string') return checksStrings ? describeUnsafeString(value) : undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { path: [], message: 'is a number that is too large.' };
  }
  if (typeof value !== 'object' || value === null || checked.has(value)) return undefined;
  // The bytes of a file, which cannot come from JSON.
  if (ArrayBuffer.isView(value)) return undefined;
  if (depth >= MAX_INPUT_DEPTH) {
    return { path: [], message: `is nested more than ${MAX_INPUT_DEPTH} levels deep.` };
  }
  // `Object.values` takes a quarter of the time of a loop over keys.
  const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
  const names = checksStrings && !Array.isArray(value) ? Object.keys(value) : [];
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    const name = names[index];
    if (isSafePrimitive(child, checksStrings) && name === undefined) continue;
    const found =
      (name === undefined ? undefined : describeUnsafeString(name)) ??
      findUnsafeValue(child, depth + 1, checksStrings);
    if (found === undefined) continue;
    const step = Array.isArray(value) ? String(index) : (Object.keys(value)[index] as string);
    found.path = [step, ...found.path].slice(0, MAX_NAMED_STEPS);
    return found;
  }
  return undefined;
}

function isSafePrimitive(value: unknown, checksStrings: boolean): boolean {
  if (typeof value === 'string') return !checksStrings;
  return typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'object';
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
