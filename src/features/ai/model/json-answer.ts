import type { TSchema } from '@sinclair/typebox';
import type { ModelSettings } from './request.ts';

/** Positions at which the search for an object starts, at most. It bounds the time for text with many braces. */
const MAX_STARTS = 50;

/** Levels of nested objects and lists. */
const MAX_DEPTH = 200;

/**
 * The JSON object in an answer, also inside a code fence or text, and with trailing commas. If there are several
 * objects, the longest one. Undefined for an answer without an object.
 */
export function parseJsonAnswer(text: string): object | undefined {
  if (isTooDeep(text)) return undefined;
  const whole = tryParse(text);
  if (whole !== undefined) return whole;
  let longest: { value: object; length: number } | undefined;
  let from = 0;
  for (let starts = 0; starts < MAX_STARTS; starts += 1) {
    const start = text.indexOf('{', from);
    if (start < 0) break;
    const end = findEnd(text, start);
    const value = end === undefined ? undefined : tryParse(text.slice(start, end));
    from = value === undefined || end === undefined ? start + 1 : end;
    if (value !== undefined && from - start > (longest?.length ?? 0))
      longest = { value, length: from - start };
  }
  return longest?.value;
}

function tryParse(text: string): object | undefined {
  return readObject(text) ?? readObject(dropLooseCommas(text));
}

function readObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // Try the next position.
    return undefined;
  }
}

/** `JSON.parse` takes any depth, but the code that walks through the object is recursive. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = findQuote(text, index);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Removes commas before the end of an object or list, outside of strings. */
function dropLooseCommas(text: string): string {
  let kept = '';
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') index = findQuote(text, index);
    else if (text[index] === ',' && LIST_END.test(text.slice(index + 1, index + 1 + MAX_SPACE))) {
      kept += text.slice(from, index);
      from = index + 1;
    }
  }
  return kept + text.slice(from);
}

const LIST_END = /^\s*[}\]]/;

/** Most spaces between a trailing comma and the end of its list. */
const MAX_SPACE = 200;

/** The position after the brace that closes the one at `start`; undefined if none does. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = findQuote(text, index);
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

/** The quote that ends the string beginning at `start`; the end of the text if none does. */
function findQuote(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

/** How JSON is requested of a model: by a schema, by JSON mode, or by the prompt only. */
export type Structure = 'schema' | 'json' | 'prompt';

/** The ways in which the provider can be asked for JSON, the strictest first. */
export function structuresOf({ provider }: ModelSettings): readonly Structure[] {
  // Anthropic has no JSON mode without a schema. Compatible servers differ.
  return provider === 'anthropic' ? ['schema', 'prompt'] : ['schema', 'json', 'prompt'];
}

/** Plain JSON, without the symbols of TypeBox. */
export function toPlainSchema(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
}

/** The system prompt for an answer in JSON. */
export function withSchema(
  system: string,
  schema: Record<string, unknown>,
  { provider }: ModelSettings,
  structure: Structure,
): string {
  // Many servers only restrict the output to the schema and do not show it to the model; some ignore it.
  if (structure === 'schema' && provider !== 'openai-compatible') return system;
  return `${system}\n\nAnswer with one JSON object and nothing else: no explanation, no code fence. It must be valid against this JSON Schema:\n${JSON.stringify(schema)}`;
}

/**
 * Whether OpenAI accepts the schema in strict mode: all properties required, no additional ones, only known keywords.
 */
export function isStrictSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  if (Array.isArray(schema)) return schema.every(isStrictSchema);
  const node = schema as Record<string, unknown>;
  if (!Object.keys(node).every((keyword) => STRICT_KEYWORDS.has(keyword))) return false;
  if (node.properties === undefined) {
    return (
      node.type !== 'object' && isStrictSchema([node.items, node.anyOf, ...Object.values(node.$defs ?? {})])
    );
  }
  const names = Object.keys(node.properties as object);
  const required = new Set(node.required as string[] | undefined);
  return (
    node.additionalProperties === false &&
    names.every((name) => required.has(name)) &&
    Object.values(node.properties as object).every(isStrictSchema) &&
    Object.values(node.$defs ?? {}).every(isStrictSchema)
  );
}

const STRICT_KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'const',
  '$ref',
  '$defs',
  'title',
  'description',
]);
