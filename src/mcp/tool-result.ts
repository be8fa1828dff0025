import type { DomainError } from '../platform/errors.ts';
import { encodeJson } from '../platform/stored-json.ts';
import type { Splicer } from './splice.ts';

/** The result of `tools/call`: the same data as text, for every client, and as an object, for those that read it. */
export interface ToolResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** An operation's output as a result, and its length as JSON. Without a splicer stored JSON in it is parsed. */
export function toToolResult(
  output: object,
  splicer: Splicer | undefined,
): { result: ToolResult; bytes: number } {
  const json = encodeJson(output);
  const bytes = typeof json === 'string' ? Buffer.byteLength(json) : json.byteLength;
  return { result: makeResult(output, json, splicer), bytes };
}

/** Bytes of a result's texts. */
export function countBytes({ content }: ToolResult): number {
  return content.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

function makeResult(output: object, json: string | Uint8Array, splicer: Splicer | undefined): ToolResult {
  if (typeof json === 'string') {
    return { content: [{ type: 'text', text: json }], structuredContent: output as Record<string, unknown> };
  }
  if (splicer !== undefined) {
    return {
      content: [{ type: 'text', text: splicer.holdText(output, json) }],
      structuredContent: splicer.holdObject(json),
    };
  }
  const text = Buffer.from(json).toString();
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

/**
 * A refusal as a result: its message, as SERVICE.md 7.2 words it, and in a second text what else helps to do better,
 * such as every wrong field.
 */
export function toToolError({ message, details }: DomainError): ToolResult {
  const { errors = {}, facts } = details;
  const hasMore = facts !== undefined || Object.keys(errors).length > 1;
  const more = { ...facts, ...(Object.keys(errors).length > 1 && { errors }) };
  const texts = hasMore ? [message, JSON.stringify(more)] : [message];
  return { content: texts.map((text) => ({ type: 'text', text })), isError: true };
}
