import { randomBytes } from '../platform/crypto.ts';
import type { DomainError } from '../platform/errors.ts';
import { encodeJson } from '../platform/stored-json.ts';

/** The result of `tools/call`: the same data as text, for every client, and as an object, for those that read it. */
export interface ToolResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** An operation's output as a result, and its length as JSON. Without `placeholders`, stored JSON is parsed. */
export function toToolResult(
  output: object,
  placeholders: Placeholders | undefined,
): { result: ToolResult; bytes: number } {
  const json = encodeJson(output);
  const bytes = typeof json === 'string' ? Buffer.byteLength(json) : json.byteLength;
  return { result: makeResult(output, json, placeholders), bytes };
}

/** Bytes of a result's texts. */
export function countBytes({ content }: ToolResult): number {
  return content.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

function makeResult(
  output: object,
  json: string | Uint8Array,
  placeholders: Placeholders | undefined,
): ToolResult {
  if (typeof json === 'string') {
    return { content: [{ type: 'text', text: json }], structuredContent: output as Record<string, unknown> };
  }
  if (placeholders !== undefined) {
    return {
      content: [{ type: 'text', text: placeholders.forText(output, json) }],
      structuredContent: placeholders.forObject(json),
    };
  }
  const text = Buffer.from(json).toString();
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

/**
 * An error as a result: its message, and in a second text further facts, such as every wrong field.
 */
export function toToolError({ message, details }: DomainError): ToolResult {
  const { errors = {}, facts } = details;
  const hasMore = facts !== undefined || Object.keys(errors).length > 1;
  const more = { ...facts, ...(Object.keys(errors).length > 1 && { errors }) };
  const texts = hasMore ? [message, JSON.stringify(more)] : [message];
  return { content: texts.map((text) => ({ type: 'text', text })), isError: true };
}

/** Prefix of every placeholder: random, so that no content can contain one. */
const SEED = Buffer.from(randomBytes(16)).toString('hex');

/**
 * Placeholders for stored JSON in a message, so that the protocol library does not parse, copy and encode it. They are
 * replaced in the response.
 */
export interface Placeholders {
  /** An object in place of `json`, the JSON of an object. */
  forObject(json: Uint8Array): Record<string, unknown>;
  /** A text in place of `json`, the JSON of `output`. */
  forText(output: object, json: Uint8Array): string;
  /** The response with the JSON in place of the placeholders. */
  fill(response: Response): Promise<Response>;
}

/** Outputs as JSON texts in quotes. Operations return the same object again when it is cached. */
export type QuotedTexts = WeakMap<object, Uint8Array>;

export function createPlaceholders(quotedTexts: QuotedTexts): Placeholders {
  const held: { marker: string; json: Uint8Array }[] = [];
  const hold = (name: string, toJson: (name: string) => string, json: Uint8Array) => {
    held.push({ marker: toJson(name), json });
    return name;
  };
  const nextName = () => `${SEED}-${held.length}`;
  return {
    forObject: (json) => ({ [hold(nextName(), (name) => `{"${name}":0}`, json)]: 0 }),
    forText(output, json) {
      const quoted = quotedTexts.get(output) ?? Buffer.from(JSON.stringify(Buffer.from(json).toString()));
      quotedTexts.set(output, quoted);
      return hold(nextName(), (name) => `"${name}"`, quoted);
    },
    async fill(response) {
      if (held.length === 0) return response;
      const { status, headers } = response;
      headers.delete('content-length');
      return new Response(replaceMarkers(await response.text(), held), { status, headers });
    },
  };
}

function replaceMarkers(text: string, held: readonly { marker: string; json: Uint8Array }[]): Uint8Array {
  const places = held
    .map(({ marker, json }) => ({ start: text.indexOf(marker), end: marker.length, json }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
  const parts: Uint8Array[] = [];
  let position = 0;
  for (const { start, end, json } of places) {
    parts.push(Buffer.from(text.slice(position, start)), json);
    position = start + end;
  }
  parts.push(Buffer.from(text.slice(position)));
  return Buffer.concat(parts);
}
