import { randomBytes } from '../platform/security/crypto.ts';

/**
 * The number of a fence, which marks a result as data that others wrote: its object begins with the member `untrusted` and
 * ends with the member `end`, both with this number. `INSTRUCTIONS` tells agents what they mean. No stored text can close
 * the fence: in JSON it cannot leave its quotes, and its author cannot know the number. Text and structured content have the
 * same fence, because some clients show models the text, and others the structured content only. It costs 11 tokens.
 */
export type Fence = number;

export function createFence(): Fence {
  const [number = 0] = new Uint32Array(randomBytes(4).buffer);
  return FIRST_KEY + (number % (9 * FIRST_KEY));
}

/** Keys have six digits, which are two tokens. */
const FIRST_KEY = 100_000;

/** Wraps an object in a fence. */
export function enclose(output: object, fence: Fence): Record<string, unknown> {
  return { untrusted: fence, ...output, end: fence };
}

/** Wraps the JSON of an object in a fence, in parts. `isQuoted`: the JSON is itself the content of a JSON string. */
export function encloseJson(json: Uint8Array, fence: Fence, isQuoted = false): Uint8Array[] {
  const brace = isQuoted ? '"{'.length : '{'.length;
  const [open = '', close = ''] = JSON.stringify(enclose({ '': 0 }, fence)).split('"":0');
  const start = isQuoted ? JSON.stringify(open).slice(0, -1) : open;
  const end = isQuoted ? JSON.stringify(close).slice(1) : close;
  return [Buffer.from(start), json.subarray(brace, -brace), Buffer.from(end)];
}

/**
 * Characters that are invisible to people but read by models, and characters that reverse or control the text around
 * them: C1 controls, directional overrides and isolates, invisible operators, tags, and variation selectors other than
 * those of emojis.
 */
const INVISIBLE = /[\u0080-\u009f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\uddef]/g;

/** Escapes invisible characters in JSON (`\u202e`), so that models see them as such. The value stays the same. */
export function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (characters) => {
    const units = [...Array(characters.length).keys()].map((index) => characters.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}
