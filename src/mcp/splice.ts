import { randomBytes } from '../platform/crypto.ts';

/** Begins every marker. Nobody outside this process knows it, so no content can hold one. */
const SEED = Buffer.from(randomBytes(16)).toString('hex');

/**
 * Takes large JSON out of a message before the protocol library reads, copies and prints it, and puts it back into the
 * response: a template goes out as it is stored.
 */
export interface Splicer {
  /** An object that stands for `json`, which is that of an object. */
  holdObject(json: Uint8Array): Record<string, unknown>;
  /** A text that stands for `json` as text, which is that of `output`. */
  holdText(output: object, json: Uint8Array): string;
  /** The same response with everything in its place. */
  fill(response: Response): Promise<Response>;
}

/** Texts of outputs that operations may return again, because they have them in a cache: quoted, as JSON. */
export type QuotedTexts = WeakMap<object, Uint8Array>;

export function createSplicer(quotedTexts: QuotedTexts): Splicer {
  const held: { marker: string; json: Uint8Array }[] = [];
  const hold = (name: string, toJson: (name: string) => string, json: Uint8Array) => {
    held.push({ marker: toJson(name), json });
    return name;
  };
  const nextName = () => `${SEED}-${held.length}`;
  return {
    holdObject: (json) => ({ [hold(nextName(), (name) => `{"${name}":0}`, json)]: 0 }),
    holdText(output, json) {
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
