import { refuseUnknownInContent } from './edit/unknown-fields.ts';
import { type Fault, listFaults } from './faults.ts';
import {
  CONTENT_TOO_LARGE,
  describeSize,
  MAX_BLOCKS,
  MAX_CONTENT_BYTES,
  type ReadOptions,
  readContent,
} from './read-content.ts';
import type { TemplateContent } from './template-content.ts';

/** The result of parsing: the full content as an object and as the JSON text to store, or why it was refused. */
export type ParsedContent =
  | { ok: true; content: TemplateContent; json: string }
  | { ok: false; reason: 'invalid' | 'too_large'; faults: Fault[] };

/**
 * Checks a content and fills in the fields a writer may leave out. Unknown fields, and blocks of unknown types,
 * are kept as they are unless the options refuse them. The input is not changed; complete parts are shared with the
 * result, and a complete input is returned itself.
 * @param input the outcome of JSON.parse, from anywhere
 */
export function parseContent(input: unknown, options: ReadOptions): ParsedContent {
  const { content, faults, blockCount, isTooLarge } = readContent(input, options);
  if (blockCount > MAX_BLOCKS)
    return refuseSize(describeSize(`more than ${MAX_BLOCKS} blocks`, `${MAX_BLOCKS} blocks`));
  if (isTooLarge) return refuseBytes();
  if (options.unknownFields === 'refuse') refuseUnknownInContent(faults, input, options.replaced);
  if (faults.total > 0) return { ok: false, reason: 'invalid', faults: listFaults(faults) };
  return writeContent(content);
}

/** The JSON text of a content whose parts were checked, or why it cannot be stored: its size or its nesting. */
export function writeContent(content: unknown): ParsedContent {
  const json = writeJson(content);
  if (json === undefined) {
    const message = 'Objects and lists are nested too deeply inside each other; flatten the unknown fields.';
    return { ok: false, reason: 'invalid', faults: [{ path: '', message }] };
  }
  if (exceedsBytes(json, MAX_CONTENT_BYTES)) return refuseBytes();
  // All parts were checked before; unknown block types are the documented exception.
  return { ok: true, content: content as unknown as TemplateContent, json };
}

function refuseBytes(): ParsedContent {
  return refuseSize(CONTENT_TOO_LARGE);
}

function refuseSize(message: string): ParsedContent {
  return { ok: false, reason: 'too_large', faults: [{ path: '', message }] };
}

function writeJson(content: unknown): string | undefined {
  try {
    return JSON.stringify(content);
  } catch (error) {
    // JSON.stringify overflows the stack at a depth that JSON.parse may accept.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function exceedsBytes(json: string, limit: number): boolean {
  if (json.length > limit) return true;
  // A UTF-16 unit takes at most three bytes: most contents need no counting.
  return json.length * 3 > limit && new TextEncoder().encode(json).length > limit;
}
