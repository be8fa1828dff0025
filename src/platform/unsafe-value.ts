import { validationFailed } from './errors.ts';

/** Nesting that any honest input stays far below; deeper input could exhaust the stack of whoever walks it. */
export const MAX_INPUT_DEPTH = 100;

/** Steps of a path worth naming: a path of a hundred steps explains nothing. */
const MAX_NAMED_STEPS = 5;

interface UnsafeValue {
  /** Steps from the input to the value. */
  path: string[];
  message: string;
}

/** Parts of parsed JSON that have been looked through already. */
const vetted = new WeakSet<object>();

/**
 * Refuses, wherever they stand, nesting beyond `MAX_INPUT_DEPTH`, NUL characters, lone surrogates and numbers beyond
 * the largest: they would not come back as they were sent. Throws `validation_failed` naming the place.
 */
export function refuseUnsafeValues(input: unknown): void {
  report(findUnsafeValue(input, 0, true));
}

/**
 * Parses JSON that was decoded from well-formed UTF-8 and refuses what `refuseUnsafeValues` refuses. A template has
 * thousands of texts; none needs a look if the JSON has no `\u` escape, the only way for an unsafe character to get in.
 * Throws a `SyntaxError` if it is not JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  report(findUnsafeValue(value, 0, text.includes('\\u')));
  markVetted(value);
  return value;
}

/**
 * Parses the JSON of a message whose part under `inputPath` will become the input of an operation. Nothing is refused:
 * that check names the place within the input, and is spared here only if the message holds nothing unsafe.
 * Throws a `SyntaxError` if it is not JSON.
 */
export function parseMessage(text: string, inputPath: readonly string[]): unknown {
  const message: unknown = JSON.parse(text);
  if (findUnsafeValue(message, 0, text.includes('\\u')) !== undefined) return message;
  let input = message;
  for (const step of inputPath) input = Object(input)[step];
  markVetted(input);
  return message;
}

function markVetted(value: unknown): void {
  for (const child of Object.values(Object(value))) {
    if (typeof child === 'object' && child !== null) vetted.add(child);
  }
}

function report(found: UnsafeValue | undefined): void {
  if (found !== undefined) throw validationFailed({ [found.path.join('.')]: [found.message] });
}

/** The path is put together on the way back from a fault, so that input without one costs no texts. */
function findUnsafeValue(value: unknown, depth: number, looksAtText: boolean): UnsafeValue | undefined {
  if (typeof value === 'string') return looksAtText ? describeUnsafeString(value) : undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { path: [], message: 'is a number too large to be kept.' };
  }
  if (typeof value !== 'object' || value === null || vetted.has(value)) return undefined;
  // The bytes of a file, which no JSON brings in: thousands of numbers that are all right.
  if (ArrayBuffer.isView(value)) return undefined;
  if (depth >= MAX_INPUT_DEPTH) {
    return { path: [], message: `is nested more than ${MAX_INPUT_DEPTH} levels deep.` };
  }
  // Values in one go: walking the keys of thousands of small objects takes four times as long.
  const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
  const names = looksAtText ? Object.keys(value) : [];
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    if (!looksAtText && typeof child === 'string') continue;
    const name = names[index];
    const found =
      (name === undefined ? undefined : describeUnsafeString(name)) ??
      findUnsafeValue(child, depth + 1, looksAtText);
    if (found === undefined) continue;
    found.path = [Object.keys(value)[index] as string, ...found.path].slice(0, MAX_NAMED_STEPS);
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
