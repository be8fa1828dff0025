import type { DomainError } from '../platform/errors.ts';
import type { PictureOutput } from '../platform/files/picture.ts';
import { readJson } from '../platform/json/stored-json.ts';
import { randomBytes } from '../platform/security/crypto.ts';
import { createFence, enclose, encloseJson, escapeInvisible, type Fence } from './fence.ts';

/**
 * The result of `tools/call`: the same data as text, for every client, and as an object, for those that read it. Data that
 * others wrote is fenced in both (fence.ts).
 */
export interface ToolResult {
  [key: string]: unknown;
  content: (TextPart | ImagePart)[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

interface TextPart {
  type: 'text';
  text: string;
}

interface ImagePart {
  type: 'image';
  /** Base64. */
  data: string;
  mimeType: string;
}

interface ResultOptions {
  /** Whether the output may hold texts of others. */
  isUntrusted: boolean;
  /** Without placeholders stored JSON is parsed. */
  placeholders: Placeholders | undefined;
  /**
   * Called with the length before the result is created, which takes several times the memory. May throw to refuse it.
   */
  hold(bytes: number): void;
  /** The field of the output that is sent as an image. */
  picture: string | undefined;
}

/** An operation's output as a tool result, and its length as JSON. */
export async function toToolResult(
  output: Record<string, unknown>,
  { picture, ...options }: ResultOptions,
): Promise<{ result: ToolResult; bytes: number }> {
  if (picture === undefined) return toDataResult(output, options);
  const { [picture]: drawn, ...data } = output;
  if (drawn === undefined) return toDataResult(data, options);
  const { bytes: png, type: mimeType } = drawn as PictureOutput;
  const hold = (bytes: number) => options.hold(bytes + png.byteLength);
  const { result, bytes } = await toDataResult(data, { ...options, hold });
  const image: ImagePart = { type: 'image', data: Buffer.from(png).toString('base64'), mimeType };
  return { result: { ...result, content: [...result.content, image] }, bytes: bytes + png.byteLength };
}

async function toDataResult(
  output: object,
  { isUntrusted, placeholders, hold }: Omit<ResultOptions, 'picture'>,
): Promise<{ result: ToolResult; bytes: number }> {
  const json = await readJson(output);
  const bytes = typeof json === 'string' ? Buffer.byteLength(json) : json.byteLength;
  hold(bytes);
  const fence = isUntrusted && bytes > '{}'.length ? createFence() : undefined;
  if (typeof json !== 'string' && placeholders !== undefined) {
    const text = placeholders.forText(output, json, fence);
    return { result: makeResult(text, placeholders.forObject(json, fence)), bytes };
  }
  const plain = typeof json === 'string' ? output : JSON.parse(Buffer.from(json).toString());
  const fenced = fence === undefined ? plain : enclose(plain, fence);
  return { result: makeResult(toText(fenced), fenced), bytes };
}

/** The JSON of an object, as shown to models. */
const toText = (object: object) => escapeInvisible(JSON.stringify(object));

function makeResult(text: string, structuredContent: Record<string, unknown>): ToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** Length of a result's texts in bytes. */
export function countBytes({ content }: ToolResult): number {
  return content.reduce((sum, part) => sum + ('text' in part ? Buffer.byteLength(part.text) : 0), 0);
}

/**
 * An error as a tool result: its message, and in a second text further facts, such as every wrong field. Facts with
 * texts, such as an outline or names, are fenced, and so is a message that quotes others. `advice`: a last text.
 */
export function toToolError({ message, details }: DomainError, advice?: string): ToolResult {
  const { errors = {}, facts = {}, quotesOthers = false } = details;
  const more = { ...facts, ...(Object.keys(errors).length > 1 && { errors }) };
  const isFenced = quotesOthers || Object.values(facts).some(mayHoldTexts);
  const texts = [quotesOthers ? toText(enclose({ message }, createFence())) : escapeInvisible(message)];
  if (Object.keys(more).length > 0) texts.push(toText(isFenced ? enclose(more, createFence()) : more));
  if (advice !== undefined) texts.push(advice);
  return { content: texts.map((text) => ({ type: 'text', text })), isError: true };
}

const mayHoldTexts = (fact: unknown) => typeof fact === 'string' || typeof fact === 'object';

/** Prefix of every placeholder: random, so that no content can contain one. */
const SEED = Buffer.from(randomBytes(16)).toString('hex');

/**
 * Placeholders for stored JSON in a message, so that the protocol library does not parse, copy and encode it. They are
 * replaced in the response.
 */
export interface Placeholders {
  /** An object that stands for `json`, the JSON of an object, within the fence if there is one. */
  forObject(json: Uint8Array, fence: Fence | undefined): Record<string, unknown>;
  /** A text that stands for `json`, which is the JSON of `output`. */
  forText(output: object, json: Uint8Array, fence: Fence | undefined): string;
  /** The response with the placeholders replaced by the JSON. */
  fill(response: Response): Promise<Response>;
}

/** Outputs as JSON texts in quotes. Operations return the same object again when it is cached. */
export type QuotedTexts = WeakMap<object, Uint8Array>;

export function createPlaceholders(quotedTexts: QuotedTexts): Placeholders {
  const held: Held[] = [];
  const hold = (name: string, toJson: (name: string) => string, json: Uint8Array[]) => {
    held.push({ marker: toJson(name), json });
    return name;
  };
  const nextName = () => `${SEED}-${held.length}`;
  return {
    forObject(json, fence) {
      const parts = fence === undefined ? [json] : encloseJson(json, fence);
      return { [hold(nextName(), (name) => `{"${name}":0}`, parts)]: 0 };
    },
    forText(output, json, fence) {
      const quoted = quotedTexts.get(output) ?? quote(json);
      quotedTexts.set(output, quoted);
      const parts = fence === undefined ? [quoted] : encloseJson(quoted, fence, true);
      return hold(nextName(), (name) => `"${name}"`, parts);
    },
    async fill(response) {
      if (held.length === 0) return response;
      const { status, headers } = response;
      headers.delete('content-length');
      return new Response(replaceMarkers(await response.text(), held), { status, headers });
    },
  };
}

/** JSON, in parts, that replaces a marker in a response. */
interface Held {
  marker: string;
  json: Uint8Array[];
}

function quote(json: Uint8Array): Uint8Array {
  return Buffer.from(JSON.stringify(escapeInvisible(Buffer.from(json).toString())));
}

function replaceMarkers(text: string, held: readonly Held[]): Uint8Array {
  const places = held
    .map(({ marker, json }) => ({ start: text.indexOf(marker), end: marker.length, json }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
  const parts: Uint8Array[] = [];
  let position = 0;
  for (const { start, end, json } of places) {
    parts.push(Buffer.from(text.slice(position, start)), ...json);
    position = start + end;
  }
  parts.push(Buffer.from(text.slice(position)));
  return Buffer.concat(parts);
}
